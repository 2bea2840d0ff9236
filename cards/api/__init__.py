"""Cards, rulings and questions about names in the REST API."""

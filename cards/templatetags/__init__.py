"""What the templates of the cards need beyond Django's own."""

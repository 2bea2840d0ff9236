"""Cards, their printed names and rulings."""

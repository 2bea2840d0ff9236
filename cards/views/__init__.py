"""Pages of cards and names."""

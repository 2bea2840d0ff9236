"""Feeds, what people watch, and the mails of it."""

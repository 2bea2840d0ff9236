"""Cards, names and what the rules say of names: pure Python, no Django and no database; a test proves it.

Of third parties only rapidfuzz.
"""

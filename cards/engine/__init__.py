"""Cards, names and the rules on names, in pure Python.

No module here imports Django or uses a database (tests/test_architecture.py checks it). Third-party package: rapidfuzz.
"""

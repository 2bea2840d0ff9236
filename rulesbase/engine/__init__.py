"""Parsing, numbering and comparing of rules, in pure Python.

No module here imports Django or uses a database (tests/test_architecture.py checks it). Third-party packages:
rapidfuzz, and lxml in `parsing/docx.py` alone.
"""

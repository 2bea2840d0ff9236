"""The engine: parsing, numbering, comparing. Pure Python.

Nothing in here may import Django or touch a database (tests/test_architecture.py proves it); of third
parties only rapidfuzz and, in ``docx.py`` alone, lxml. So it can be tested, timed and used as a library.
"""

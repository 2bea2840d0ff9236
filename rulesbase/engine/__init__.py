"""Parsing, numbering and comparing of rules, in pure Python.

No module here imports Django or uses a database (tests/test_architecture.py checks it). Third-party packages:
rapidfuzz, snowballstemmer, ahocorasick_rs in `text/terms.py`, lxml in `parsing/docx.py` and
`parsing/untrusted_xml.py`, pypdfium2 in `parsing/policy/pdf.py`, fsrs and fsrs_rs_python in `spaced_repetition/` alone.
"""

"""Questions made from the text of a version: pure Python, no Django, no database.

Whatever is asked has one answer, which is proved against the whole version when the question is made.
"""

"""Commands of the program as tests run them."""

from io import StringIO
from typing import Any

from django.core.management import call_command


def output_of(*words: Any, **options: Any) -> str:
    """Run a command; return what it printed."""
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()

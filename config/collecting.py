"""How often Python looks for garbage that holds itself."""

import gc

# New containers before the youngest are looked through, and how many such turns before the older ones are.
_THRESHOLD = (50_000, 20, 50)


def collect_less_often() -> None:
    """Let a command look for cycles seldom: it makes hundreds of thousands of rows, hardly any of them in a cycle.

    With Python's own threshold of 700 that takes a fifth of the time of an import.
    """
    gc.set_threshold(*_THRESHOLD)

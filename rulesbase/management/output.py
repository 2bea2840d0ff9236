"""Tables and progress bars of commands. Results go to stdout, progress to stderr if that is a terminal."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from django.core.management.base import OutputWrapper

# Rule numbers look like numbers but are aligned left.
_PLACES = frozenset({"number", "from", "to", "citation"})


@contextmanager
def bar(label: str, stderr: OutputWrapper | TextIO) -> Iterator[Callable[[int, int], None]]:
    """Yield a function ``advance(done, total)`` that draws a progress bar."""
    if not stderr.isatty():
        yield lambda done, total: None
        return
    # Imported late, as it adds a twentieth to the start time of a command without a terminal.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def print_table(out: OutputWrapper, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Return a plain text table padded with spaces; counts and seconds are aligned right."""
    widths = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    counts = [all(row[at].replace(".", "", 1).isdigit() or not row[at] for row in rows) for at in range(len(heads))]
    counts = [to_right and head not in _PLACES for to_right, head in zip(counts, heads, strict=True)]
    for row in [heads, *rows]:
        cells = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, counts, strict=True)
        ]
        out.write("  ".join(cells).rstrip())

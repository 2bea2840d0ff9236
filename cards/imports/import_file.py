"""A file of cards to rows, in one transaction: known by its SHA-256, whole or not at all."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from cards.imports.finish import finish, remove_sample
from cards.imports.read_file import gather
from cards.imports.store import store
from cards.imports.stream import sha256_of
from cards.models import Card, CardFile
from cards.rulings.queries import rulings_wait, settle_rulings
from rulesbase.core.write_lock import content_lock

# Raise it when the same file would now give other rows: then known files are read anew.
IMPORTER_VERSION = 1


@dataclass(frozen=True, slots=True)
class CardsResult:
    """What became of one file: ``status`` is *imported*, *read anew* or *known*. Seconds of wall time."""

    status: str
    layout: str
    counts: dict[str, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    seconds: float = 0.0


def import_cards(
    path: Path, *, progress: Callable[[int, int], None] = lambda done, total: None, sample: bool = False
) -> CardsResult:
    """Store a file of cards, or find that it is known.

    It is read to its end before anything is written. Raises NotCards where it holds none, OSError where it cannot
    be read; then nothing is stored.
    """
    started = time.perf_counter()
    sha256 = sha256_of(path)
    known = CardFile.objects.filter(sha256=sha256, importer_version=IMPORTER_VERSION).first()
    if known:
        return _known(known, started)
    with gather(path, progress) as harvest, content_lock() as state:
        known = CardFile.objects.filter(sha256=sha256).first()
        if known and known.importer_version == IMPORTER_VERSION:
            return _known(known, started)
        if not sample and Card.objects.filter(is_sample=True).exists():
            remove_sample()
        stored = store(harvest, sample=sample)
        finish(stored)
        counts = {**{f"{what}_read": number for what, number in harvest.counts.items()}, **stored.made}
        layout = f"{harvest.source}: {harvest.layout}" if harvest.layout else harvest.source
        CardFile.objects.update_or_create(
            sha256=sha256,
            defaults={
                "name": path.name[-255:],
                "layout": layout,
                "importer_version": IMPORTER_VERSION,
                "counts": counts,
                "problems": harvest.problems,
            },
        )
        state.content_changed()
    status = "read anew" if known else "imported"
    return CardsResult(status, layout, counts, tuple(harvest.problems), time.perf_counter() - started)


def _known(file: CardFile, started: float) -> CardsResult:
    if rulings_wait():
        with content_lock() as state:
            if settle_rulings().citations:
                state.content_changed()
    return CardsResult("known", file.layout, file.counts, tuple(file.problems), time.perf_counter() - started)

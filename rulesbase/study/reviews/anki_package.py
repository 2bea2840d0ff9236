"""Anki packages (.apkg) of reviews: write them and read them.

The guid of a note is the id of its question, as in the decks for Anki, so that reviews of Anki find their questions.
"""

import json
import sqlite3
import time
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from django.utils.html import escape
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Studied, User
from rulesbase.study.questions.render import shown
from rulesbase.study.reviews.file_review import (
    MOST_REVIEWS,
    NOT_NUMBERS,
    FileReview,
    file_review,
    grades_of,
    milliseconds,
    unreadable_file,
)
from rulesbase.study.reviews.scheduling import LEARNING, NEW, REVIEW

_MOST_UNPACKED = 256 * 1024 * 1024
_SLOW = 20  # seconds for the queries of a package
_AT_ONCE = 200
# What a damaged package raises.
_BROKEN = (zipfile.BadZipFile, zlib.error, sqlite3.Error, EOFError, RuntimeError, KeyError, *NOT_NUMBERS)
_SCHEMA = """
CREATE TABLE col (id integer PRIMARY KEY, crt integer, mod integer, scm integer, ver integer, dty integer, usn integer,
 ls integer, conf text, models text, decks text, dconf text, tags text);
CREATE TABLE notes (id integer PRIMARY KEY, guid text, mid integer, mod integer, usn integer, tags text, flds text,
 sfld text, csum integer, flags integer, data text);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer, did integer, ord integer, mod integer, usn integer,
 type integer, queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer, left integer,
 odue integer, odid integer, flags integer, data text);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer, usn integer, ease integer, ivl integer, lastIvl integer,
 factor integer, time integer, type integer);
CREATE TABLE graves (usn integer, oid integer, type integer);
"""

# ---- Write ----


def write_package(user: User, into: IO[bytes]) -> None:
    """Write the studied cards of a user, with their texts, memory states and reviews, as a package for Anki."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "collection.anki2"
        with closing(sqlite3.connect(path)) as collection, collection:
            _write(collection, user)
        with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as package:
            package.write(path, path.name)
            package.writestr("media", "{}")


def _write(collection: sqlite3.Connection, user: User) -> None:
    begin = int(time.time())
    deck = model = begin * 1000
    collection.executescript(_SCHEMA)
    decks = {"1": _deck(1, "Default"), str(deck): _deck(deck, "Rulesbase")}
    data: tuple[object, ...] = ({"curDeck": deck}, _models(model, deck), decks, {"1": _options()}, {})
    _insert(collection, "col", (1, begin, begin, begin * 1000, 11, 0, 0, 0, *map(json.dumps, data)))
    rows = Studied.objects.filter(user=user, question__retired_on=None).exclude(state=NEW).order_by("pk")
    cards = {row.question_id: row for row in rows.select_related("question")}
    keys = list(cards)
    for start in range(0, len(keys), _AT_ONCE):
        some = [cards[key].question for key in keys[start : start + _AT_ONCE]]
        for one in shown(some):
            row = cards[one.question.pk]
            front, back = (escape(text).replace("\n", "<br>") for text in (one.ask_text, one.answer_text))
            note = (row.pk, one.public_id, model, begin, -1, " rulesbase ", f"{front}\x1f{back}", front, 0, 0, "")
            _insert(collection, "notes", note)
            _insert(collection, "cards", _card(row, deck, begin))
    _write_reviews(collection, user, {key: row.pk for key, row in cards.items()})


def _insert(collection: sqlite3.Connection, table: str, row: Sequence[object]) -> None:
    collection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - our own names


def _card(row: Studied, deck: int, begin: int) -> tuple[object, ...]:
    """Return the row of a card in the collection; the days of Anki count from its beginning."""
    days = round((row.due.timestamp() - begin) / 86_400)
    interval = max(round((row.due - row.last_review).total_seconds() / 86_400), 1) if row.last_review else 1
    is_learning = row.state in LEARNING
    queue = -1 if row.is_suspended else 1 if is_learning else 2
    due = int(row.due.timestamp()) if is_learning else days
    memory = json.dumps({"s": round(row.stability or 0, 4), "d": round(row.difficulty or 0, 3)})
    counts = (interval, 2500, row.reviews, row.lapses, 1001 if is_learning else 0)
    # The states have the numbers of the card types of Anki.
    return (row.pk, row.pk, deck, 0, begin, -1, row.state, queue, due, *counts, 0, 0, 0, memory)


def _write_reviews(collection: sqlite3.Connection, user: User, cards: dict[int, int]) -> None:
    kinds = {REVIEW: 1, LEARNING[1]: 2}
    last = 0
    rows = grades_of(user).filter(question__in=cards).values_list("question", "at", "grade", "took", "before__state")
    for question, at, grade, took, state in rows.iterator():
        # Each review has a millisecond of its own.
        last = max(milliseconds(at), last + 1)
        row = (last, cards[question], -1, grade, 1, 1, 2500, min(took, 60_000), kinds.get(state, 0))
        _insert(collection, "revlog", row)


def _deck(key: int, name: str) -> dict[str, object]:
    zero = {f"{what}Today": [0, 0] for what in ("new", "rev", "lrn", "time")}
    rest = {"mod": 0, "usn": -1, "desc": "", "dyn": 0, "conf": 1, "extendNew": 0, "extendRev": 0, "collapsed": False}
    return {"id": key, "name": name, **zero, **rest}


def _options() -> dict[str, object]:
    """Return the options that every collection has."""
    new = {"bury": True, "delays": [1, 10], "initialFactor": 2500, "ints": [1, 4, 0], "order": 1, "perDay": 20}
    review = {"bury": True, "ease4": 1.3, "hardFactor": 1.2, "ivlFct": 1, "maxIvl": 36_500, "perDay": 200}
    lapse = {"delays": [10], "leechAction": 1, "leechFails": 8, "minInt": 1, "mult": 0}
    rest = {"mod": 0, "usn": 0, "maxTaken": 60, "autoplay": True, "timer": 0, "replayq": True, "dyn": False}
    return {"id": 1, "name": "Default", "new": new, "rev": review, "lapse": lapse, **rest}


def _models(model: int, deck: int) -> dict[str, object]:
    """Return the note type: a question and its answer."""
    fields = [
        {"name": name, "ord": at, "sticky": False, "rtl": False, "font": "Arial", "size": 20, "media": []}
        for at, name in enumerate(("Front", "Back"))
    ]
    sides = {"qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}", "bqfmt": "", "bafmt": ""}
    template = {"name": "Card 1", "ord": 0, "did": None, **sides}
    basic = {"id": model, "name": "Rulesbase", "type": 0, "mod": 0, "usn": -1, "sortf": 0, "did": deck, "css": ""}
    rest = {"latexPre": "", "latexPost": "", "req": [[0, "any", [0]]], "tags": [], "vers": []}
    return {str(model): basic | rest | {"tmpls": [template], "flds": fields}}


# ---- Read ----


def read_package(file: IO[bytes]) -> Iterator[FileReview]:
    """Read the reviews of a package. Nothing of it is run: its tables are read, and only for some seconds."""
    file.seek(0)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "collection"
        try:
            with zipfile.ZipFile(file) as package:
                names = package.namelist()
                name = next((name for name in ("collection.anki21", "collection.anki2") if name in names), "")
                if "collection.anki21b" in names:
                    message = _(
                        "In Anki, export with the options “Support older Anki versions” and “Include "
                        "scheduling information”."
                    )
                    raise Refused(message)
                if not name or package.getinfo(name).file_size > _MOST_UNPACKED:
                    raise unreadable_file()
                # Other packings raise errors of their own if they are damaged; Anki does not use them.
                if package.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise unreadable_file()
                path.write_bytes(package.read(name))
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as collection:
                yield from _rows(collection)
        except Refused:
            raise
        except _BROKEN:
            raise unreadable_file() from None


def _rows(collection: sqlite3.Connection) -> Iterable[FileReview]:
    collection.execute("PRAGMA trusted_schema = OFF")
    end = time.monotonic() + _SLOW
    collection.set_progress_handler(lambda: time.monotonic() > end, 10_000)
    tables = {name for name, kind in collection.execute("SELECT name, type FROM sqlite_master") if kind == "table"}
    if not {"revlog", "cards", "notes"} <= tables:
        raise unreadable_file()
    rows = collection.execute(
        "SELECT notes.guid, revlog.id, revlog.ease, revlog.time FROM revlog JOIN cards ON cards.id = revlog.cid"
        " JOIN notes ON notes.id = cards.nid WHERE revlog.ease BETWEEN 1 AND 4 ORDER BY revlog.id LIMIT ?",
        [MOST_REVIEWS + 1],
    )
    return [file_review(str(guid), int(at), int(ease), int(took)) for guid, at, ease, took in rows]

"""Reviews as CSV, with the columns of the FSRS optimiser: write them and read them."""

import csv
import io
from collections.abc import Iterator
from typing import IO

from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.encoding import decode
from rulesbase.models import User
from rulesbase.study.reviews.file_review import (
    NOT_NUMBERS,
    FileReview,
    file_review,
    grades_of,
    milliseconds,
    unreadable_file,
)
from rulesbase.study.reviews.scheduling import NEW

COLUMNS = ("card_id", "review_time", "review_rating", "review_state", "review_duration")
_DELIMITERS = (",", ";", "\t")


def write_csv(user: User, into: IO[bytes]) -> None:
    """Write the reviews of a user as CSV, oldest first."""
    text = io.TextIOWrapper(into, encoding="utf-8", newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    rows = grades_of(user).values_list("question__public_id", "at", "grade", "before__state", "took")
    for question, at, grade, state, took in rows.iterator():
        writer.writerow((question, milliseconds(at), grade, state or NEW, took))
    # Closing it would close the file too.
    text.detach()


def read_csv(file: IO[bytes]) -> Iterator[FileReview]:
    """Read the reviews of a CSV file, with the delimiter and the encoding that spreadsheets write in any country."""
    file.seek(0)
    try:
        text = decode(file.read()).text
        delimiter = max(_DELIMITERS, key=text.partition("\n")[0].count)
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
        if not {*COLUMNS[:3], COLUMNS[4]} <= set(rows.fieldnames or ()):
            raise unreadable_file()
        for row in rows:
            try:
                numbers = (int(row[name] or 0) for name in (*COLUMNS[1:3], COLUMNS[4]))
                yield file_review(row["card_id"], *numbers)
            except NOT_NUMBERS:
                message = _("Line %(line)d of this file is not a review. Correct it, then choose the file again.")
                raise Refused(message % {"line": rows.line_num}, "file") from None
    except (csv.Error, NotRules):
        raise unreadable_file() from None

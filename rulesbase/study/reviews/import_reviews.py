"""Import the reviews of an Anki package or a CSV file."""

import uuid
import zipfile
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import IO

from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Question, User
from rulesbase.study.reviews.anki_package import read_package
from rulesbase.study.reviews.csv_reviews import read_csv
from rulesbase.study.reviews.file_review import MOST_REVIEWS, FileReview, grades_of, milliseconds
from rulesbase.study.reviews.sync import MOST_AT_ONCE, sync

MAX_BYTES = 32 * 1024 * 1024


def import_reviews(user: User, file: IO[bytes], *, now: datetime) -> dict[str, int]:
    """Add the reviews of a package or of CSV to those of a user; what is here already stays. Raises Refused.

    Return how many were added, were known already, were refused, and are of cards that are unknown here.
    """
    reviews = list(read_package(file) if zipfile.is_zipfile(file) else read_csv(file))
    if len(reviews) > MOST_REVIEWS:
        message = _("This file contains too many reviews of flash cards. The maximum is %(most)d.")
        raise Refused(message % {"most": MOST_REVIEWS})
    names = set(Question.objects.visible_to(user).values_list("public_id", flat=True))
    here = {(name, int(at.timestamp())) for name, at in grades_of(user).values_list("question__public_id", "at")}
    wanted = [one for one in reviews if one.question in names]
    new = list({one[:2]: one for one in wanted if not _is_here(one, here)}.values())
    added = sum(_send(user, new[start : start + MOST_AT_ONCE], now) for start in range(0, len(new), MOST_AT_ONCE))
    known, refused, unknown = len(wanted) - len(new), len(new) - added, len(reviews) - len(wanted)
    return {"added": added, "known": known, "refused": refused, "unknown": unknown}


def _is_here(review: FileReview, here: Collection[tuple[str, int]]) -> bool:
    """Return whether a card has a review within a second of this: packages move reviews of one millisecond apart."""
    second = int(review.at.timestamp())
    return any((review.question, near) in here for near in (second - 1, second, second + 1))


def _send(user: User, reviews: Sequence[FileReview], now: datetime) -> int:
    grades = [
        {
            "key": str(uuid.uuid5(uuid.NAMESPACE_OID, f"{user.pk}/{one.question}/{milliseconds(one.at)}")),
            "question": one.question,
            "grade": one.grade,
            "at": one.at.isoformat(),
            "took": one.took,
        }
        for one in reviews
    ]
    return len(sync(user, {"grades": grades}, now=now, taken_over=True)["applied"])

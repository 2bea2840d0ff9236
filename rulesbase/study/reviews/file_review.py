"""A review in a file: what CSV files and Anki packages share."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.models import Grade, User
from rulesbase.study.reviews.scheduling import GRADES

MOST_REVIEWS = 50_000
# What values raise that cannot be reviews.
NOT_NUMBERS = (ValueError, TypeError, OverflowError)


class FileReview(NamedTuple):
    """A review of a file: the id of its question, its moment, its grade (1 to 4), milliseconds to answer."""

    question: str
    at: datetime
    grade: int
    took: int


def milliseconds(at: datetime) -> int:
    """Return a moment in milliseconds since 1970."""
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def grades_of(user: User) -> QuerySet[Grade]:
    """Return the grades of a user that count, oldest first."""
    return Grade.objects.filter(user=user, undone_at=None).order_by("at", "pk")


def file_review(question: str, at: int, grade: int, took: int) -> FileReview:
    """Return a review at a moment in milliseconds since 1970. Raises one of NOT_NUMBERS for values that are none."""
    if grade not in GRADES:
        raise ValueError(grade)
    return FileReview(question, datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at), grade, took)


def unreadable_file() -> Refused:
    """Return the refusal of a file without reviews."""
    message = _("This file has no reviews. Choose an Anki package (.apkg) or a CSV file exported from this site.")
    return Refused(message, "file")

"""Rows in every table that holds what somebody watches."""

from rulesbase.models import Digest, User, Watch, WatchMail


def watch_everything(user: User, word: str) -> None:
    """Let somebody watch something and have had a mail, with a word that tells whose it is."""
    Watch.objects.create(user=user, kind=Watch.Kind.SEARCH, question=f"{word} and ink", language="en")
    WatchMail.objects.create(user=user, site="https://rules.example")
    Digest.objects.create(user=user, status=Digest.Status.SENT, subject=f"News of {word}", text=f"There is a {word}.")

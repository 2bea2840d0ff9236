"""What the button "Watch" needs, on a page and as the answer to whoever pressed it."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.http import urlencode

from rulesbase.models import Watch


class Asked(NamedTuple):
    """What is to be watched, as a form says it, and where to go afterwards."""

    kind: str
    value: str
    lang: str
    next: str


def button_facts(asked: Asked, watch: Watch | None) -> dict[str, object]:
    """The context of feeds/_watch.html; `watch` is the row of whoever watches it already."""
    told = {name: value for name, value in asked._asdict().items() if value or name != "lang"}
    return {**told, "watch": watch, "ask": f"{reverse('watch')}?{urlencode(told)}", "feed": _feed(asked)}


def _feed(asked: Asked) -> str:
    if asked.kind == Watch.Kind.SEARCH:
        return f"{reverse('feed_search')}?{urlencode({'q': asked.value, 'lang': asked.lang or 'en'})}"
    return reverse("feed_card" if asked.kind == Watch.Kind.CARD else "feed_rule", args=[asked.value])

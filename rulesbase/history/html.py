"""The history of a Rule as escaped HTML. Builds strings, because it can have fifty changes and hundreds of phrases."""

import datetime
from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulesbase.core.dates import day, day_text
from rulesbase.core.diff_html import difference
from rulesbase.core.numbers import percent
from rulesbase.core.punctuation import comma
from rulesbase.history.queries import History, StoredChange
from rulesbase.history.timeline import Blame, Stage, TimelineChange
from rulesbase.history.timeline_svg import TimelinePicture
from rulesbase.reading.text_html import mark_words


def events_html(history: History, changes: Iterable[TimelineChange], first: datetime.date) -> SafeString:
    """Return the changes as list items; ``first`` is the date of the first version."""
    write = _Events(history, first).item
    return mark_safe("".join(write(change) for change in changes))  # noqa: S308 - every text in it was escaped


def phrases_html(blame: Blame) -> SafeString:
    """Return the newest text, each phrase with its year, colour and a link to the change that added it."""
    template = gettext("since %(date)s")
    titles = {age.since: escape(template % {"date": day_text(age.since)}) for age in blame.ages}
    parts = []
    for one in blame.phrases:
        title = titles.get(one.since) or escape(template % {"date": day_text(one.since)})
        parts.append(
            f'{_lines(one.lead)}<a class="ph a-{one.tint}" href="#e{one.since}" title="{title}">'
            f"<sup>{one.since.year}</sup>{_lines(one.text)}</a>{_lines(one.gap)}"
        )
    return mark_safe("".join(parts))  # noqa: S308 - every text in it was escaped


def boxes_html(picture: TimelinePicture) -> SafeString:
    """Return the boxes of the picture, each linked to its change."""
    template = gettext("%(number)s, %(first)s to %(last)s, wording %(letter)s")
    parts = []
    for box in picture.boxes:
        stage, x = box.stage, percent(box.x)
        words = {"number": stage.number, "first": stage.first, "last": stage.last, "letter": stage.letter}
        letter = f'<text class="strong" x="{x}" dx="5" y="{box.y + 14}">{box.letter}</text>' if box.letter else ""
        parts.append(
            f'<a href="#e{stage.first}" tabindex="-1"><title>{escape(template % words)}</title>'
            f'<rect class="g-{box.tint} gbox" x="{x}" y="{box.y}" width="{percent(box.width)}" height="20" rx="2"/>'
            f"{letter}</a>"
        )
    return mark_safe("".join(parts))  # noqa: S308 - every text in it was escaped


def options_html(history: History, stages: Sequence[Stage], chosen: Stage) -> SafeString:
    """Return the stages as options of a select."""
    parts = []
    for stage in stages:
        mark = " selected" if stage.first == chosen.first else ""
        number = "" if history.is_term else f" · {escape(stage.number)}"
        parts.append(f'<option value="{stage.first}"{mark}>{stage.letter} · {stage.first}{number}</option>')
    return mark_safe("".join(parts))  # noqa: S308 - every text in it was escaped


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


class _Events:
    """HTML of changes in the language of the page."""

    def __init__(self, history: History, first: datetime.date) -> None:
        self.history, self.first = history, first
        self.words = mark_words()
        self.became, self.text = gettext("%(old)s became %(new)s"), gettext("text")
        self.cut, self.went = gettext("cut out of %(old)s"), gettext("%(old)s went into %(new)s")
        self.start, self.all = gettext("start of the archive"), gettext("all changes of this version")
        self.sure, self.seen = gettext("confidence %(confidence)s"), gettext("first seen")
        self.heavy = gettext("reworded, substance")
        self.examples = gettext("only its examples changed")
        self.back = gettext("came back")
        self.place = "term" if history.is_term else "place"
        self.split_versions = {one.version for one in history.relatives if one.bond == "whole"}

    def item(self, change: TimelineChange) -> str:
        """Return a change as a list item."""
        return (
            f'<li id="e{change.date}"><div class="date">{day(change.date)}</div><div>{self._where(change)}</div>'
            f'<div class="body"><p class="row">{" ".join(self._marks(change))}</p>{self._words(change)}'
            f'<p class="who">{self._who(change)}</p></div></li>'
        )

    def _where(self, change: TimelineChange) -> str:
        if change.event and change.event.kind == "removed":
            return f'<span class="num quiet">{escape(change.number)}</span>'
        address = reverse(self.place, args=[change.date.isoformat(), change.number])
        if self.history.is_term:
            return f'<a href="{address}">{self.text}</a>'
        return f'<a class="num" href="{address}">{escape(change.number)}</a>'

    def _mark(self, kind: str, word: str = "") -> str:
        """Return an icon with a word."""
        return (
            f'<span class="mark k-{kind}"><svg class="ico" viewBox="0 0 16 16" aria-hidden="true">'
            f'<use href="#i-{kind}"/></svg>{escape(word or self.words[kind])}</span>'
        )

    def _marks(self, change: TimelineChange) -> Iterable[str]:
        event, mark = change.event, change.mark
        if event is None:
            yield self._mark("added", self.seen)
        elif mark in ("renumbered", "moved"):
            yield self._mark(mark, "" if self.history.is_term else self._numbers(self.became, event))
        elif mark == "split" and event.version in self.split_versions:
            yield self._mark("split", self._numbers(self.cut, event))
            if change.before:
                yield self._mark("added", self.back)
        elif mark == "merged" and not change.since:
            yield self._mark("merged", self._numbers(self.went, event))
        elif mark == "added" and change.before:
            yield self._mark("added", self.back)
        elif mark:
            yield self._mark(mark)
            if event.old_number and event.new_number and event.old_number != event.new_number:
                yield self._mark("renumbered", self._numbers(self.became, event))
        if change.reworded in ("reworded", "example"):
            yield self._mark("reworded", self.heavy if change.reworded == "reworded" else self.examples)
        elif change.reworded:
            yield self._mark(change.reworded)

    @staticmethod
    def _numbers(template: str, event: StoredChange) -> str:
        return template % {"old": event.old_number, "new": event.new_number}

    def _words(self, change: TimelineChange) -> str:
        """Return the changes of the text and of the examples."""
        parts = []
        if change.steps and change.before and change.since:
            words = difference(change.before.words, change.since.words, change.steps)
            parts.append(f'<p class="text" lang="en">{words}</p>')
        elif change.since and not change.before:
            parts.append(f'<p class="text" lang="en">{_lines(change.since.words)}</p>')
        is_new = change.before is None and change.since is not None
        for old, new in change.examples:
            # Examples added with the rule need no difference marks.
            html = _lines(new) if is_new and not old else difference(old, new)
            parts.append(f'<p class="text example" lang="en">{html}</p>')
        return "".join(parts)

    def _who(self, change: TimelineChange) -> str:
        event = change.event
        if event is None:
            return self.start if change.date == self.first else ""
        parts = []
        if event.kind not in ("added", "removed") or change.before:
            parts.append(self.sure % {"confidence": f"{event.confidence:.2f}"})
            if event.evidence:
                parts.append(f'{comma()}<span lang="en">{escape(event.evidence)}</span>')
        if change.previous:
            address = reverse("compare", args=[str(change.previous), str(change.date)])
            here = self.history.rule.public_id
            parts.append(f' <a href="{address}?at={here}#c-{here}">{self.all}</a>')
        return "".join(parts)

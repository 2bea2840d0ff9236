"""The history of a Rule as escaped HTML. Builds strings, because it can have fifty changes and hundreds of phrases."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from rulesbase.core.dates import day, day_text
from rulesbase.core.diff_html import difference
from rulesbase.core.document_urls import entry_url, visible_number
from rulesbase.core.escaped_html import joined
from rulesbase.core.grouping import grouped
from rulesbase.core.punctuation import comma, in_brackets
from rulesbase.core.svg import percent
from rulesbase.core.symbols_html import with_symbols
from rulesbase.engine.text.numbers import parse_number
from rulesbase.history.evidence import evidence_html
from rulesbase.history.phrase_dates import Blame
from rulesbase.history.queries import History
from rulesbase.history.timeline import Stage, TimelineChange
from rulesbase.history.timeline_svg import TimelinePicture
from rulesbase.models import Change, RemarkOnRule
from rulesbase.reading.text_html import icon_mark, mark_words

_RELATIONS: Mapping[str, object] = {
    Change.Relation.ABSORBED: gettext_lazy("the content of the old rule is now in the new rule"),
    Change.Relation.DUPLICATE: gettext_lazy("the new rule already had the text of the old rule before the change"),
    Change.Relation.HEADING: gettext_lazy("the rule became a heading"),
    Change.Relation.GLOSSARY: gettext_lazy("the rule became a glossary term, or a glossary term became this rule"),
}


def phrases_html(blame: Blame) -> SafeString:
    """Return the newest text, each phrase with its year, colour and a link to the change that added it."""
    template = gettext("since %(date)s")
    titles = {age.since: escape(template % {"date": day_text(age.since)}) for age in blame.ages}
    parts = []
    for one in blame.phrases:
        parts.append(
            f'{linebreaksbr(one.lead)}<a class="ph a-{one.tint}" href="#e{one.since}" title="{titles[one.since]}">'
            f"<sup>{one.since.year}</sup>{linebreaksbr(one.text)}</a>{linebreaksbr(one.gap)}"
        )
    return with_symbols(joined(parts))


def boxes_html(picture: TimelinePicture) -> SafeString:
    """Return the boxes of the picture, each linked to its change."""
    template = gettext("%(number)s, %(first)s to %(last)s, wording %(letter)s")
    parts = []
    for box in picture.boxes:
        stage, x = box.stage, percent(box.x)
        number = visible_number(stage.number) or stage.wording.heading
        words = {"number": number, "first": day_text(stage.first), "last": day_text(stage.last), "letter": stage.letter}
        letter = f'<text class="strong" x="{x}" dx="5" y="{box.y + 14}">{box.letter}</text>' if box.letter else ""
        parts.append(
            f'<a href="#e{stage.first}" tabindex="-1"><title>{escape(template % words)}</title>'
            f'<rect class="g-{box.tint} gbox" x="{x}" y="{box.y}" width="{percent(box.width)}" height="20" rx="2"/>'
            f"{letter}</a>"
        )
    return joined(parts)


def options_html(stages: Sequence[Stage], chosen: Stage) -> SafeString:
    """Return the stages as options of a select."""
    parts = []
    for stage in stages:
        mark = " selected" if stage.first == chosen.first else ""
        number = f" · {escape(stage.number)}" if visible_number(stage.number) else ""
        parts.append(f'<option value="{stage.first}"{mark}>{stage.letter} · {day_text(stage.first)}{number}</option>')
    return joined(parts)


class EventsHtml:
    """HTML of changes in the language of the page; ``first`` is the date of the first version.

    A change has the parts of bulletins on this Rule at its version.
    """

    def __init__(self, history: History, first: datetime.date, remarks: Iterable[RemarkOnRule], curator: bool) -> None:
        self.history, self.first, self.curator = history, first, curator
        self.remarks = grouped((remark.note.version.date, remark) for remark in remarks)
        self.words = mark_words()
        self.split_versions = {one.version for one in history.relatives if one.relation == "whole"}

    def items(self, changes: Iterable[TimelineChange]) -> SafeString:
        """Return the changes as list items."""
        return joined(self._item(change) for change in changes)

    def _item(self, change: TimelineChange) -> str:
        return (
            f'<li id="e{change.date}"><div class="date">{day(change.date)}</div><div>{self._where(change)}</div>'
            f'<div class="body"><p class="row">{" ".join(self._marks(change))}</p>{self._words(change)}'
            f'{self._why(change)}<p class="who">{self._who(change)}</p></div></li>'
        )

    def _where(self, change: TimelineChange) -> str:
        number = escape(visible_number(change.number))
        if change.event and change.event.kind == "removed":
            return f'<span class="num quiet">{number}</span>'
        address, text = entry_url(change.date, change.number), gettext("text")
        return f'<a class="num" href="{address}">{number}</a>' if number else f'<a href="{address}">{text}</a>'

    def _mark(self, kind: str, word: str = "") -> str:
        """Return an icon with a word."""
        return icon_mark(kind, escape(word or self.words[kind]))

    def _marks(self, change: TimelineChange) -> Iterable[str]:
        event, mark = change.event, change.mark
        became = gettext("%(old)s became %(new)s")
        if event is None:
            yield self._mark("added", gettext("first version with this text"))
        elif mark in ("renumbered", "moved"):
            yield self._mark(mark, "" if self.history.is_term else self._numbers(became, event))
        elif mark == "split" and event.version.date in self.split_versions:
            yield self._mark("split", self._numbers(gettext("this rule was formerly a part of %(old)s"), event))
            if change.before:
                yield self._mark("added", gettext("back in the rules"))
        elif mark == "merged" and not change.since:
            yield self._mark("merged", self._numbers(gettext("%(old)s was absorbed by %(new)s"), event))
        elif mark == "added" and change.before:
            yield self._mark("added", gettext("back in the rules"))
        elif mark:
            yield self._mark(mark)
            if event.old_number and event.new_number and event.old_number != event.new_number:
                yield self._mark("renumbered", self._numbers(became, event))
        if change.reworded == "reworded":
            yield self._mark("reworded", gettext("changed in substance"))
        elif change.reworded == "example":
            yield self._mark("reworded", gettext("only the examples changed"))
        elif change.reworded:
            yield self._mark(change.reworded)

    def _numbers(self, template: str, event: Change) -> str:
        return template % {"old": self._name(event.old_number), "new": self._name(event.new_number)}

    def _name(self, number: str) -> str:
        return visible_number(number) or self.history.headings.get(number, number)

    def _words(self, change: TimelineChange) -> str:
        """Return the changes of the text and of the examples."""
        parts = []
        if change.steps and change.before and change.since:
            words = with_symbols(difference(change.before.words, change.since.words, change.steps))
            parts.append(f'<p class="text" lang="en">{words}</p>')
        elif change.since and not change.before:
            parts.append(f'<p class="text" lang="en">{with_symbols(linebreaksbr(change.since.words))}</p>')
        is_new = change.before is None and change.since is not None
        for old, new in change.examples:
            # Examples added with the rule need no difference marks.
            html = with_symbols(linebreaksbr(new) if is_new and not old else difference(old, new))
            parts.append(f'<p class="text example" lang="en">{html}</p>')
        return "".join(parts)

    def _why(self, change: TimelineChange) -> str:
        """Return the parts of bulletins at the version of a change."""
        why = gettext("Reason for the change:")
        return "".join(
            f'<details open><summary>{why} <cite lang="{escape(one.note.language)}">{escape(one.note.title)}</cite>'
            f'</summary><p class="text" lang="{escape(one.note.language)}">{linebreaksbr(one.excerpt)}</p></details>'
            for one in self.remarks[change.date]
            if one.excerpt
        )

    def _who(self, change: TimelineChange) -> str:
        event = change.event
        if event is None:
            return gettext("first version in the archive") if change.date == self.first else ""
        parts = []
        if event.kind == "removed":
            parts.append(self._nearest(event, change.previous))
        elif event.kind != "added" or change.before:
            if relation := _RELATIONS.get(event.relation):
                parts.append(f"{relation}{comma()}")
            parts.append(_confidence(event))
            if event.evidence:
                parts.append(f"{comma()}{evidence_html(event.evidence)}")
        if change.previous:
            address = reverse("compare", args=[str(change.previous), str(change.date)])
            here, every = self.history.rule.public_id, gettext("all changes in this version")
            parts.append(f' <a href="{address}?at={here}#c-{here}">{every}</a>')
        return "".join(parts)

    def _nearest(self, event: Change, previous: datetime.date | None) -> str:
        """Return how sure it is that a rule ended, and the nearest entries; curators get a link to choose one."""
        gone = comma().join((gettext("no later rule clearly matches this rule"), _confidence(event)))
        places = [self._near_place(event, previous, one) for one in event.nearest or ()]
        nearest = gettext("most similar rules: %(places)s") % {"places": comma().join(places)}
        return f"{gone}. {nearest}" if places else gone

    def _near_place(self, event: Change, previous: datetime.date | None, one: Mapping[str, Any]) -> str:
        number, words = escape(one["number"]), ", ".join(one["words"])
        shared = in_brackets(gettext("words in both rules: %(words)s") % {"words": words}) if words else ""
        if parse_number(one["number"]) is None:
            return f'<span lang="en">{number}</span>{shared}'
        address = reverse("place", args=[event.version.date.isoformat(), one["number"]])
        link = f'<a class="num" href="{address}">{number}</a>{shared}'
        if not self.curator or previous is None:
            return link
        query = {
            "verb": "same" if one["free"] else "merge",
            "old": f"{event.old_number}@{previous}",
            "new": f"{one['number']}@{event.version.date}",
        }
        choose = escape(gettext("choose this rule"))
        return f'{link} <a href="{escape(reverse("curate_lineage", query=query))}">{choose}</a>'


def _confidence(event: Change) -> str:
    return gettext("confidence of the match: %(confidence)s") % {"confidence": f"{event.confidence:.2f}"}

"""The changes of a comparison as escaped HTML. Builds strings, because a page has hundreds of them."""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from rulesbase.archive.change_marks import TEXT_MARKS
from rulesbase.archive.entries import passage_of
from rulesbase.archive.link_targets import LinkTargets, link_targets_of
from rulesbase.compare.filters import Block, Group
from rulesbase.compare.other_languages_html import OtherLanguagesHtml
from rulesbase.compare.queries import ComparedVersions, Pair
from rulesbase.core.dates import day_text
from rulesbase.core.diff_html import View, difference
from rulesbase.core.escaped_html import joined
from rulesbase.core.punctuation import comma
from rulesbase.core.symbols_html import with_symbols
from rulesbase.engine.diff.position import GLOSSARY
from rulesbase.engine.diff.texts import Op, diff
from rulesbase.engine.diff.versions import ItemChange, VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.engine.text.numbers import chapter_of
from rulesbase.reading.text_html import Links, icon_mark, lang_attribute, mark_words, paragraphs_html


def chapter_name(number: str, heading: str) -> str:
    """Return the number and the heading of a chapter, or the name of the glossary, escaped."""
    return escape(gettext("Glossary")) if number == GLOSSARY else f"{shown_number(number)} {escape(heading)}".strip()


class ChangesHtml:
    """HTML of the changes of one comparison in the language of the page.

    ``query`` returns the query of an address that shows one change, in any part of the comparison. Without it no
    change has links to its history and itself, and long unchanged parts of a text are left out.
    """

    def __init__(self, pair: Pair, compared: ComparedVersions, side: bool, query: Callable[[str], str] | None) -> None:
        self.pair, self.compared, self.side, self.query = pair, compared, side, query
        self.beside = OtherLanguagesHtml(pair, compared, side)
        self.lang = lang_attribute(pair.language)
        self.new, self.old = Links(pair.b, pair.new, None, pair.lang), Links(pair.a, pair.old, None, pair.lang)
        self.words = mark_words()
        self.days = day_text(pair.a.date), day_text(pair.b.date)
        self.absent, self.now = gettext("not in this version"), pgettext("a rule's number", "now")
        self.history, self.link = gettext("history"), gettext("permanent link")
        self.label = gettext("Permanent link to this change: %(place)s")
        self._history = reverse("rule_history", args=["0"]).removesuffix("0/")
        self.ids: Mapping[int, str] = {}
        self.targets = LinkTargets()

    def groups(self, groups: Iterable[Group], ids: Mapping[int, str]) -> dict[str, SafeString]:
        """Map a chapter to its changes as list items. Three queries at most, for references in full texts."""
        groups, self.ids = list(groups), ids
        self.beside.read(groups)
        blocks = [block for group in groups for block in group.blocks]
        whole = [text for block in blocks for text in self._whole(block)]
        passages = [(self.pair.new.pk, passage_of(text, "", 0)) for text in whole]
        self.targets = link_targets_of(passages, self.pair.b).get(self.pair.new.pk, self.targets)
        return {group.number: joined(self.block(block) for block in group.blocks) for group in groups}

    def _whole(self, block: Block) -> Iterable[str]:
        """Return the texts shown without differences."""
        if block.same:
            return (block.same.words, *block.same.examples)
        change = block.change
        return (change.new_text,) if change and change.old_text == change.new_text and not block.is_former_place else ()

    # ---- Where it stands ----

    def anchor(self, change: ItemChange) -> str:
        """Return the fragment of the address of a change; it does not depend on the filters."""
        return f"c-{self.ids.get(change.rule) or escape(self.compared.entry(change).number)}"

    def _other_anchors(self, change: ItemChange) -> str:
        """Return empty elements with the anchors of the other Rules of a split or merge."""
        others = sorted(self.compared.rules(change) - {change.rule})
        return "".join(f'<span id="c-{self.ids[rule]}"></span>' for rule in others if rule in self.ids)

    def place(self, entry: VersionEntry, links: Links, css: str = "") -> str:
        """Return a number or term as a link to the text of its version."""
        address = links.term(entry.number) if entry.kind is Kind.TERM else links.rule(entry.number)
        css = f' class="{css}"' if css else ""
        return f'<a{css} href="{address}">{escape(shown_number(entry.place) or entry.heading)}</a>'

    def numbers(self, change: ItemChange) -> str:
        """Return old numbers, an arrow, new numbers."""
        was = " + ".join(self.place(self.compared.old[at], self.old, "was") for at in change.old_at)
        now = comma().join(self.place(self.compared.new[at], self.new) for at in change.new_at)
        if not was or not now:
            return was or now
        if change.old_numbers == change.new_numbers or change.item == "example":
            return now
        return f'{was} <span aria-hidden="true">→ </span><span class="vh"> {self.now} </span>{now}'

    def _chapter(self, number: str) -> str:
        return chapter_name(number, self.compared.headings.get(number, ""))

    # ---- What happened ----

    def marks(self, change: ItemChange) -> str:
        """Return the marks of a change: of its place, then of its text."""
        found = [] if change.kind == "unchanged" else [icon_mark(change.kind, self._kind_word(change))]
        if kind := TEXT_MARKS.get(change.weight):
            found.append(icon_mark(kind, self.words[kind]))
        elif change.weight == "example":
            found.append(icon_mark("reworded", gettext("only examples changed")))
        return "".join(found)

    def _kind_word(self, change: ItemChange) -> str:
        if change.kind == "split":
            count = len(change.new_at)
            return ngettext("split into %(count)s text", "split into %(count)s texts", count) % {"count": count}
        if change.kind == "merged":
            count = len(change.old_at)
            return ngettext("merged from %(count)s text", "merged from %(count)s texts", count) % {"count": count}
        if change.kind == "moved" and change.here.group != change.there.group:
            old = chapter_of(self.compared.old[change.old_at[0]].number)
            return gettext("moved from %(chapter)s") % {"chapter": self._chapter(old)}
        return self.words[change.kind]

    def _address(self, target: str) -> str:
        return f"{escape(self.query(target[2:]) if self.query else '')}#{target}"

    def _meta(self, change: ItemChange, target: str) -> str:
        if self.query is None:
            return ""
        links, message = [], ""
        if known := self.ids.get(change.rule):
            links.append(f'<a href="{self._history}{known}/">{self.history}</a>')
        label = escape(self.label % {"place": self.compared.entry(change).place})
        links.append(f'<a href="{self._address(target)}" aria-label="{label}">{self.link}</a>')
        if change.weight == "none" and change.kind in ("renumbered", "moved"):
            message = gettext("text unchanged")
        elif change.weight == "substance" and change.similarity < 0.75:
            message = gettext("similarity of the two texts: %(share)s") % {"share": f"{change.similarity:.2f}"}
        ways = " · ".join(links) + (" · " if message else "")
        return f'<span class="meta"><span class="only-screen">{ways}</span>{message}</span>'

    def shifts(self, changes: Iterable[ItemChange]) -> SafeString:
        """Return renumbered entries as items of a compact list."""
        items = []
        for change in changes:
            was, now = self.compared.old[change.old_at[0]], self.compared.new[change.new_at[0]]
            items.append(
                f'<li id="{self.anchor(change)}">{self.place(was, self.old, "was")}<span aria-hidden="true">→</span>'
                f'<span class="vh">{self.now} </span>{self.place(now, self.new, "to")}</li>'
            )
        return joined(items)

    # ---- One item of the list ----

    def block(self, block: Block) -> str:
        """Return an item of the list: a change, the former place of a moved entry, or an unchanged entry."""
        change = block.change
        if change is None:
            return self._same(block, block.same) if block.same else ""
        target, others = self.anchor(change), self._other_anchors(change)
        if block.is_former_place:
            return self._left(change, target)
        if change.item == "example":
            others = ""
            target += f"-e{zlib.crc32((change.old_text + change.new_text).encode())}"
        bodies = "".join(self._body(one) for one in (change, *block.examples) if one.weight != "example")
        marks = f"{self.marks(change)}{self._meta(change, target)}"
        return _item(f"{others}{self.numbers(change)}", marks, f"{bodies}{self.beside.block(block)}", target)

    def _body(self, change: ItemChange) -> str:
        css = "text example" if change.item == "example" else "text"
        if change.old_text == change.new_text:
            return f'<div class="{css}"{self.lang}>{self._plain(change.new_text)}</div>'
        ops = diff(change.old_text, change.new_text, self.pair.language)
        if not self.side:
            return f'<p class="{css}"{self.lang}>{self._difference(change, ops, "unified")}</p>'
        columns = []
        views: tuple[View, ...] = ("old", "new")
        for day, text, view in zip(self.days, (change.old_text, change.new_text), views, strict=True):
            drawn = f'<p class="{css}"{self.lang}>{self._difference(change, ops, view)}</p>'
            shown = drawn if text else f'<p class="quiet">{self.absent}</p>'
            columns.append(f'<div><span class="sidehead">{day}</span>{shown}</div>')
        return f'<div class="sides">{"".join(columns)}</div>'

    def _difference(self, change: ItemChange, ops: Sequence[Op], view: View) -> str:
        language, typography = self.pair.language, change.weight == "typography"
        drawn: View = view if self.query else "short"
        return with_symbols(difference(change.old_text, change.new_text, ops, language, drawn, typography), language)

    def _plain(self, text: str) -> str:
        """Return a text without differences, with its references."""
        return paragraphs_html(passage_of(text, "", 0), self.new, self.targets)

    def _left(self, change: ItemChange, target: str) -> str:
        """Return the former place of a moved entry with a link to the new one."""
        gone = gettext("moved to %(chapter)s") % {"chapter": self._chapter(change.here.group)}
        see = gettext("Show where this text is now")
        link = f'<a class="small only-screen" href="{self._address(target)}">{see}</a>'
        return _item(self.numbers(change), "", f"<p>{icon_mark('moved', gone)} {link}</p>", f"from-{target[2:]}")

    def _same(self, block: Block, entry: VersionEntry) -> str:
        """Return an unchanged entry, for context."""
        html = "".join(f'<div class="example">{self._plain(text)}</div>' for text in entry.examples)
        text = f'<div class="text unchanged"{self.lang}>{self._plain(entry.words)}{html}</div>'
        mark = icon_mark("same", self.words["same"])
        return _item(self.place(entry, self.new), mark, f"{text}{self.beside.block(block)}")


def _item(numbers: str, marks: str, body: str, target: str = "") -> str:
    """Return an item of the list; ``target`` is the fragment of its address."""
    target = f' id="{target}" tabindex="-1"' if target else ""
    return (
        f'<li class="change"{target}><div class="change-head"><span class="numbers">{numbers}</span>{marks}</div>'
        f'<div class="change-body">{body}</div></li>'
    )

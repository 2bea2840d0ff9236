"""The editor's page: what all its views have in common, so that each of them can answer with it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT, REVIEW, may
from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.core.content_version import english_key
from rulesbase.core.languages import language_word
from rulesbase.desk.checks import Finding, examples_of, passed, run_checks
from rulesbase.desk.drafts import drafts_of, open_draft, others_at
from rulesbase.desk.editor import Field, Sheet, field_of, sheet_of
from rulesbase.desk.forms import MOST, TextForm
from rulesbase.desk.queue_params import Way, version_of, way_of
from rulesbase.desk.targets import Spot, desk_languages, find_spot, rule_now
from rulesbase.desk.terminology.queries import terms_with
from rulesbase.engine.text.typed_markup import Typed, marked, moved, read_marked
from rulesbase.models import Draft, Translation, User
from rulesbase.reading.parallel_html import MARKS, state_words
from rulesbase.translations.memory import matches


class Desk(NamedTuple):
    """A request for a text at the desk."""

    request: HttpRequest
    versions: Catalogue
    spot: Spot
    way: Way

    @property
    def queue(self) -> str:
        """The queue that is worked off; empty where the text was opened by itself."""
        return self.way.queue

    @property
    def user(self) -> User:
        """Who asks; the doors let nobody else in."""
        return cast(User, self.request.user)

    @property
    def address(self) -> str:
        """The editor of this text, in its queue."""
        return reverse("desk_edit", args=[self.spot.language, self.spot.public_id]) + self._query(self.way)

    @property
    def query(self) -> str:
        """What names this very text in other addresses."""
        return self._query(Way(version=self.way.version))

    def _query(self, way: Way) -> str:
        query = "&".join(part for part in (f"part={self.spot.part}" if self.spot.part else "", way.query) if part)
        return f"?{query}" if query else ""


def at_desk(view: Callable[[Desk], HttpResponse]) -> Callable[[HttpRequest, str, str], HttpResponse]:
    """Give a view the text that its address names. One that was joined with another leads there."""

    @wraps(view)
    def found(request: HttpRequest, language: str, public_id: str) -> HttpResponse:
        versions = catalogue()
        if language not in desk_languages(versions, tuple(code for code, _name in settings.LANGUAGES)):
            raise Http404(_("There are no translations into this language."))
        part, way = request.GET.get("part", "0"), way_of(request.GET, versions)
        number = int(part) if part.isdecimal() and len(part) < 4 else -1
        spot = find_spot(versions, language, public_id, number, version_of(versions, way))
        if spot is not None:
            return view(Desk(request, versions, spot, way))
        rule = rule_now(public_id)
        if rule is not None and rule.public_id != public_id and request.method in ("GET", "HEAD"):
            return redirect("desk_edit", language, rule.public_id, permanent=True)
        raise Http404(_("The version of the rules that is worked for has no such text."))

    return found


def known_language(versions: Catalogue, language: str) -> None:
    """Raise Http404 for a language that nobody translates into."""
    if language not in desk_languages(versions, tuple(code for code, _name in settings.LANGUAGES)):
        raise Http404(_("There are no translations into this language."))


class Check(NamedTuple):
    """A finding, and the whole field after it is mended, as the field writes it."""

    finding: Finding
    mended: str | None


def checked(desk: Desk, heading: str, typed: Typed, examples: tuple[int, int] | None = None) -> dict[str, Any]:
    """What the checks say of a text; ``examples`` are those there are, and those translated, where that is known."""
    spot, stamp = desk.spot, desk.versions.stamp
    if not typed.text and not heading:
        return {"findings": [], "passed": [], "unchecked": True}
    if not spot.part and examples is None:
        examples = examples_of(spot.entry, spot.language)
    asked = None if spot.part else examples
    found = run_checks(spot.language, spot.original, typed.text, heading=heading, examples=asked, stamp=stamp)
    return {
        "findings": [Check(one, _mended(one, typed)) for one in found],
        "passed": passed(spot.language, found, spot.original, stamp=stamp),
    }


def _mended(finding: Finding, typed: Typed) -> str | None:
    if finding.mended is None or finding.field == "heading":
        return finding.mended
    new = moved(typed, finding.mended)
    return marked(new.text, new.emphasis)


def editor(desk: Desk, *, status: int = 200, field: Field | None = None, **more: Any) -> HttpResponse:
    """The page. ``field`` is what stands in the fields where that is not what is kept of this person's typing."""
    spot = desk.spot
    sheet = sheet_of(desk.versions, spot)
    drafts = drafts_of(spot)
    mine = open_draft(spot, desk.user, sheet.base, drafts) if desk.request.method != "HEAD" else None
    field = field or field_of(sheet, mine)
    base = mine.base_revision if mine and mine.saves else sheet.base
    typed = read_marked(field.text) or Typed(field.text, ())
    context = {
        "desk": desk,
        "spot": spot,
        "sheet": sheet,
        "language": spot.language,
        "language_word": language_word(spot.language),
        "field": field,
        "base": base,
        "saves": mine.saves if mine else 0,
        "kept_at": mine.touched_at if mine and mine.saves else None,
        "others": others_at(drafts, desk.user),
        "mark": MARKS[sheet.state],
        "state_words": state_words(sheet.cell) if sheet.cell else "",
        "parts": _parts(desk, sheet),
        "terms": terms_with(english_key(desk.versions.stamp), spot.original.text, spot.language),
        "matches": matches(spot.language, spot.original.text, 5, without=spot.original.pk),
        "may_review": may(desk.user, REVIEW, spot.language),
        "may_edit": may(desk.user, EDIT, spot.language),
        "four_eyes": settings.FOUR_EYES,
        "most": MOST,
        **checked(desk, field.heading, typed, sheet.examples),
        "newer": _newer(sheet, mine) if "conflict" not in more else None,
        **more,
    }
    return render(desk.request, "curate/edit.html", context, status=status)


def _newer(sheet: Sheet, draft: Draft | None) -> Translation | None:
    """The text that somebody saved since this person's draft was begun."""
    if draft is None or not draft.saves or draft.base_revision >= sheet.base:
        return None
    return sheet.newest


class Part(NamedTuple):
    """A way to the entry itself or to one of its examples."""

    number: int
    address: str
    mark: tuple[str, str]
    here: bool


def _parts(desk: Desk, sheet: Sheet) -> list[Part]:
    if sheet.cell is None or not sheet.cell.examples:
        return []
    states = (sheet.cell.text.state, *(one.state for one in sheet.cell.examples))
    return [
        Part(at, desk._replace(spot=desk.spot._replace(part=at)).address, MARKS[state], at == desk.spot.part)
        for at, state in enumerate(states)
    ]


def form_of(desk: Desk) -> TextForm:
    """The text that was sent."""
    return TextForm(desk.spot.original, desk.request.POST)

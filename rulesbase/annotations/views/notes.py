"""Notes and marked words: making them, the list of one's own, changing and deleting."""

import datetime
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.accounts.permissions import next_address, posted_from
from rulesbase.annotations.notes import NoteConflict, NoteDraft, as_of, change, line_in, remove, save_note, sought
from rulesbase.annotations.rule_texts import address_of, settle_reading, whole_text
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, catalogue
from rulesbase.core.errors import Refused
from rulesbase.engine.text.anchoring import sentences
from rulesbase.lineage.lookup import rule_place
from rulesbase.models import Entry, RuleNote, User
from rulesbase.models.annotations import LONGEST_NOTE, LONGEST_PHRASE

_ON_A_PAGE = 50
_LONGEST_SEARCH = 80
_LIMITS = {"most_note": LONGEST_NOTE, "most_phrase": LONGEST_PHRASE}


@login_required
@require_safe
def notes(request: HttpRequest) -> HttpResponse:
    """List somebody's notes in the order of the book, or those that are sought."""
    user = cast(User, request.user)
    settle_reading(user)
    rows = list(RuleNote.objects.filter(user=user).select_related("wording"))
    versions = catalogue()
    found = as_of(versions, versions.latest, rows) if versions.latest else []
    question = request.GET.get("q", "")[:_LONGEST_SEARCH].strip()
    shown = sought(found, question) if question else found
    context = {
        "page": Paginator(shown, _ON_A_PAGE).get_page(request.GET.get("page")),
        "count": len(shown),
        "total": len(rows),
        "sought": question,
        "query": f"q={question}&" if question else "",
    }
    return render(request, "study/notes.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Ask which words of a rule to mark and what to say to it; a POST keeps it and leads back."""
    asked = request.POST if request.method == "POST" else request.GET
    versions = catalogue()
    at, language = asked.get("at", ""), asked.get("lang", "") or DEFAULT_LANGUAGE
    entry = rule_place(versions, at)
    if entry is None or entry.edition is None or language not in versions.find(str(entry.edition.version)).languages:
        raise Http404(_("There is no rule at “%(number)s”.") % {"number": at[:40]})
    problem: Refused | str = ""
    if request.method == "POST":
        try:
            row = save_note(versions, cast(User, request.user), _marked(request, entry, language))
        except Refused as error:
            problem = error
        else:
            return _after(request, row)
    context = _choices(versions, entry, language) | {"problem": problem, "asked": asked, "at": at}
    context["next"] = next_address(request, str(context["href"]))
    return render(request, "study/note_add.html", context, status=400 if problem else 200)


def _marked(request: HttpRequest, entry: Entry, language: str) -> NoteDraft:
    """What a form says; a sentence that was chosen counts where no words were typed."""
    typed, chosen = request.POST.get("phrase", ""), request.POST.get("sentence", "")
    start = request.POST.get("start", "")
    if not typed.strip() and chosen:
        start, _mark, typed = chosen.partition(":")
    at = int(start) if start.isascii() and start.isdigit() and len(start) < 7 else None
    return NoteDraft(entry, language, typed, at, request.POST.get("note", ""))


def _after(request: HttpRequest, row: RuleNote) -> HttpResponse:
    """To where the words were marked, or to writing a note on them where that was asked for."""
    back = next_address(request, reverse("study-notes"))
    if "then_note" in request.POST:
        query = urlencode({"next": back.partition("#")[0]})
        return redirect(f"{reverse('study-note', args=[row.public_id])}?{query}")
    plain = back.partition("#")[0]
    return redirect(f"{plain}#m-{row.public_id}" if row.phrase else f"{plain}#n-{row.public_id}")


def _choices(versions: Catalogue, entry: Entry, language: str) -> dict[str, object]:
    """The text of a rule and its sentences, to choose one."""
    day = cast(datetime.date, entry.edition.version.date if entry.edition else None)
    line = line_in(versions, versions.find(str(day)), entry, language)
    text = whole_text(line) if line else ""
    return {
        "entry": entry,
        "day": day,
        "language": language,
        "text": text,
        "sentences": [(f"{start}:{text[start:end]}", text[start:end]) for start, end in sentences(text)],
        "href": address_of(day, entry.number, is_term=entry.kind == Entry.Kind.TERM, lang=language),
        **_LIMITS,
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show one note to change it; a POST keeps the change, unless another window changed it meanwhile."""
    user = cast(User, request.user)
    typed = request.POST.get("note", "") if request.method == "POST" else None
    after = next_address(request, reverse("study-notes"))
    try:
        if typed is not None:
            change(user, public_id, typed, _revision(request))
            messages.success(request, _("Kept."))
            return redirect(after)
        row = RuleNote.objects.get(user=user, public_id=public_id)
    except RuleNote.DoesNotExist:
        return _not_there(request, typed)
    except NoteConflict as error:
        return _page(request, error.row, after, typed, overtaken=True)
    except Refused as error:
        row = RuleNote.objects.get(user=user, public_id=public_id)
        return _page(request, row, after, typed, problem=error)
    return _page(request, row, after, None)


def _page(
    request: HttpRequest,
    row: RuleNote,
    after: str,
    typed: str | None,
    *,
    problem: Refused | str = "",
    overtaken: bool = False,
) -> HttpResponse:
    versions = catalogue()
    found = as_of(versions, versions.latest, [row]) if versions.latest else []
    context = {
        "row": row,
        "now": found[0] if found else None,
        "note": row.note if typed is None else typed,
        "theirs": row.note if overtaken else "",
        "problem": problem,
        "overtaken": overtaken,
        "next": after,
        **_LIMITS,
    }
    return render(request, "study/note.html", context, status=409 if overtaken else 400 if problem else 200)


def _not_there(request: HttpRequest, typed: str | None) -> HttpResponse:
    """There is no such note, or it is another person's; what was typed for it is not lost."""
    if typed is None:
        raise Http404(_("There is no such note."))
    return render(request, "study/note_gone.html", {"typed": typed}, status=404)


def _revision(request: HttpRequest) -> int:
    given = request.POST.get("revision", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 9 else -1


@posted_from("study-note", "public_id")
@login_required
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a note, unless another window changed it meanwhile: then it is shown first."""
    after = next_address(request, reverse("study-notes"))
    try:
        remove(cast(User, request.user), public_id, _revision(request))
    except RuleNote.DoesNotExist:
        raise Http404(_("There is no such note.")) from None
    except NoteConflict as error:
        return _page(request, error.row, after, None, overtaken=True)
    messages.success(request, _("Deleted."))
    return redirect(after)

"""Pages of notes and marked words: list, add, change, delete."""

import datetime
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rulesbase.annotations.notes import (
    EditConflict,
    change_note,
    delete_note,
    entry_text_in,
    in_newest_versions,
    matching_notes,
    save_note,
)
from rulesbase.annotations.rule_texts import entry_plain_text
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, catalogue
from rulesbase.core.document_urls import entry_url, in_document, named
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.core.redirects import next_address, posted_from
from rulesbase.engine.documents import COMPREHENSIVE_RULES
from rulesbase.engine.text.sentences import sentences
from rulesbase.lineage.find_rule import entry_in_any_document
from rulesbase.models import Entry, RuleNote, User
from rulesbase.models.annotations import LONGEST_NOTE, LONGEST_PHRASE

_PER_PAGE = 50
_LONGEST_SEARCH = 80
_LIMITS = {"most_note": LONGEST_NOTE, "most_phrase": LONGEST_PHRASE}


@login_required
@require_safe
def notes(request: HttpRequest) -> HttpResponse:
    """List the user's notes in the order of the book, or search them."""
    user = cast(User, request.user)
    rows = list(RuleNote.objects.filter(user=user).select_related("wording"))
    found = in_newest_versions(rows)
    question = request.GET.get("q", "")[:_LONGEST_SEARCH].strip()
    shown = matching_notes(found, question) if question else found
    context = {
        "page": Paginator(shown, _PER_PAGE).get_page(request.GET.get("page")),
        "count": len(shown),
        "total": len(rows),
        "sought": question,
    }
    return render(request, "annotations/notes.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Show the form for a note on a rule; a POST stores it and redirects back."""
    user, asked = cast(User, request.user), request.POST if request.method == "POST" else request.GET
    entry = entry_in_any_document(asked.get("at", ""))
    with in_document(entry.rule.document if entry and entry.rule else COMPREHENSIVE_RULES):
        return _add(request, user, asked, entry)


def _add(request: HttpRequest, user: User, asked: QueryDict, entry: Entry | None) -> HttpResponse:
    versions = catalogue()
    at, language = asked.get("at", ""), asked.get("lang", "") or DEFAULT_LANGUAGE
    if entry is None or entry.edition is None or language not in versions.find(str(entry.edition.version)).languages:
        raise Http404(_("There is no rule “%(number)s”.") % {"number": at[:40]})
    problem: Refused | str = ""
    if request.method == "POST":
        # A chosen sentence counts if no words were typed.
        phrase, chosen, start = (asked.get(name, "") for name in ("phrase", "sentence", "start"))
        if not phrase.strip() and chosen:
            start, _mark, phrase = chosen.partition(":")
        at_start, note = read_number(start, None, most_digits=6), asked.get("note", "")
        try:
            row = save_note(versions, user, entry, language=language, phrase=phrase, start=at_start, note=note)
            return _redirect_to_note(request, row)
        except Refused as error:
            problem = error
    context = _form_context(versions, entry, language) | {"problem": problem, "asked": asked, "at": at}
    context["next"] = next_address(request, str(context["href"]))
    return render(request, "annotations/note_add.html", context, status=400 if problem else 200)


def _redirect_to_note(request: HttpRequest, row: RuleNote) -> HttpResponse:
    """Redirect to the marked words, or to the form of the note."""
    back = next_address(request, reverse("study-notes")).partition("#")[0]
    if "then_note" in request.POST:
        return redirect(reverse("study-note", args=[row.public_id], query={"next": back}))
    return redirect(f"{back}#{'m' if row.phrase else 'n'}-{row.public_id}")


def _form_context(versions: Catalogue, entry: Entry, language: str) -> dict[str, object]:
    """Return the text of a rule and its sentences, to choose one."""
    day = cast(datetime.date, entry.edition.version.date if entry.edition else None)
    line = entry_text_in(versions, versions.find(str(day)), entry, language)
    text = entry_plain_text(line) if line else ""
    lang = language if language != DEFAULT_LANGUAGE else ""
    return {
        "entry": entry,
        "name": named(entry.number, entry.wording.heading),
        "day": day,
        "language": language,
        "text": text,
        "sentences": [(f"{start}:{text[start:end]}", text[start:end]) for start, end in sentences(text)],
        "href": entry_url(day, entry.number, lang=lang),
        **_LIMITS,
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def note(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a note to change it; a POST stores the change, unless another window changed it meanwhile."""
    user = cast(User, request.user)
    typed = request.POST.get("note", "") if request.method == "POST" else None
    try:
        if typed is not None:
            change_note(user, public_id, typed, posted_revision(request))
            messages.success(request, _("Saved."))
            return redirect(next_address(request, reverse("study-notes")))
        row = RuleNote.objects.get(user=user, public_id=public_id)
    except RuleNote.DoesNotExist:
        if typed is None:
            raise Http404(_("There is no such note.")) from None
        return render(request, "annotations/note_gone.html", {"typed": typed}, status=404)
    except EditConflict as error:
        return _note_page(request, error.row, typed, overtaken=True)
    except Refused as error:
        row = RuleNote.objects.get(user=user, public_id=public_id)
        return _note_page(request, row, typed, problem=error)
    return _note_page(request, row, None)


def _note_page(
    request: HttpRequest, row: RuleNote, typed: str | None, *, problem: Refused | str = "", overtaken: bool = False
) -> HttpResponse:
    found = in_newest_versions([row])
    context = {
        "row": row,
        "now": found[0] if found else None,
        "note": row.note if typed is None else typed,
        "theirs": row.note if overtaken else "",
        "problem": problem,
        "overtaken": overtaken,
        "next": next_address(request, reverse("study-notes")),
        **_LIMITS,
    }
    return render(request, "annotations/note.html", context, status=409 if overtaken else 400 if problem else 200)


def posted_revision(request: HttpRequest) -> int:
    """Return the revision that a form was based on; -1 for an invalid one."""
    return read_number(request.POST.get("revision"), -1, most_digits=8)


@posted_from("study-note", "public_id")
@login_required
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a note; if another window changed it meanwhile, show it first."""
    try:
        delete_note(cast(User, request.user), public_id, posted_revision(request))
    except RuleNote.DoesNotExist:
        raise Http404(_("There is no such note.")) from None
    except EditConflict as error:
        return _note_page(request, error.row, None, overtaken=True)
    messages.success(request, _("The note was deleted."))
    return redirect(next_address(request, reverse("study-notes")))

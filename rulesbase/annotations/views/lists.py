"""Reading lists: one's own, shared ones, and what is on them."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.accounts.permissions import next_address, posted_from
from rulesbase.annotations import lists
from rulesbase.annotations.list_page import choices, shown_items
from rulesbase.annotations.lists import ListConflict, ListDetails, ListNotFound
from rulesbase.annotations.rule_texts import settle_reading
from rulesbase.archive.catalogue import VersionNotFound, catalogue, no_version_words
from rulesbase.core.errors import Refused
from rulesbase.models import ReadingItem, ReadingList, User
from rulesbase.models.annotations import LONGEST_COMMENT


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


def _titled(request: HttpRequest) -> ListDetails:
    asked = request.POST
    return ListDetails(asked.get("name", ""), asked.get("about", ""), "is_shared" in asked)


def _revision(request: HttpRequest) -> int:
    given = request.POST.get("revision", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 9 else -1


def _none() -> Http404:
    return Http404(_("There is no such list."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """Show somebody's lists; a POST makes one."""
    problem: Refused | str = ""
    if request.method == "POST":
        try:
            return redirect("study-list", lists.make_list(_user(request), _titled(request)).public_id)
        except Refused as error:
            problem = error
    context = {"lists": lists.lists_of(_user(request)), "problem": problem, "asked": request.POST}
    return render(request, "study/lists.html", context, status=400 if problem else 200)


@require_safe
def one(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a list as of a version, the newest without one, in the languages that are asked for."""
    reader = _user(request) if request.user.is_authenticated else None
    try:
        row = lists.list_for(reader, public_id)
    except ListNotFound:
        raise _none() from None
    response = _shown(request, row, reader)
    # Lists change without the counter that kept pages go by.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _shown(request: HttpRequest, row: ReadingList, reader: User | None, **more: object) -> HttpResponse:
    versions = catalogue()
    day = request.GET.get("on", "") or "latest"
    try:
        version = versions.find(day)
    except VersionNotFound as error:
        raise Http404(no_version_words(error)) from None
    is_own = reader is not None and row.owner_id == reader.pk
    if is_own:
        settle_reading(reader)
    lang = ",".join(code for code in request.GET.getlist("lang") if len(code) < 20)
    items, texts = shown_items(versions, version, row, reader, lang)
    context = {
        "list": row,
        "items": items,
        "version": version,
        "is_newest": versions.latest is not None and versions.latest.pk == version.pk,
        "versions": list(reversed(versions.all)),
        "languages": choices(version, texts),
        "columns": len(texts),
        "is_own": is_own,
        "done": sum(item.is_read for item in items),
        "most_comment": LONGEST_COMMENT,
        "address": request.build_absolute_uri(reverse("study-list", args=[row.public_id])),
        "here": request.get_full_path(),
        **more,
    }
    return render(request, "study/list.html", context, status=int(str(more.get("status", 200))))


@posted_from("study-list", "public_id")
@login_required
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change what a list is called and who may read it."""
    user = _user(request)
    try:
        row = lists.rename(user, public_id, _titled(request), _revision(request))
    except ListNotFound:
        raise _none() from None
    except Refused as error:
        row = lists.own_list(user, public_id)
        return _shown(request, row, user, problem=error, typed=_titled(request), status=400)
    except ListConflict as error:
        return _shown(request, cast(ReadingList, error.row), user, overtaken=True, typed=_titled(request), status=409)
    messages.success(request, _("Kept."))
    return redirect("study-list", row.public_id)


@posted_from("study-list", "public_id")
@login_required
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """Put something on a list."""
    user = _user(request)
    try:
        row = lists.own_list(user, public_id)
        item = lists.put(row, request.POST.get("what", "")[:300], request.POST.get("comment", ""))
    except ListNotFound:
        raise _none() from None
    except Refused as error:
        more = {"problem": error, "what": request.POST.get("what", ""), "comment": request.POST.get("comment", "")}
        return _shown(request, row, user, **more, status=400)
    return redirect(f"{reverse('study-list', args=[row.public_id])}#i-{item.public_id}")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def put(request: HttpRequest) -> HttpResponse:
    """From a rule's page: ask on which list to put it; a POST does, on a new one where a name is given."""
    user = _user(request)
    asked = request.POST if request.method == "POST" else request.GET
    problem: Refused | str = ""
    if request.method == "POST":
        try:
            with transaction.atomic():
                row = _chosen(user, asked.get("name", "").strip(), asked.get("list", "")[:8])
                lists.put(row, asked.get("what", "")[:300], asked.get("comment", ""))
            messages.success(request, _("It is on the list “%(name)s” now.") % {"name": row.name})
            return redirect("study-list", row.public_id)
        except ListNotFound:
            problem = _("Choose a list, or give a new one a name.")
        except Refused as error:
            problem = error
    context = {
        "lists": lists.lists_of(user),
        "asked": asked,
        "what": asked.get("what", "")[:300],
        "problem": problem,
        "next": next_address(request, reverse("study-lists")),
    }
    return render(request, "study/list_put.html", context, status=400 if problem else 200)


def _chosen(user: User, name: str, public_id: str) -> ReadingList:
    """A new list where a name is given, else the one that was chosen."""
    return lists.make_list(user, ListDetails(name)) if name else lists.own_list(user, public_id)


@posted_from("study-list", "public_id")
@login_required
def item(request: HttpRequest, public_id: str, item_id: str) -> HttpResponse:
    """Move something on a list, change its comment, take it off, or note that it was read."""
    user, how = _user(request), request.POST.get("how", "")
    try:
        if how in ("read", "unread"):
            row = lists.list_for(user, public_id)
            lists.set_read(user, lists.item_of(row, item_id), read=how == "read")
        else:
            row = lists.own_list(user, public_id)
            _change_item(request, row, item_id, how)
    except ListNotFound:
        raise _none() from None
    except Refused as error:
        return _shown(request, row, user, problem=error, status=400)
    except ListConflict as error:
        typed = request.POST.get("comment", "")
        theirs = cast(ReadingItem, error.row)
        return _shown(request, row, user, item_overtaken=theirs, item_typed=typed, status=409)
    after = next_address(request, reverse("study-list", args=[public_id])).partition("#")[0]
    return redirect(f"{after}#i-{item_id}" if how != "remove" else after)


def _change_item(request: HttpRequest, row: ReadingList, item_id: str, how: str) -> None:
    if how in ("up", "down"):
        lists.move(row, item_id, -1 if how == "up" else 1)
    elif how == "comment":
        lists.comment_on(row, item_id, request.POST.get("comment", ""), _revision(request))
    elif how == "remove":
        lists.item_of(row, item_id).delete()
    else:
        raise Http404


@require_POST
@login_required
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a list of one's own after another one."""
    try:
        made = lists.copy_list(_user(request), public_id)
    except ListNotFound:
        raise _none() from None
    except Refused as error:
        messages.warning(request, str(error))
        return redirect("study-list", public_id)
    messages.success(request, _("This copy is yours: change it as you like."))
    return redirect("study-list", made.public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask whether to delete a list; a POST does."""
    try:
        row = lists.own_list(_user(request), public_id)
    except ListNotFound:
        raise _none() from None
    if request.method == "POST":
        row.delete()
        messages.success(request, _("The list “%(name)s” is deleted.") % {"name": row.name})
        return redirect("study-lists")
    return render(request, "study/list_delete.html", {"list": row, "size": row.items.count()})

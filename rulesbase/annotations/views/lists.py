"""Pages of own and shared reading lists and their items."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.accounts.permissions import user_of
from rulesbase.annotations import lists
from rulesbase.annotations.list_page import shown_items
from rulesbase.annotations.lists import ListDetails, ListNotFound
from rulesbase.annotations.notes import EditConflict
from rulesbase.annotations.views.notes import posted_revision
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.redirects import next_address, posted_from
from rulesbase.models import ReadingList, User
from rulesbase.models.annotations import LONGEST_COMMENT


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


def _titled(request: HttpRequest) -> ListDetails:
    asked = request.POST
    return ListDetails(asked.get("name", ""), asked.get("about", ""), "is_shared" in asked)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """Show the lists of the user; a POST creates one."""
    problem: Refused | str = ""
    if request.method == "POST":
        try:
            return redirect("study-list", lists.make_list(_user(request), _titled(request)).public_id)
        except Refused as error:
            problem = error
    context = {"lists": lists.lists_of(_user(request)), "problem": problem, "asked": request.POST}
    return render(request, "annotations/lists.html", context, status=400 if problem else 200)


# Lists change without the content version that cached pages depend on.
@cache_control(private=True, no_cache=True)
@require_safe
def one(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a list in a version, by default the newest, in the wanted languages."""
    reader = user_of(request)
    return _shown(request, lists.list_for(reader, public_id), reader)


def _shown(
    request: HttpRequest, row: ReadingList, reader: User | None, *, status: int = 200, **more: object
) -> HttpResponse:
    versions = catalogue()
    version = versions.find(request.GET.get("on", "") or "latest")
    is_own = reader is not None and row.owner_id == reader.pk
    lang = ",".join(code for code in request.GET.getlist("lang") if len(code) < 20)
    items, texts = shown_items(versions, version, row, reader, lang)
    chosen = {text.language for text in texts}
    context = {
        "list": row,
        "items": items,
        "version": version,
        "is_newest": versions.latest is not None and versions.latest.pk == version.pk,
        "versions": list(reversed(versions.all)),
        "languages": [{"code": code, "chosen": code in chosen} for code in version.languages],
        "columns": len(texts),
        "is_own": is_own,
        "done": sum(item.is_read for item in items),
        "most_comment": LONGEST_COMMENT,
        "address": request.build_absolute_uri(reverse("study-list", args=[row.public_id])),
        "here": request.get_full_path(),
        **more,
    }
    return render(request, "annotations/list.html", context, status=status)


@posted_from("study-list", "public_id")
@login_required
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the name, purpose and sharing of a list."""
    user = _user(request)
    row = lists.own_list(user, public_id)
    try:
        lists.rename(row, _titled(request), posted_revision(request))
    except Refused as error:
        return _shown(request, row, user, problem=error, typed=_titled(request), status=400)
    except EditConflict as error:
        return _shown(request, error.row, user, overtaken=True, typed=_titled(request), status=409)
    messages.success(request, _("Saved."))
    return redirect("study-list", row.public_id)


@posted_from("study-list", "public_id")
@login_required
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """Add an item to a list."""
    user, what, comment = _user(request), request.POST.get("what", ""), request.POST.get("comment", "")
    row = lists.own_list(user, public_id)
    try:
        item = lists.put(row, what[:300], comment)
    except Refused as error:
        return _shown(request, row, user, problem=error, what=what, comment=comment, status=400)
    return redirect(f"{reverse('study-list', args=[row.public_id])}#i-{item.public_id}")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def put(request: HttpRequest) -> HttpResponse:
    """Ask on which list to put a rule; a POST adds it, to a new list if it has a name."""
    user = _user(request)
    asked = request.POST if request.method == "POST" else request.GET
    problem: Refused | str = ""
    if request.method == "POST":
        try:
            with transaction.atomic():
                name = asked.get("name", "").strip()
                chosen = asked.get("list", "")[:8]
                row = lists.make_list(user, ListDetails(name)) if name else lists.own_list(user, chosen)
                lists.put(row, asked.get("what", "")[:300], asked.get("comment", ""))
            messages.success(request, _("Added to the list “%(name)s”.") % {"name": row.name})
            return redirect("study-list", row.public_id)
        except ListNotFound:
            problem = _("Choose a list, or enter a name for a new list.")
        except Refused as error:
            problem = error
    context = {
        "lists": lists.lists_of(user),
        "asked": asked,
        "what": asked.get("what", "")[:300],
        "problem": problem,
        "next": next_address(request, reverse("study-lists")),
    }
    return render(request, "annotations/list_add.html", context, status=400 if problem else 200)


@posted_from("study-list", "public_id")
@login_required
def item(request: HttpRequest, public_id: str, item_id: str) -> HttpResponse:
    """Move, comment or remove an item, or mark it as read."""
    user, how = _user(request), request.POST.get("how", "")
    reads = how in ("read", "unread")
    row = lists.list_for(user, public_id) if reads else lists.own_list(user, public_id)
    try:
        if reads:
            lists.set_read(user, lists.item_of(row, item_id), read=how == "read")
        elif how in ("up", "down"):
            lists.move(row, item_id, up=how == "up")
        elif how == "comment":
            lists.comment_on(row, item_id, request.POST.get("comment", ""), posted_revision(request))
        elif how == "remove":
            lists.item_of(row, item_id).delete()
        else:
            raise Http404
    except Refused as error:
        return _shown(request, row, user, problem=error, status=400)
    except EditConflict as error:
        typed = request.POST.get("comment", "")
        return _shown(request, row, user, item_overtaken=error.row, item_typed=typed, status=409)
    after = next_address(request, reverse("study-list", args=[public_id])).partition("#")[0]
    return redirect(f"{after}#i-{item_id}" if how != "remove" else after)


@require_POST
@login_required
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Copy a list."""
    try:
        made = lists.copy_list(_user(request), public_id)
    except Refused as error:
        messages.warning(request, str(error))
        return redirect("study-list", public_id)
    messages.success(request, _("List copied. You can edit your copy."))
    return redirect("study-list", made.public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask whether to delete a list; a POST deletes it."""
    row = lists.own_list(_user(request), public_id)
    if request.method == "POST":
        row.delete()
        messages.success(request, _("The list “%(name)s” is deleted.") % {"name": row.name})
        return redirect("study-lists")
    return render(request, "annotations/list_delete.html", {"list": row, "size": row.items.count()})

"""What the views of the desk read from a request: language, queue, and the text to translate."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT, REVIEW, may
from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.core.languages import language_word
from rulesbase.core.number_format import read_number
from rulesbase.desk.queue_params import QueueParams, read_queue_params, version_of
from rulesbase.desk.targets import TranslationTarget, desk_languages, edit_address, find_target, text_query
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.models import User


class EditorRequest(NamedTuple):
    """A request for a translation target."""

    request: HttpRequest
    versions: Catalogue
    target: TranslationTarget
    params: QueueParams

    @property
    def user(self) -> User:
        """Return the signed-in user."""
        return cast(User, self.request.user)

    @property
    def address(self) -> str:
        """Return the address of the editor of this text, with its queue."""
        target = self.target
        return edit_address(target.language, target.public_id, target.part, self.params.query)

    @property
    def query(self) -> str:
        """Return the query string that names this text in other addresses."""
        return text_query(self.target.part, QueueParams(version=self.params.version).query)


def with_target(view: Callable[[EditorRequest], HttpResponse]) -> Callable[[HttpRequest, str, str], HttpResponse]:
    """Pass the target that the address names to a view. Redirect from a merged Rule to its successor."""

    @wraps(view)
    def found(request: HttpRequest, language: str, public_id: str) -> HttpResponse:
        versions, params = page_params(request, language)
        part = read_number(request.GET.get("part", "0"), -1, most_digits=3)
        target = find_target(language, public_id, part, version_of(versions, params))
        if target is not None:
            return view(EditorRequest(request, versions, target, params))
        rule = rule_named(public_id)
        if rule is not None and rule.public_id != public_id and request.method in ("GET", "HEAD"):
            return redirect("desk_edit", language, rule.public_id, permanent=True)
        raise Http404(_("The version that is being translated does not have this text."))

    return found


def require_language(language: str) -> Catalogue:
    """Return the catalogue. Raise Http404 for a language without translations."""
    versions = catalogue()
    if language not in desk_languages(versions):
        raise Http404(_("There are no translations into this language."))
    return versions


def page_params(request: HttpRequest, language: str) -> tuple[Catalogue, QueueParams]:
    """Return the catalogue and the parameters of the address. Raise Http404 for a language without translations."""
    versions = require_language(language)
    return versions, read_queue_params(request.GET, versions)


def language_context(request: HttpRequest, language: str) -> dict[str, Any]:
    """Return what the pages of a language share: its name, and what the user may do."""
    return {
        "language": language,
        "language_word": language_word(language),
        "may_edit": may(request.user, EDIT, language),
        "may_review": may(request.user, REVIEW, language),
    }

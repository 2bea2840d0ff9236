"""Display settings: theme, interface language, term links."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.urls import translate_url
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.accounts.forms import DisplayForm
from rulesbase.core.document_urls import document_of_path, in_document
from rulesbase.core.languages import language_of_path
from rulesbase.core.redirects import next_address

YEAR = 365 * 24 * 60 * 60


@require_safe
def display(request: HttpRequest) -> HttpResponse:
    """Store theme, interface language and term links in cookies and redirect back, to the page in that language."""
    form = DisplayForm(request.GET)
    if not form.is_valid():
        return HttpResponseBadRequest(_("There is no such setting."), content_type="text/plain")
    theme, language = form.cleaned_data["theme"], form.cleaned_data["ui"]
    after = next_address(request, "/")
    if language:
        with in_document(document_of_path(after)), translation.override(language_of_path(after)):
            after = translate_url(after, language)
    response = HttpResponseRedirect(after)
    how: dict[str, Any] = {"max_age": YEAR, "secure": settings.SECURE, "httponly": True, "samesite": "Lax"}
    # static/js/display-settings.js applies these.
    read_by_script = how | {"httponly": False}
    if theme:
        response.set_cookie(settings.THEME_COOKIE_NAME, theme, **read_by_script)
    if terms := form.cleaned_data["terms"]:
        response.set_cookie(settings.TERM_LINKS_COOKIE_NAME, terms, **read_by_script)
    if language:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, **how)
    return response

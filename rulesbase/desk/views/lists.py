"""View of the desk that lists many texts in one page."""

from typing import cast

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import language_role_required
from rulesbase.accounts.roles import REVIEW, TRANSLATE, may
from rulesbase.core.content_version import english_key
from rulesbase.core.escaped_html import joined
from rulesbase.desk.list_filters import ListFilterForm, filtered
from rulesbase.desk.list_html import ListHtml
from rulesbase.desk.queue_params import queue_around
from rulesbase.desk.queues import Queue, chapter_headings
from rulesbase.desk.rows import listed_items, rows_for
from rulesbase.desk.terminology.queries import agreed_words
from rulesbase.desk.views.requests import language_context, page_params
from rulesbase.models import Translation, User
from rulesbase.translations.doubts import doubts_of
from rulesbase.translations.freshness_types import SAME_MEANING

# Rows of a page: more than the largest chapter has.
_PAGE = 1000
# A whole version is read page by page.
_PAGE_OF_ALL = 200


@language_role_required(TRANSLATE)
@require_safe
def listed(request: HttpRequest, language: str) -> HttpResponse:
    """Show the texts of a queue, a chapter or a search as a list in which each can be edited."""
    versions, params = page_params(request, language)
    user = cast(User, request.user)
    plan = queue_around(versions, language, params, user)
    form = ListFilterForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    context = {**language_context(request, language), "plan": plan, "params": params, "form": form}
    if plan is not None:
        items = filtered(listed_items(plan, params), language, asked, versions.stamp)
        size = _PAGE if params.chapter else _PAGE_OF_ALL
        page = Paginator(items, size).get_page(request.GET.get("page"))
        rows = rows_for(plan, list(page.object_list), user)
        cells = {row.item.cell.entry: row.item.cell for row in rows if row.item.text.state in SAME_MEANING}
        html = ListHtml(language, params.query, doubts_of(plan.stamp, language, cells.values()))
        context |= {
            "rows": joined(map(html.row, rows)),
            "page": page,
            "vocabulary": agreed_words(english_key(versions.stamp), language),
            "four_eyes": settings.FOUR_EYES,
            "main_verb": "approve" if params.queue == Queue.REVIEW and may(user, REVIEW, language) else "submit",
            "authors": authors_of(language),
            "chapters": chapter_headings(versions, plan).items(),
        }
    return render(request, "desk/list.html", context)


def authors_of(language: str) -> list[str]:
    """Return the names of the people who wrote translations into a language. One query."""
    rows = Translation.objects.filter(language=language, author__isnull=False).order_by()
    return sorted(rows.values_list("author__username", flat=True).distinct())

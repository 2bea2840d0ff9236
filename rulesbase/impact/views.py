"""Lists of what a change touches: `/compare/<A>/<B>/impact/`, and `/rule/<id>/impact/` of one Rule."""

from itertools import pairwise
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import user_of
from rulesbase.archive.catalogue import catalogue
from rulesbase.compare.queries import pair_of
from rulesbase.core.dates import day_text
from rulesbase.core.document_urls import visible_number
from rulesbase.core.punctuation import colon
from rulesbase.engine.text.numbers import canonical
from rulesbase.feeds.atom import AtomFeed, at_midnight
from rulesbase.impact.kinds import Scope, impact_kinds
from rulesbase.impact.queries import (
    ChangedRule,
    changed_rules,
    has_number,
    kind_counts,
    public_counts,
    rule_scope,
    scope_of,
)
from rulesbase.lineage.follow_rule import rule_named

_FEED_VERSIONS = 8
_PER_PAGE, _PER_PAGE_OF_DATA = 50, 1000


@require_safe
def impact(request: HttpRequest, a: str, b: str) -> HttpResponse:
    """List what rests on the rules that changed in substance between two versions, as a page or as JSON.

    ``?kind=`` chooses the list, ``?section=`` a section or chapter, ``?rule=`` one number.
    """
    pair = pair_of(a, b)
    if (a, b) != (str(pair.a), str(pair.b)):
        return redirect(reverse("impact", args=[str(pair.a), str(pair.b)], query=request.GET))
    section, number = request.GET.get("section", "")[:8], request.GET.get("rule", "")[:80].strip()
    wanted = canonical(number) or number
    changed = changed_rules(pair, section, wanted)
    is_unknown = bool(wanted) and not has_number(pair, wanted)
    context = {"pair": pair, "changed": changed, "section": section, "number": number, "is_unknown": is_unknown}
    return _response(request, scope_of(pair, changed, user_of(request)), changed, context)


@require_safe
def rule_impact(request: HttpRequest, public_id: str) -> HttpResponse:
    """List all that rests on a Rule, as a page or as JSON; a merged Rule redirects to its successor."""
    rule = rule_named(public_id)
    versions = catalogue()
    if rule is None or not versions.complete:
        raise Http404(_("There is no rule at this address. Check the address, or search for the rule."))
    if rule.public_id != public_id:
        return redirect("rule_impact", rule.public_id, permanent=True)
    scope = rule_scope(versions, rule, user_of(request))
    entry = rule.entries.filter(edition=scope.newer.main.pk).select_related("wording").order_by("position").first()
    number = entry.number if entry else ""
    name = visible_number(number) or (entry.wording.heading if entry else "")
    changed = (ChangedRule(rule.pk, rule.public_id, (number,), (number,)),)
    return _response(request, scope, changed, {"rule": rule, "name": name, "version": scope.newer})


def _response(
    request: HttpRequest, scope: Scope, changed: tuple[ChangedRule, ...], context: dict[str, Any]
) -> HttpResponse:
    counts = kind_counts(scope)
    chosen = next((one for one in counts if one.kind.code == request.GET.get("kind")), None)
    chosen = chosen or next((one for one in counts if one.total), counts[0])
    as_data = request.GET.get("format") == "json"
    page = Paginator(range(chosen.total), _PER_PAGE_OF_DATA if as_data else _PER_PAGE).get_page(request.GET.get("page"))
    items = chosen.kind.items(scope, max(0, page.start_index() - 1), page.paginator.per_page) if chosen.total else ()
    by_rule = {one.rule: one for one in changed}
    rows = [(item, [by_rule[rule] for rule in item.rules if rule in by_rule]) for item in items]
    if as_data:
        data = {
            "from": str(scope.older),
            "to": str(scope.newer),
            "rules": [
                {"rule": one.public_id, "old_numbers": one.old_numbers, "new_numbers": one.new_numbers}
                for one in changed
            ],
            "counts": {one.kind.code: one.total for one in counts},
            "kind": chosen.kind.code,
            "page": page.number,
            "pages": page.paginator.num_pages,
            "items": [{**item._asdict(), "rules": [rule.public_id for rule in rules]} for item, rules in rows],
        }
        return JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    shown = {"counts": counts, "chosen": chosen, "page": page, "rows": rows}
    return render(request, "impact/impact.html", context | shown)


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Send the feed of what each new version touches: an item for each of the newest in force, with counts by kind."""
    versions = catalogue()
    begun = [version for version in versions.complete if version.date <= versions.today]
    about = _("Rulings, cards, translations and questions affected by rules that changed in substance.")
    found = AtomFeed(request, "impact", _("Impact of the changes in each version"), about, reverse("compare_form"))
    for before, version in reversed(list(pairwise(begun))[-_FEED_VERSIONS:]):
        address = request.build_absolute_uri(reverse("impact", args=[str(before), str(version)]))
        counts = public_counts(pair_of(str(before), str(version)))
        kinds = (kind for kind in impact_kinds() if kind.code in counts)
        cells = ((address, kind.code, kind.name, colon(), counts[kind.code]) for kind in kinds)
        rows = format_html_join("\n", '<li><a href="{}?kind={}">{}</a>{}{}</li>', cells)
        title = _("Impact of the changes in the version of %(date)s") % {"date": day_text(version.date)}
        found.add(f"impact/{version}", title, at_midnight(version.date), address, format_html("<ul>{}</ul>", rows))
    return found.response()

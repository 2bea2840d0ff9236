"""Show the rulings of a rule, and the curators' pages that link rulings to rules and check computed links."""

from typing import Any, cast

from django import forms
from django.db.models import BigIntegerField, Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from cards.lookup.find_cards import card_named
from cards.models import Ruling, RulingRule, RulingTie
from cards.rulings.actions import add_link, decide_link, propose_link, remove_link
from cards.rulings.feed import card_feed
from cards.rulings.queries import computed_bases, rulings_on
from rulesbase.accounts.permissions import curator_required
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.core.redirects import posted_from
from rulesbase.history.queries import history_of
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.lineage.withdrawable_page import page_of_withdrawable
from rulesbase.models import User


class LinkForm(forms.Form):
    """A ruling, the rule it rests on, and a reason."""

    ruling = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=BigIntegerField.MAX_BIGINT)
    place = forms.CharField(
        label=gettext_lazy("Rule"),
        max_length=40,
        help_text=gettext_lazy(
            "The rule number on the date of the ruling, such as 201.3. For another date: 201.3@2022-04-29."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everyone can read the reason.")
    )


_A_PAGE = 50
_MOST = 500


@require_safe
def rule_rulings(request: HttpRequest, public_id: str) -> HttpResponse:
    """List all rulings that rest on a Rule; a merged Rule redirects to its successor."""
    rule = rule_named(public_id)
    if rule is None:
        raise Http404(_("There is no rule at this address. Check the address, or search for the rule."))
    if rule.public_id != public_id:
        return redirect("rule_rulings", rule.public_id, permanent=True)
    versions = catalogue()
    page = rulings_on(versions, rule.pk, request.GET.get("page"), _A_PAGE)
    history = history_of(versions, rule)
    context = {
        "rule": rule,
        "number": history.last.number if history and not history.is_term else "",
        "last": history.last.last if history else None,
        "text": history.last.wording.words if history else "",
        "page": page,
        "canonical": request.build_absolute_uri(request.path + (f"?page={page.number}" if page.number > 1 else "")),
    }
    return render(request, "cards/rule_rulings.html", context)


@curator_required
@require_http_methods(["GET", "HEAD", "POST"])
def link_ruling(request: HttpRequest) -> HttpResponse:
    """List the links; preview a posted link, and store it when it is confirmed.

    ``?ruling=`` names the ruling, ``?place=`` fills the form.
    """
    form = LinkForm(request.POST if request.method == "POST" else None, initial=request.GET.dict())
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        try:
            if "confirm" in request.POST:
                stored = add_link(**fields, by=cast(User, request.user))
                return redirect(f"{request.path}?made={stored.pk}")
            context["meant"] = propose_link(fields["ruling"], fields["place"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _page(request, context, status=422 if form.errors else 200)


@curator_required
@require_http_methods(["GET", "HEAD", "POST"])
def check_links(request: HttpRequest) -> HttpResponse:
    """Show the computed link that is least sure, confirm or reject it, and go on with the next.

    ``?link=`` shows a certain one; ``?after=`` skips links up to that key, and starts again after the last one.
    """
    problem = ""
    decision = request.POST.get("decision")
    if decision in ("confirm", "reject"):
        link = read_number(request.POST.get("link"), 0)
        try:
            decide_link(link, confirmed=decision == "confirm", by=cast(User, request.user))
            return redirect(f"{request.path}?after={link}")
        except Refused as refusal:
            problem = str(refusal)
    row = _link_to_check(request.GET)
    found = computed_bases(catalogue(), RulingRule.objects.filter(pk=row.pk)) if row else {}
    context = {
        "row": row,
        "basis": next(iter(found.values()))[0] if found else None,
        "remaining": RulingRule.objects.undecided().count(),
        "problem": problem,
    }
    return render(request, "cards/check_links.html", context, status=409 if problem else 200)


def _link_to_check(asked: QueryDict) -> RulingRule | None:
    rows = RulingRule.objects.undecided().select_related("ruling__card").order_by("confidence", "pk")
    link, after = (read_number(asked.get(name), 0) for name in ("link", "after"))
    if link:
        return rows.filter(pk=link).first()
    previous = RulingRule.objects.filter(pk=after).first() if after else None
    if previous:
        surer = Q(confidence__gt=previous.confidence)
        later = rows.filter(surer | Q(confidence=previous.confidence, pk__gt=previous.pk))
        return later.first() or rows.first()
    return rows.first()


@curator_required
@posted_from("curate_rulings")
def remove_ruling_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a link and redirect to the list."""
    try:
        remove_link(pk, by=cast(User, request.user))
    except Refused as refusal:
        return _page(request, {"form": LinkForm(), "problem": str(refusal)}, status=409)
    return redirect("curate_rulings")


def _page(request: HttpRequest, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    rows = list(RulingTie.objects.select_related("ruling__card").with_people()[:_MOST])
    named = read_number(str(context["form"]["ruling"].value() or ""), 0)
    context["ruling"] = Ruling.objects.select_related("card").filter(pk=named).first()
    context["active"] = [row for row in rows if not row.withdrawn_at and not row.rejected]
    context["rejected"] = [row for row in rows if not row.withdrawn_at and row.rejected]
    return page_of_withdrawable(request, "cards/link_ruling.html", rows, context, status=status)


@require_safe
def card_rulings_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the feed of a card's rulings; an oracle id redirects to the slug."""
    found = card_named(slug)
    if found is None:
        raise Http404(_("There is no card “%(name)s”.") % {"name": slug[:40]})
    if found.slug != slug:
        return redirect("feed_card", found.slug)
    return card_feed(request, found).response()

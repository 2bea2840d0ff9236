"""The rulings of a rule, and the curators' page that ties rulings to rules."""

from typing import Any, cast

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from cards.lookup.by_id import card_named
from cards.models import Ruling, RulingTie
from cards.rulings.actions import find, tie, withdraw
from cards.rulings.feed import card_feed
from cards.rulings.queries import bases, rulings_on
from rulesbase.accounts.permissions import curator_required, posted_from
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.feeds.atom import answer
from rulesbase.history.queries import history_of
from rulesbase.lineage.traversal import rule_named
from rulesbase.lineage.withdrawable_page import page_of_withdrawable
from rulesbase.models import User

# A key that the database can hold.
_LARGEST = 2**63 - 1


class TieForm(forms.Form):
    """A ruling, the rule it rests on, and why."""

    ruling = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=_LARGEST)
    place = forms.CharField(
        label=gettext_lazy("Rule"),
        max_length=40,
        help_text=gettext_lazy(
            "Its number on the day of the ruling, as in 201.3; of another day as in 201.3@2022-04-29."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everybody can read it.")
    )


_A_PAGE = 50
_MOST = 500


@require_safe
def rule_rulings(request: HttpRequest, public_id: str) -> HttpResponse:
    """List all rulings that rest on a Rule; the address of one that was joined with another leads to that one."""
    rule = rule_named(public_id)
    if rule is None:
        raise Http404(_("There is no rule with this address."))
    if rule.public_id != public_id:
        return redirect("rule_rulings", rule.public_id, permanent=True)
    versions = catalogue()
    total = len(bases(versions).of_rule.get(rule.pk, ()))
    page = Paginator(range(total), _A_PAGE).get_page(request.GET.get("page"))
    history = history_of(versions, rule)
    context = {
        "rule": rule,
        "number": history.last.number if history and not history.is_term else "",
        "last": history.last.last if history else None,
        "text": history.last.said.words if history else "",
        "page": page,
        "rulings": rulings_on(versions, rule.pk, max(0, page.start_index() - 1), _A_PAGE),
        "canonical": request.build_absolute_uri(request.path + (f"?page={page.number}" if page.number > 1 else "")),
    }
    return render(request, "cards/rule_rulings.html", context)


@never_cache
@csrf_protect
@curator_required
@require_http_methods(["GET", "HEAD", "POST"])
def tie_ruling(request: HttpRequest) -> HttpResponse:
    """List the ties; of one that is sent, show ruling and rule first and store it when it is confirmed.

    ``?ruling=`` says which ruling is meant, ``?place=`` fills the form.
    """
    form = TieForm(request.POST if request.method == "POST" else None, initial=request.GET.dict())
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            if "confirm" in request.POST:
                made = tie(said["ruling"], said["place"], reason=said["reason"], by=cast(User, request.user))
                return redirect(f"{request.path}?made={made.pk}")
            context["meant"] = find(said["ruling"], said["place"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
    return _page(request, context)


@never_cache
@csrf_protect
@curator_required
@posted_from("curate_rulings")
def tie_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a tie and lead back to the list."""
    try:
        withdraw(pk, by=cast(User, request.user))
    except Refused as refusal:
        return _page(request, {"form": TieForm(), "problem": str(refusal)})
    return redirect("curate_rulings")


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    rows = list(RulingTie.objects.select_related("ruling__card").with_people()[:_MOST])
    context["ruling"] = _ruling(context["form"]["ruling"].value())
    return page_of_withdrawable(request, "cards/tie.html", rows, context)


def _ruling(typed: object) -> Ruling | None:
    """The ruling that the form is about."""
    known = str(typed or "")
    if not known.isascii() or not known.isdigit() or len(known) > 18:
        return None
    return Ruling.objects.select_related("card").filter(pk=known).first()


@require_safe
def card_rulings_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The rulings of a card; its oracle id leads to its usual address."""
    found = card_named(slug)
    if found is None:
        raise Http404(_("There is no card “%(name)s”.") % {"name": slug[:40]})
    if found.slug != slug:
        return redirect("feed_card", found.slug)
    return answer(request, card_feed(found))

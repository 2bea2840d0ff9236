"""Views of the desk API on links of rulings to rules."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from cards.api.serializers import DeskTieSerializer
from cards.models import RulingTie
from cards.rulings.actions import add_link, remove_link
from cards.rulings.views import LinkForm
from rulesbase.accounts.roles import CURATE
from rulesbase.api.desk.base import DeskPost, cleaned
from rulesbase.api.desk.lineage import WITHDRAWN
from rulesbase.api.query_params import StrictTextField, key
from rulesbase.api.request_body import body

TIE = body(
    "TieToMake",
    {
        "ruling": key("`id` of the ruling."),
        "place": StrictTextField(100, 1, "The rule: 704.5k, as of the ruling's day, or 704.5k@2018-10-05."),
        "reason": StrictTextField(300, 1, "The reason. It is public."),
    },
    {"ruling": 1, "place": "704.5k", "reason": "It explains this rule."},
)
WITHDRAW = body("TieToWithdraw", {}, {})


class DeskRulingLinks(DeskPost):
    """List the links of rulings to rules that curators made."""

    role, response_serializer, listed, paged = CURATE, DeskTieSerializer, True, True
    body, params, operation_id = TIE, WITHDRAWN, "deskTies"

    def get(self, request: Request) -> Response:
        rows = RulingTie.objects.filter(withdrawn_at__isnull=not self.query_values["withdrawn"])
        return self.many(self.page(rows.select_related("ruling__card").with_people(), "day", "pk"))

    def act(self, data: dict[str, Any], **where: Any) -> Any:
        """Link a ruling to the rule it is based on."""
        clean = cleaned(LinkForm(data))
        return add_link(clean["ruling"], clean["place"], reason=clean["reason"], by=self.user)


class DeskRulingLinkRemove(DeskPost):
    """Remove a link of a ruling to a rule."""

    role, body, response_serializer, operation_id = CURATE, WITHDRAW, DeskTieSerializer, "deskTieWithdraw"
    path_params = {"key": key("`id` of the link.")}

    def act(self, data: dict[str, Any], key: int = 0, **where: Any) -> Any:
        """Remove a link. It stays in the log."""
        return remove_link(key, by=self.user)

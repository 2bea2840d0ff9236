"""Programs of the people at the desk: a client that sends a token, and what it gets."""

import json
from typing import Any, NamedTuple

from django.test import Client

from rulesbase.accounts.api_tokens import make_token
from rulesbase.models import User
from tests.rulesbase.desk.texts import base_of, seen_of
from tests.support.described import undescribed

DESK = "/api/v1/desk/"


class Got(NamedTuple):
    """What an address of the desk answered."""

    status: int
    data: dict[str, Any]
    headers: dict[str, str]


def _got(method: str, path: str, answer: Any) -> Got:
    """What was answered; to the last field as the description says."""
    data = json.loads(answer.content)
    if answer.status_code == 200:
        assert undescribed(method, DESK + path, data) == []
    return Got(answer.status_code, data, dict(answer.headers))


class Program:
    """Somebody's program. ``client`` may be a browser of somebody else, whose session must play no part."""

    def __init__(self, user: str, scope: str = "write", name: str = "bot", client: Client | None = None) -> None:
        made = make_token(User.objects.get(username=user), name, scope, 30)
        self.secret, self.token = made.secret, made.token
        self.client = client or Client(enforce_csrf_checks=True)

    def headers(self, **more: str) -> dict[str, str]:
        """What it sends with everything."""
        return {"Authorization": f"Bearer {self.secret}"} | more

    def get(self, path: str) -> Got:
        """Read."""
        return _got("get", path, self.client.get(DESK + path, headers=self.headers()))

    def post(self, path: str, body: object, **headers: str) -> Got:
        """Write."""
        sent = body if isinstance(body, bytes | str) else json.dumps(body)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        return _got(
            "post",
            path,
            self.client.post(DESK + path, sent, "application/json", headers=self.headers(**headers)),
        )

    def do(self, number: str, verb: str, **result: Any) -> Got:
        """Use a verb on a French text, having just looked at it."""
        part = result.get("part", 0)
        body: dict[str, object] = {"base": base_of(number, part)}
        if verb in ("save", "approve"):
            body["seen"] = seen_of(number, part) or None
        return self.post(f"texts/fr/{number}/{verb}/", body | result)

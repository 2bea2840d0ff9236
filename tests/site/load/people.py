"""Curators for a load run: `python -m tests.site.load.people COUNT`, written to DATABASE_URL.

Makes an account with an open session and a token for each, and finds texts that no one has translated yet. Prints
JSON: sessions, tokens, the language, and of each text its Rule, and whether it has a heading and how long a text.
"""

import json
import sys
from typing import Any

import django

LANGUAGE = "fr"


def made(count: int) -> dict[str, Any]:
    """Make them; returns what the run has to know."""
    from rulesbase.accounts.api_tokens import make_token
    from rulesbase.accounts.roles import CURATORS, ensure_language_roles, group_of
    from rulesbase.archive.catalogue import catalogue
    from rulesbase.models import ApiToken, Entry, Translation, User
    from tests.support.make import signed_in

    ensure_language_roles(LANGUAGE)
    sessions, tokens = [], []
    for at in range(count):
        user, _new = User.objects.get_or_create(username=f"load-{at}")
        user.groups.add(group_of(CURATORS))
        sessions.append(signed_in(user).cookies["sessionid"].value)
        ApiToken.objects.filter(user=user).delete()
        tokens.append(make_token(user, "load", ApiToken.Scope.WRITE, 30).secret)
    latest = catalogue().latest
    english = latest.text_in("en") if latest else None
    done = Translation.objects.filter(language=LANGUAGE).values("original")
    entries = Entry.objects.filter(edition=english.pk if english else None).exclude(wording__in=done)
    texts = {
        wording: (rule, bool(heading), len(text))
        for wording, rule, heading, text in entries.order_by("-position").values_list(
            "wording", "rule__public_id", "wording__heading", "wording__text"
        )
    }
    return {"sessions": sessions, "tokens": tokens, "language": LANGUAGE, "texts": list(texts.values())}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(made(int(sys.argv[1]))))

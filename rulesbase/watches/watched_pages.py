"""The name of a watch and the address of the page that it watches, for mails and the list of watches."""

from django.urls import reverse
from django.utils.translation import gettext

from rulesbase.core.document_urls import numbered
from rulesbase.core.excerpts import shortened
from rulesbase.core.languages import language_word
from rulesbase.engine.text.numbers import parse_number
from rulesbase.feeds import search as feeds_search
from rulesbase.models import Watch


def watch_name(watch: Watch) -> str:
    """Return the name of a watch, while its document is active."""
    if watch.kind == Watch.Kind.SEARCH:
        return gettext("Search: %(question)s") % {"question": watch.question}
    if watch.kind == Watch.Kind.LANGUAGE:
        return gettext("Translations: %(language)s") % {"language": language_word(watch.language)}
    if watch.kind == Watch.Kind.RULE and parse_number(watch.number):
        return f"{numbered(watch.number)} {shortened(watch.name, 60)}"
    return watch.name


def watch_path(watch: Watch, card: object) -> str:
    """Return the address of the target's page, while its document is active."""
    if watch.kind == Watch.Kind.SEARCH:
        return feeds_search.search_path(watch.question, watch.language)
    if watch.kind == Watch.Kind.LANGUAGE:
        return reverse("feed_translations", args=[watch.language])
    if watch.kind == Watch.Kind.CARD:
        return reverse("card", args=[getattr(card, "slug", watch.oracle_id)])
    return reverse("rule_history", args=[watch.rule.public_id]) if watch.rule else reverse("rules_latest")

"""Add watches, store mail settings, and link watches to their Rules after a change of the lineage."""

import datetime
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.accounts.personal_data import part, register
from rulesbase.archive.catalogue import Catalogue, catalogue
from rulesbase.archive.languages import translated_languages
from rulesbase.core.card_interface import cards as card_source
from rulesbase.core.database.user_lock import lock_user
from rulesbase.core.errors import Refused
from rulesbase.core.grouping import grouped
from rulesbase.engine.documents import COMPREHENSIVE_RULES, DOCUMENTS, document_active
from rulesbase.lineage.find_rule import entry_in_any_document
from rulesbase.lineage.moved_user_rows import moved_rules
from rulesbase.models import ActionLog, Digest, User, Watch, WatchMail
from rulesbase.search.languages import language_of_search
from rulesbase.search.number_or_version import clean_query

MOST_WATCHES = 500
_DIGEST_LENGTH = 16


class CannotWatch(Refused):
    """The target cannot be watched; ``status`` is the HTTP status of the response."""

    def __init__(self, message: str, status: int = 404) -> None:
        super().__init__(message)
        self.status = status


# ---- Targets ----


def find_watch_target(kind: str, value: str, language: str = "") -> Watch:
    """Return an unsaved watch of the target of a form. Raises CannotWatch with a message if there is none."""
    if kind == Watch.Kind.RULE:
        entry = entry_in_any_document(value)
        if entry is None or entry.edition is None or entry.rule is None:
            raise CannotWatch(_("There is no rule “%(number)s”.") % {"number": value[:40]})
        name, rule = entry.wording.heading or entry.wording.text, entry.rule
        place = {"document": rule.document, "number": entry.number, "day": entry.edition.version.date}
        return Watch(kind=kind, name=name[:300], rule=rule, **place)
    if kind == Watch.Kind.CARD:
        card = card_source().with_address(value)
        if card is None:
            raise CannotWatch(_("There is no card “%(name)s”.") % {"name": value[:40]})
        return Watch(kind=kind, name=card.name, oracle_id=card.oracle_id)
    if kind == Watch.Kind.SEARCH:
        try:
            question = clean_query(value)
        except Refused as error:
            raise CannotWatch(str(error), 400) from None
        searched = language_of_search(catalogue(), language[:40])
        return Watch(kind=kind, name=question, question=question, language=searched)
    if kind == Watch.Kind.LANGUAGE and value in translated_languages():
        return Watch(kind=kind, name=value, language=value)
    raise CannotWatch(_("There are no translations in this language."))


# ---- Watches of a user ----


def watch_of(user: User, target: Watch) -> Watch | None:
    """Return the user's watch on a target, if any."""
    mine = Watch.objects.filter(user=user, kind=target.kind)
    if target.kind == Watch.Kind.RULE:
        return mine.filter(rule=target.rule).first()
    return mine.filter(oracle_id=target.oracle_id, question=target.question, language=target.language).first()


def mail_settings(user: User, site: str, language: str) -> WatchMail:
    """Return the user's mail settings; create defaults with the site and language of the current page."""
    reported = {"told_action": last_action(), **all_reported(catalogues())}
    defaults = {"site": site[:200], "language": language, **reported}
    return WatchMail.objects.get_or_create(user=user, defaults=defaults)[0]


def catalogues() -> dict[str, Catalogue]:
    """Return the catalogue of each document."""
    found = {}
    for document in DOCUMENTS:
        with document_active(document):
            found[document] = catalogue()
    return found


def newest_days(versions: Mapping[str, Catalogue]) -> dict[str, datetime.date]:
    """Return the date of the version in force of each document that has one."""
    return {document: of.latest.date for document, of in versions.items() if of.latest}


def all_reported(versions: Mapping[str, Catalogue]) -> dict[str, object]:
    """Return the fields of WatchMail by which the versions in force count as reported."""
    days = newest_days(versions)
    rules = days.pop(COMPREHENSIVE_RULES, None)
    return {"told_version": rules, "told_documents": {document: day.isoformat() for document, day in days.items()}}


def save_mail_settings(mail: WatchMail, frequency: str, language: str, site: str) -> None:
    """Store mail settings. After "never", mails report only what happens from now on."""
    fields: dict[str, object] = {"frequency": frequency, "language": language, "site": site[:200]}
    with transaction.atomic():
        if mail.frequency == WatchMail.Frequency.NEVER:
            fields |= {"told_action": last_action(), **all_reported(catalogues())}
            watches = list(Watch.objects.filter(user=mail.user_id, kind=Watch.Kind.CARD))
            now = known_rulings(watch.oracle_id for watch in watches)
            for one in watches:
                one.known = now[one.oracle_id]
            Watch.objects.bulk_update(watches, ["known"])
        # Makes a run that is sending now skip this user: its mail may not fit the new settings.
        WatchMail.objects.filter(pk=mail.pk).update(turn=F("turn") + 1, **fields)


def watch(user: User, target: Watch) -> Watch:
    """Store a watch, once per target. Raises CannotWatch if the list is full."""
    target.user, target.since = user, newest_days(catalogues()).get(target.document)
    with transaction.atomic():
        # The lock makes the second of two clicks wait, and the limit hold.
        lock_user(user)
        if known := watch_of(user, target):
            return known
        if Watch.objects.filter(user=user).count() >= MOST_WATCHES:
            message = ngettext(
                "You watch %(most)d page, the maximum. Remove one first.",
                "You watch %(most)d pages, the maximum. Remove one first.",
                MOST_WATCHES,
            )
            raise CannotWatch(message % {"most": MOST_WATCHES}, 409)
        if target.kind == Watch.Kind.CARD:
            target.known = known_rulings([target.oracle_id])[target.oracle_id]
        if target.kind == Watch.Kind.LANGUAGE:
            target.known = [last_action()]
        target.save()
    return target


def known_rulings(cards: Iterable[str]) -> dict[str, list[str]]:
    """Return the short digests of the rulings of each card by Oracle id. One query."""
    digests = card_source().ruling_digests(cards)
    return grouped((oracle_id, short_digest(digest)) for oracle_id, digest in digests)


def short_digest(digest: str) -> str:
    """Return the part of a ruling's digest that a watch stores."""
    return digest[:_DIGEST_LENGTH]


def last_action() -> int:
    """Return the key of the newest action of the log."""
    return ActionLog.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


# ---- After the lineage changed ----


def relink_watches() -> int:
    """Link watches of rules to the Rules with their numbers on their days; return how many changed.

    Two queries if nothing changed. If two watches of a user become one, the older stays.
    """
    watches = list(Watch.objects.filter(kind=Watch.Kind.RULE).order_by("pk"))
    moved = moved_rules(watches)
    with transaction.atomic():
        # Two watches may swap Rules, so clear them first to avoid a conflict.
        Watch.objects.filter(pk__in=[watches[at].pk for at in moved]).update(rule=None)
        for at, rule in moved.items():
            _relink(watches[at], rule)
    return len(moved)


def _relink(one: Watch, rule: int) -> None:
    others = Watch.objects.filter(user=one.user_id, rule=rule).exclude(pk=one.pk)
    if others.filter(pk__lt=one.pk).exists():
        one.delete()
        return
    others.delete()
    Watch.objects.filter(pk=one.pk).update(rule=rule)


def register_personal_data() -> None:
    """Register the personal data of this package; called once at start."""
    target = "kind document name number day oracle_id question language made_at".split()
    mail = "frequency language site told_version last_at".split()
    register(
        part("watches", Watch, "user", target, {"rule": "rule__public_id"}),
        part("mail_of_watches", WatchMail, "user", mail),
        part("mails_of_watches", Digest, "user", "made_at status subject text".split()),
    )

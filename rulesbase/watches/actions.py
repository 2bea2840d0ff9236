"""What people watch: putting something on the list, taking it off, and finding its Rule again."""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.accounts.personal_data import Part, register, rows
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, catalogue
from rulesbase.archive.languages import translated_languages
from rulesbase.core.cards import cards as card_source
from rulesbase.core.errors import Refused
from rulesbase.core.write_lock import at_once
from rulesbase.lineage.lookup import rule_place
from rulesbase.models import ActionLog, Digest, Entry, Rule, User, Watch, WatchMail
from rulesbase.search.queries import clean_question, language_of_search

MOST_WATCHES = 500
_DIGEST = 16


class NotWatched(Refused):
    """What was asked for cannot be watched; ``status`` is that of the answer."""

    def __init__(self, message: str, status: int = 404) -> None:
        super().__init__(message)
        self.status = status


class Target(NamedTuple):
    """Something that can be watched, not stored yet; the fields of Watch."""

    kind: str
    name: str
    rule: Rule | None = None
    number: str = ""
    day: datetime.date | None = None
    oracle_id: str = ""
    question: str = ""
    language: str = ""


# ---- Finding what is meant ----


def target_of(kind: str, value: str, language: str = "") -> Target:
    """What a form means. Raises NotWatched with a sentence for what is not there."""
    versions = catalogue()
    if kind == Watch.Kind.RULE:
        entry = rule_place(versions, value)
        if entry is None or entry.edition is None:
            raise NotWatched(_("There is no rule at “%(number)s”.") % {"number": value[:40]})
        name = entry.wording.heading or entry.wording.text
        return Target(kind, name[:300], entry.rule, entry.number, entry.edition.version.date)
    if kind == Watch.Kind.CARD:
        card = card_source().with_address(value)
        if card is None:
            raise NotWatched(_("There is no card “%(name)s”.") % {"name": value[:40]})
        return Target(kind, card.name, oracle_id=card.oracle_id)
    if kind == Watch.Kind.SEARCH:
        try:
            question = clean_question(value)
        except Refused as error:
            raise NotWatched(str(error), 400) from None
        return Target(kind, question, question=question, language=language_of_search(versions, language[:40]))
    if kind == Watch.Kind.LANGUAGE and value in translated_languages():
        return Target(kind, value, language=value)
    raise NotWatched(_("There are no translations in this language."))


# ---- The list of a person ----


def watch_of(user: User, target: Target) -> Watch | None:
    """The watch that somebody has on something."""
    mine = Watch.objects.filter(user=user, kind=target.kind)
    if target.kind == Watch.Kind.RULE:
        return mine.filter(rule=target.rule).first()
    return mine.filter(oracle_id=target.oracle_id, question=target.question, language=target.language).first()


def mail_shown(user: User, language: str) -> WatchMail:
    """How somebody gets mail, for a page that is only read: as usual, and not stored, where they never said."""
    return WatchMail.objects.filter(user=user).first() or WatchMail(user=user, language=language)


def mail_of(user: User, site: str, language: str) -> WatchMail:
    """How somebody gets mail; as usual where they never said. ``site`` and ``language`` are of the page at hand."""
    newest = catalogue().latest
    made, _new = WatchMail.objects.get_or_create(
        user=user,
        defaults={
            "site": site[:200],
            "language": language,
            "told_version": newest.date if newest else None,
            "told_action": last_action(),
        },
    )
    return made


def choose(mail: WatchMail, frequency: str, language: str, site: str) -> None:
    """Store how often somebody wants mail. Who wanted none is told only what happens from now on."""
    fields: dict[str, object] = {"frequency": frequency, "language": language, "site": site[:200]}
    with transaction.atomic():
        if mail.frequency == WatchMail.Frequency.NEVER:
            newest = catalogue().latest
            fields |= {"told_version": newest.date if newest else None, "told_action": last_action()}
            watches = list(Watch.objects.filter(user=mail.user_id, kind=Watch.Kind.CARD))
            now = known_rulings(watch.oracle_id for watch in watches)
            for one in watches:
                one.known = now[one.oracle_id]
            Watch.objects.bulk_update(watches, ["known"])
        # A run that is at it right now is too late: what it found may be other things than are wanted now.
        WatchMail.objects.filter(pk=mail.pk).update(turn=F("turn") + 1, **fields)


def watch(user: User, target: Target) -> Watch:
    """Put something on somebody's list, once. Raises NotWatched where the list is full."""
    known = watch_of(user, target)
    if known:
        return known
    if Watch.objects.filter(user=user).count() >= MOST_WATCHES:
        said = ngettext(
            "You watch %(most)d thing, which is as many as can be. Take one off the list first.",
            "You watch %(most)d things, which is as many as can be. Take one off the list first.",
            MOST_WATCHES,
        )
        raise NotWatched(said % {"most": MOST_WATCHES}, 409)
    newest = catalogue().latest
    row = Watch(user=user, since=newest.date if newest else None, **target._asdict())
    if target.kind == Watch.Kind.CARD:
        row.known = known_rulings([target.oracle_id])[target.oracle_id]
    if target.kind == Watch.Kind.LANGUAGE:
        row.known = [last_action()]
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        # Two clicks at once: the other one put it there.
        known = watch_of(user, target)
        if known is None:
            raise
        return known
    return row


def known_rulings(cards: Iterable[str]) -> dict[str, list[str]]:
    """Oracle id -> digests of the rulings of a card, short. One query."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for oracle_id, digest in card_source().ruling_digests(cards):
        found[oracle_id].append(short_digest(digest))
    return found


def short_digest(digest: str) -> str:
    """As much of a ruling's digest as a watch keeps."""
    return digest[:_DIGEST]


def last_action() -> int:
    """The newest action of the log."""
    return ActionLog.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


# ---- After the lineage was computed anew ----


def settle_watches(watches: "QuerySet[Watch] | None" = None, *, now_or_later: bool = False) -> int:
    """Tie watches of rules to the Rules that stand at their numbers on their days; return how many changed.

    ``now_or_later`` leaves it for another time where nothing can be written at this moment.

    Two queries where nothing did. Of two watches of a person that come to be one the older stays.
    """
    rows = Watch.objects.filter(kind=Watch.Kind.RULE) if watches is None else watches.filter(kind=Watch.Kind.RULE)
    there = list(rows.order_by("pk"))
    places = {(watch.number, watch.day) for watch in there}
    entries = Entry.objects.filter(
        edition__language=DEFAULT_LANGUAGE,
        edition__version__date__in={day for _, day in places},
        number__in={number for number, _ in places},
        rule__isnull=False,
    ).order_by("-position")
    fields = ("number", "edition__version__date", "rule")
    rules = {(number, day): rule for number, day, rule in entries.values_list(*fields)}
    moved = [one for one in there if rules.get((one.number, one.day), one.rule_id) != one.rule_id]
    if not moved:
        return 0

    def move() -> None:
        # Two that change places must not meet on the way.
        Watch.objects.filter(pk__in=[one.pk for one in moved]).update(rule=None)
        for one in moved:
            _move(one, rules[one.number, one.day])

    if now_or_later:
        return len(moved) if at_once(move) else 0
    with transaction.atomic():
        move()
    return len(moved)


def _move(one: Watch, rule: int | None) -> None:
    others = Watch.objects.filter(user=one.user_id, rule=rule).exclude(pk=one.pk)
    if others.filter(pk__lt=one.pk).exists():
        one.delete()
        return
    others.delete()
    Watch.objects.filter(pk=one.pk).update(rule=rule)


class Asked(NamedTuple):
    """What is to be watched, as a form says it, and where to go afterwards."""

    kind: str
    value: str
    lang: str
    next: str


def button_facts(asked: Asked, watch: Watch | None) -> dict[str, object]:
    """The context of feeds/_watch.html; `watch` is the row of whoever watches it already."""
    told = {name: value for name, value in asked._asdict().items() if value or name != "lang"}
    return {**told, "watch": watch, "ask": f"{reverse('watch')}?{urlencode(told)}", "feed": _feed(asked)}


def _feed(asked: Asked) -> str:
    if asked.kind == Watch.Kind.SEARCH:
        return f"{reverse('feed_search')}?{urlencode({'q': asked.value, 'lang': asked.lang or 'en'})}"
    return reverse("feed_card" if asked.kind == Watch.Kind.CARD else "feed_rule", args=[asked.value])


def _watches(user: User) -> list[dict[str, Any]]:
    fields = ("kind", "name", "number", "day", "oracle_id", "question", "language", "made_at")
    return rows(Watch.objects.filter(user=user).order_by("pk"), *fields, rule="rule__public_id")


def _mail(user: User) -> list[dict[str, Any]]:
    fields = ("frequency", "language", "site", "told_version", "last_at")
    return rows(WatchMail.objects.filter(user=user), *fields)


def _digests(user: User) -> list[dict[str, Any]]:
    return rows(Digest.objects.filter(user=user).order_by("pk"), "made_at", "status", "subject", "text")


def register_parts() -> None:
    """Say what is held here; called once, when the program starts."""
    register(
        Part("watches", (Watch,), _watches),
        Part("mail_of_watches", (WatchMail,), _mail),
        Part("mails_of_watches", (Digest,), _digests),
    )

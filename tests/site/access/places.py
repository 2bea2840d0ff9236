"""Where every page stands: for each name of the urlconf the addresses at which it is looked at, and by whom.

An address without a language is looked at in all languages of the interface. `{...}` is filled by `known`.
"""

import datetime
from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.tokens import default_token_generator
from django.utils.http import int_to_base36

from cards.models import Card
from rulesbase.accounts.mail_tokens import address_token, join_token, unsubscribe_path
from rulesbase.models import (
    Deck,
    DeckQuestion,
    Digest,
    Entry,
    Kinship,
    Question,
    QuestionNote,
    ReadingList,
    RuleNote,
    Source,
    TermEntry,
    Upload,
    User,
    Version,
    WrittenQuestion,
)
from rulesbase.study.exams import draw, run
from rulesbase.study.exams.draw import ExamSpec
from tests.site.access.library import ADA, OTTO
from tests.site.security.addresses import patterns

LANGUAGES = ("en", "fr", "ja")
# Who looks: somebody without an account, a curator, and somebody who owes the code of their second factor.
ANONYMOUS, CURATOR, OWING = "", ADA, OTTO


class Place(NamedTuple):
    """A page to look at."""

    name: str
    address: str
    by: str = ANONYMOUS


PAGES: dict[str, tuple[str, ...]] = {
    "home": ("/",),
    "search": ("/search/", "/search/?q=card+name", "/search/?q=name&version={earlier}&lang=en,fr", "/search/?q=qqqzzz"),
    "archive": ("/archive/",),
    "heat": ("/archive/heat/",),
    "source": ("/archive/sources/{source}/",),
    "edition": ("/archive/{date}/en/",),
    "downloads": ("/downloads/",),
    "downloads-version": ("/downloads/{date}/",),
    "sign-in": ("/account/sign-in/",),
    "sign-up": ("/account/sign-up/",),
    "join": ("/account/sign-up/{join}/", "/account/sign-up/worn-out-link-of-a-mail/"),
    "reset": ("/account/reset/",),
    "reset-password": ("/account/reset/{owing}/{reset}/",),
    "confirm-address": ("/account/address/{confirm}/",),
    "feeds": ("/feeds/",),
    "unsubscribe": ("/account/unsubscribe/{ending}/", "/account/unsubscribe/worn-out/"),
    "contents": ("/rules/{date}/", "/rules/{earlier}/?lang=en,fr"),
    "introduction": ("/rules/{date}/introduction/",),
    "credits": ("/rules/{date}/credits/",),
    "place": (
        "/rules/{date}/{number}/",
        "/rules/{date}/{number}/?lang=en,fr,ja",
        "/rules/{earlier}/{number}/",
        "/rules/{date}/{chapter}/",
        "/rules/{date}/{chapter}/?lang=en,fr,ja",
        "/rules/{earlier}/{chapter}/",
    ),
    "since": ("/rules/{date}/{number}/since/fr/",),
    "glossary": ("/glossary/{date}/", "/glossary/{date}/?lang=en,fr,ja"),
    "term": ("/glossary/{date}/{term}/", "/glossary/{earlier}/{term}/?lang=en,fr,ja"),
    "term_since": ("/glossary/{date}/{term}/since/fr/",),
    "coverage": ("/translations/",),
    "help_marks": ("/help/marks/",),
    "offline": ("/offline/",),
    "rule_history": ("/rule/{rule}/", "/rule/{divided}/"),
    "rule_rulings": ("/rule/{rule}/rulings/",),
    "cite": ("/cite/", "/cite/?text={number}%40{earliest}%0A999.9%40{date}"),
    "citation": ("/cite/{number}@{earliest}",),
    "compare_form": ("/compare/",),
    "impact": ("/compare/{earlier}/{date}/impact/", "/compare/{earlier}/{date}/impact/?kind=cards&section=7"),
    "rule_impact": ("/rule/{rule}/impact/",),
    "documents": ("/documents/",),
    "versions": ("/versions/",),
    "compare": ("/compare/{earlier}/{date}/", "/compare/{earliest}/{date}/?view=side", "/compare/{date}/{date}/"),
    "card_list": ("/cards/", "/cards/?q=wick", "/cards/?q=qqqzzz"),
    "card": ("/cards/wick-wax/", "/cards/no-such-card/"),
    "names": (
        "/names/",
        "/names/?ask=same&card=Wick+//+Wax&card=Candle",
        "/names/?ask=choose&card=Candel",
        "/names/?ask=english&card=Candlewick&version={earlier}",
    ),
    "study": ("/study/",),
    "study-booth": ("/study/booth/",),
    "study-decks": ("/study/decks/",),
    "study-deck": ("/study/decks/{deck}/",),
    "study-test": ("/study/test/", "/study/test/?{test}", "/study/test/?{begun}", "/study/test/?{over}"),
    "study-question": ("/study/questions/{question}/",),
    "study-path": ("/study/path/",),
    "study-path-week": ("/study/path/first/",),
    "study-list": ("/study/lists/{list}/", "/study/lists/{list}/?on={earlier}&lang=en&lang=fr"),
    "drill": ("/study/names/?level=1&seed=7",),
    "api-docs": ("/api/v1/docs/",),
    "api-other-apis": ("/api/v1/docs/other-apis/",),
}
# Seen by every signed-in person; the curator sees all of them.
SIGNED_IN: dict[str, tuple[str, ...]] = {
    "place": ("/rules/{date}/{number}/", "/rules/{date}/{chapter}/?lang=en,fr"),
    "term": ("/glossary/{date}/{term}/",),
    "report_translation": ("/rules/{date}/{number}/report/fr/",),
    "home": ("/",),
    "account": ("/account/",),
    "password": ("/account/password/",),
    "address": ("/account/address/",),
    "sessions": ("/account/sessions/",),
    "tokens": ("/account/tokens/",),
    "delete": ("/account/delete/",),
    "second-factor": ("/account/second-factor/",),
    "watches": ("/account/watches/",),
    "watch": ("/account/watches/add/?kind=rule&value={number}", "/account/watches/add/?kind=rule&value=999.9"),
    "digest": ("/account/watches/mails/{digest}/",),
    "study": ("/study/",),
    "study-booth": ("/study/booth/",),
    "study-options": ("/study/options/",),
    "study-set-aside": ("/study/set-aside/",),
    "study-leeches": ("/study/leeches/",),
    "study-decks": ("/study/decks/",),
    "study-deck": ("/study/decks/{own_deck}/",),
    "study-card": ("/study/decks/{own_deck}/{own_card}/",),
    "study-test": ("/study/test/",),
    "study-suggest": ("/study/questions/suggest/",),
    "study-question-notes": ("/study/questions/notes/",),
    "study-question-report": ("/study/questions/{question}/report/",),
    "study-notes": ("/study/notes/", "/study/notes/?q=ask"),
    "study-note-add": ("/study/notes/add/?at={number}@{date}&lang=en",),
    "study-note": ("/study/notes/{note}/",),
    "study-lists": ("/study/lists/",),
    "study-list": ("/study/lists/{list}/",),
    "study-list-put": ("/study/lists/put/?what={number}@{date}",),
    "study-list-delete": ("/study/lists/{list}/delete/",),
    "study-path-week": ("/study/path/second/",),
    "desk": ("/curate/",),
    "desk_queue": ("/curate/fr/", "/curate/fr/?queue=missing", "/curate/ja/?queue=references"),
    "desk_list": ("/curate/fr/list/?chapter=101", "/curate/fr/list/?q=no-such-word"),
    "desk_replace": ("/curate/fr/replace/",),
    "desk_statistics": ("/curate/fr/statistics/",),
    "desk_log": ("/curate/fr/log/",),
    "desk_edit": ("/curate/fr/{rule}/", "/curate/ja/{rule}/"),
    "desk_history": ("/curate/fr/{rule}/history/",),
    "desk_terms": ("/curate/terms/fr/", "/curate/terms/ja/"),
    "desk_term": ("/curate/terms/fr/{term_entry}/",),
    "desk_exchange": ("/curate/fr/exchange/",),
    "desk_questions": ("/curate/questions/", "/curate/questions/?queue=review"),
    "desk_question_new": ("/curate/questions/new/",),
    "desk_question": ("/curate/questions/{written}/",),
    "desk_question_history": ("/curate/questions/{written}/history/",),
    "desk_question_notes": ("/curate/questions/notes/",),
    "desk_question_note": ("/curate/questions/notes/{question_note}/",),
    "desk_questions_exchange": ("/curate/questions/exchange/",),
    "curate_status": ("/curate/status/",),
    "curate_lineage": ("/curate/lineage/", "/curate/lineage/?number={number}&date={date}"),
    "curate_rulings": ("/curate/rulings/",),
    "curate_rulings_check": ("/curate/rulings/check/",),
    "curate_import": ("/curate/import/",),
    "curate_import_preview": ("/curate/import/{upload}/", "/curate/import/{upload}/?show=all"),
    "curate_import_report": ("/curate/import/report/{imported}/",),
}
# Pages of errors, and what stands at no name.
ERRORS = ("/no-such-page/", "/rules/{date}/999.9/", "/rules/1990-01-01/", "/glossary/{date}/no-such-term/")
# Names that lead elsewhere, take what forms send, or answer programs: they are no HTML pages.
NO_PAGES = frozenset(
    """
    rules_latest glossary_latest go display history_at term_history_at sign-out desk-mails
    sessions-end session-end token-revoke
    export second-factor-picture backup-codes preview term_preview source-file curate_lineage_withdraw
    curate_rulings_withdraw curate_import_undo desk_next desk_bulk desk_batch desk_draft desk_checks desk_terms_grow
    desk_exchange_file desk_questions_file name_suggest unwatch feed_versions feed_impact feed_rule feed_card
    feed_search feed_translations offline_pages offline_names manifest worker embed_script robots sitemap sitemap_part
    download-archive download-file download study-grade study-undo study-aside study-queue study-cards study-changed
    study-sync study-take-over study-choose study-make study-deck-json study-change study-anki study-note-delete
    study-list-change study-list-add study-list-copy study-list-item study-path-done desk_at search_suggest
    rule_now study-start study-start-at study-fit study-reviews-csv study-reviews-anki study-reviews-import
    """.split()
)


def names() -> set[str]:
    """Return every name of the urlconf but those of Django's own admin and of the API's data."""
    outside = ("admin/", "api/")
    documented = ("api-docs", "api-other-apis")
    return {
        pattern.name or route
        for route, pattern in patterns()
        if not route.startswith(outside) or pattern.name in documented
    }


@cache
def known() -> dict[str, str]:
    """Return what stands for the names in braces: the same in every copy of the database that is filled for it."""
    versions = [str(day) for day in Version.objects.order_by("date").values_list("date", flat=True)]
    date, earlier = versions[-1], versions[-2]
    both = Entry.objects.filter(edition__language="en", edition__version__date=date)
    rule = both.get(number="201.2").rule
    term = both.filter(kind=Entry.Kind.TERM, wording__heading__startswith="C")[0]
    ada, otto = User.objects.get(username=ADA), User.objects.get(username=OTTO)
    own = Deck.objects.get(owner=ada, slug="")
    asked = ExamSpec(0, "", 5, "axe", datetime.date.fromisoformat(date), datetime.date.fromisoformat(date))
    begun, items = run.begin(asked), draw.items_of(asked)
    over = begun
    for at in range(len(items)):
        over = run.answer(over, at, [0], items)
    assert rule
    return {
        "date": date,
        "earlier": earlier,
        "earliest": versions[0],
        "number": "201.2",
        "chapter": "201",
        "term": term.number,
        "rule": rule.public_id,
        "divided": Kinship.objects.order_by("pk")[0].old.public_id,
        "source": str(Source.objects.filter(text_of__isnull=False)[0].pk),
        "imported": str(Source.objects.order_by("-pk")[0].pk),
        "upload": str(Upload.objects.filter(user=ada).order_by("pk")[0].pk),
        "card": Card.objects.get(slug="wick-wax").slug,
        "deck": Deck.objects.filter(owner=None).order_by("position", "pk")[0].public_id,
        "own_deck": own.public_id,
        "own_card": DeckQuestion.objects.filter(deck=own, question__owner=ada)[0].question.public_id,
        "question": Question.objects.filter(owner=None, retired_on=None).order_by("pk")[0].public_id,
        "note": RuleNote.objects.filter(user=ada)[0].public_id,
        "list": ReadingList.objects.get(owner=ada).public_id,
        "digest": Digest.objects.get(user=ada).public_id,
        "term_entry": str(TermEntry.objects.filter(language="fr")[0].pk),
        "written": WrittenQuestion.objects.order_by("-pk")[1].public_id,
        "question_note": str(QuestionNote.objects.order_by("pk")[1].pk),
        "test": asked.query,
        "begun": f"{asked.query}&{urlencode({'run': begun.token()})}",
        "over": f"{asked.query}&{urlencode({'run': over.token()})}",
        "join": join_token("new@rules.example"),
        "confirm": address_token(ada, "other@rules.example"),
        "ending": unsubscribe_path(ada).rstrip("/").rpartition("/")[2],
        "owing": int_to_base36(otto.pk),
        "reset": default_token_generator.make_token(otto),
    }


# Every page to look at, in English.
PLACES = [
    *(Place(name, one) for name, some in PAGES.items() for one in some),
    *(Place("", one) for one in ERRORS),
    *(Place(name, one, CURATOR) for name, some in SIGNED_IN.items() for one in some),
    Place("second-factor", "/account/second-factor/", OWING),
]


def places(facts: dict[str, str]) -> list[Place]:
    """Return every page to look at with these facts in its address."""
    return [place._replace(address=place.address.format_map(facts)) for place in PLACES]


def in_language(address: str, language: str) -> str:
    """Return the same page in another language of the interface."""
    return address if language == "en" or address.startswith("/api/") else f"/{language}{address}"

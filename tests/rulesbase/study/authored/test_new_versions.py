"""Written questions at a new version: numbers follow; what cites a rule that changed waits for a curator."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from rulesbase.engine.documents import document_active
from rulesbase.imports.import_file import import_source
from rulesbase.lineage.corrections import rebuild
from rulesbase.models import Entry, Question, Rule, Studied, User, WrittenCitation, WrittenQuestion
from rulesbase.study.authored.content import outdated_by_revision, settle_citations
from rulesbase.study.questions.render import shown
from rulesbase.study.update import update_study
from tests.rulesbase.study.authored.asked import (
    CONTENT,
    ENGLISH,
    FIRST,
    REMOVED,
    REWORDED,
    SECOND,
    published,
    typed,
)
from tests.support.pdf import tournament_rules
from tests.support.texts import Book


def bring(*versions: Book) -> int:
    """Import books and bring study up to date; how many written questions have to be looked at."""
    for book in versions:
        import_source(book.bytes(), name="rules.txt")
    updated = update_study()
    assert updated is not None
    return int(updated.counts["written_to_review"])


def question_of(written: WrittenQuestion) -> Question:
    return Question.objects.get(written=written)


def learn(user: User, question: Question) -> Studied:
    now = timezone.now()
    due = now + datetime.timedelta(days=10)
    return Studied.objects.create(
        user=user, question=question, state=2, stability=30, difficulty=5, due=due, last_review=now
    )


@pytest.mark.slow
def test_a_renumbered_rule_is_cited_by_its_number_of_today(desk: Client) -> None:
    written = published().written
    assert bring(SECOND) == 0
    result = shown([question_of(written)])[0]
    assert [one.number for one in result.citations] == ["201.3"]
    assert "by 201.3?" in result.ask_text
    assert question_of(written).number == "201.3"
    # The editor begins with the numbers of today, so that what is saved means the same rule.
    page = desk.get(f"/curate/questions/{written.public_id}/").content.decode()
    assert "by [201.3]?" in page
    assert "by [201.2]?" not in page


@pytest.mark.slow
def test_a_rule_that_says_something_else_is_shown_with_its_difference_until_somebody_looks(
    desk: Client, rita: User
) -> None:
    written = published().written
    card = learn(rita, question_of(written))
    assert bring(SECOND, REWORDED) == 1
    home = desk.get("/curate/questions/").content.decode()
    assert "1 question cites a rule that changed in substance." in home
    page = desk.get(f"/curate/questions/{written.public_id}/").content.decode()
    assert "seven" in page.split("<del>")[1].split("</del>")[0]
    assert "nine" in page.split("<ins>")[1].split("</ins>")[0]
    # No card comes back before a curator has looked.
    card.refresh_from_db()
    assert card.came_back_id is None

    seen = page.split('name="seen" value="')[1].split('"')[0]
    address = f"/curate/questions/{written.public_id}/"
    assert desk.post(address, {"verb": "keep", "base": "1", "seen": "0"}).status_code == 409
    desk.post(address, {"verb": "keep", "base": "1", "seen": seen})
    assert not outdated_by_revision()


@pytest.mark.slow
def test_another_answer_asks_those_again_who_learnt_the_old_one(desk: Client, rita: User) -> None:
    written = published().written
    card = learn(rita, question_of(written))
    bring(SECOND, REWORDED)
    words = ENGLISH._replace(
        scenario="May she ask for nine by [201.3]?", answer="Yes.", explanation="[201.3]", choices=["Yes.", "No."]
    )
    sent = typed(CONTENT._replace(right=[0], texts={"en": words}), base=1, verb="publish")
    desk.post(f"/curate/questions/{written.public_id}/", sent)
    card.refresh_from_db()
    assert card.due <= timezone.now()
    assert card.came_back is not None
    assert "seven cards" in card.came_back.text
    result = shown([question_of(written)], came_back={card.question_id: card.came_back})[0]
    assert "nine" in result.difference
    assert not outdated_by_revision()


def test_other_words_for_the_same_answer_ask_no_one_again(desk: Client, rita: User) -> None:
    written = published().written
    card = learn(rita, question_of(written))
    words = ENGLISH._replace(explanation="Seven and no more ([201.2]).")
    desk.post(
        f"/curate/questions/{written.public_id}/", typed(CONTENT._replace(texts={"en": words}), base=1, verb="publish")
    )
    due = card.due
    card.refresh_from_db()
    assert (card.due, card.came_back_id) == (due, None)


@pytest.mark.slow
def test_a_removed_rule_is_named(desk: Client) -> None:
    written = published().written
    assert bring(SECOND, REMOVED) == 1
    page = desk.get(f"/curate/questions/{written.public_id}/").content.decode()
    assert "removed" in page
    assert "by [201.2@2010-03-01]?" in page
    assert 'class="xref-missing"' in shown([question_of(written)])[0].ask
    # An edit may keep the citation of that day.
    words = ENGLISH._replace(scenario="What did [201.2@2010-03-01] say?", explanation="Seven ([201.2@2010-03-01]).")
    sent = typed(CONTENT._replace(texts={"en": words}), base=1, verb="publish")
    assert desk.post(f"/curate/questions/{written.public_id}/", sent).status_code == 302
    assert not outdated_by_revision()


def test_a_lineage_computed_anew_loses_no_citation(desk: Client) -> None:
    written = published().written
    bring(SECOND)
    WrittenCitation.objects.update(rule=Rule.objects.exclude(entries__number="201.2").first())
    rebuild()
    assert not outdated_by_revision()
    assert [one.number for one in shown([question_of(written)])[0].citations] == ["201.3"]


def test_a_tournament_document_of_the_same_day_moves_no_citation(desk: Client) -> None:
    published()
    chapter = Entry.objects.get(number="2", edition__version__date=FIRST.date)
    WrittenCitation.objects.update(number="2", rule=chapter.rule_id)
    result = import_source(tournament_rules(f"{FIRST.date:%B} {FIRST.date.day}, {FIRST.date.year}"), name="mtr.pdf")
    assert (result.source.document, result.source.stated_date) == ("mtr", FIRST.date)
    assert set(WrittenCitation.objects.values_list("rule", flat=True)) == {chapter.rule_id}
    # A citation with a wrong Rule is mended, whichever document is active.
    WrittenCitation.objects.update(rule=Rule.objects.exclude(entries=chapter).first())
    with document_active("mtr"):
        assert settle_citations() == WrittenCitation.objects.count()
    assert set(WrittenCitation.objects.values_list("rule", flat=True)) == {chapter.rule_id}

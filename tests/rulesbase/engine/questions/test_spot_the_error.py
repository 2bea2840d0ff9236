"""Questions on a statement with an error: one word becomes its opposite."""

import pytest

from rulesbase.engine.questions.spot_the_error import errors
from rulesbase.engine.questions.version_index import VersionIndex
from tests.rulesbase.engine.questions.test_study_questions import book


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("A keeper of the old lighthouse can’t leave the harbour while a boat is at sea.", "can"),
        ("A boat in the harbour is put under the lighthouse of its owner whenever a storm begins.", "its controller"),
        ("When a storm begins, its controller puts the boat of a keeper into the harbour at once.", "its owner"),
        # Twice, in quotation marks, or shown to be wrong by the rest of the sentence.
        ("A keeper can’t sleep in the lighthouse and can’t row a boat while a storm is near.", None),
        ("A keeper shouts “a boat can’t leave” from the lighthouse whenever a storm begins.", None),
        ('A keeper shouts "a boat can’t leave" from the lighthouse whenever a storm begins.', None),
        ("A keeper (who can’t row) shouts from the lighthouse of the harbour whenever a storm begins.", None),
        ("A keeper (who can row) can’t shout from the lighthouse of the harbour whenever a storm begins.", "can"),
        ("A lantern on the old lighthouse may go out in a storm without a keeper near by.", None),
        ("A keeper of the old lighthouse can’t leave the harbour unless a boat is at sea.", "even if"),
        ("A keeper of the old lighthouse can’t leave the harbour, so no boat is at sea.", None),
        ("If a storm begins, a keeper of the old lighthouse can’t leave the harbour by boat.", None),
        ("A boat has no keeper and no light while it is not in the harbour or while it is in the harbour.", None),
        ("When the spell of a storm begins, its controller puts the boat of a keeper to sea.", None),
        ("When a storm begins, its controller puts the boat of its own keeper to sea at once.", None),
        ("When a storm begins, its controller lights the lamp of a keeper who isn’t at her own pier.", "is"),
        # The first word of the list stands there twice, so another one is taken.
        ("No keeper can’t row and can’t sleep while the light isn’t lit in a storm of the night.", None),
        ("A keeper can’t row and can’t sleep while the light isn’t lit in a storm of the night.", "is"),
    ],
)
def test_one_word_becomes_its_opposite(text: str, wrong: str | None) -> None:
    found = list(errors(VersionIndex(book(text)), 2))
    assert [draft.data["wrong"] for draft in found] == ([wrong] if wrong else [])


OPPOSITES = {"even if": "only if", "unless": "even if", "won’t": "will", "isn’t": "is", "aren’t": "are", "is not": "is"}


OPPOSITES |= {
    "doesn’t use the stack": "uses the stack",
    "uses the stack": "doesn’t use the stack",
    "their owner’s": "their controller’s",
    "in timestamp order": "in any order",
    "simultaneously": "one at a time",
    "at the same time,": "one after another",
    "immediately before": "immediately after",
    "immediately after": "immediately before",
}


@pytest.mark.parametrize(("right", "wrong"), OPPOSITES.items())
def test_every_word_with_its_opposite(right: str, wrong: str) -> None:
    text = f"A boat of the old harbour rows {right} the tall lantern on each day of rest by night."
    (draft,) = errors(VersionIndex(book(text)), 2)
    assert (text[slice(*draft.data["error"])], draft.data["wrong"]) == (right.rstrip(","), wrong)

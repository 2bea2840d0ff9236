"""/api/v1/desk/many/: many texts at once, and back."""

import pytest

from rulesbase.models import ActionLog
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import REFS, TYPO
from tests.rulesbase.desk.programs import Program
from tests.rulesbase.desk.texts import state_of

pytestmark = pytest.mark.usefixtures("desk")


WHY = "Seuls les numéros ont changé."


def test_many_texts_and_back() -> None:
    edie = Program("edie")
    assert edie.post("many/fr/", {"state": "references", "reason": " "}).status == 409
    none = edie.post("many/fr/", {"state": "references", "reason": WHY, "chapter": "100"})
    assert (none.status, none.data["texts"]) == (200, 0)
    done = edie.post("many/fr/", {"state": "references", "reason": WHY, "numbers": [REFS, "999.9"]})
    assert (done.status, done.data["texts"], done.data["left"]) == (200, 1, [])
    assert state_of(REFS) is Freshness.EXACT
    row = ActionLog.objects.get(verb="adopted")
    assert (row.author_name, row.token, row.batch) == ("edie", "bot", done.data["batch"])
    back = edie.post(f"many/fr/{row.batch}/take-back/", {"reason": "Trop vite."})
    assert (back.status, back.data["texts"]) == (200, 1)
    assert state_of(REFS) is Freshness.REFERENCES
    assert ActionLog.objects.latest("pk").token == "bot"
    assert edie.post("many/fr/", {"state": "typography", "reason": WHY, "chapter": "101"}).data["texts"] == 1
    assert state_of(TYPO) is Freshness.EXACT

"""/study/path/, and what it is made of."""

import datetime
import json

import pytest
from django.test import Client

from rulesbase.annotations.learning_path import PATH, numbers_now, weeks
from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Deck, PathStep, User
from tests.support.make import rule_at

LANGUAGES = ("en", "fr", "ja")


class TestData:
    def test_it_is_whole_in_every_language(self) -> None:
        steps = [step for week in json.loads(PATH.read_text("utf-8"))["weeks"] for step in week["steps"]]
        assert len(steps) == len({step["step"] for step in steps}) == len({step["number"] for step in steps}) == 41
        for step in steps:
            for name in ("title", "why", "ask"):
                texts = step[name]
                assert tuple(texts) == LANGUAGES, step["step"]
                assert len(set(texts.values())) == 3, step["step"]
            assert step["ask"]["ja"].endswith(("か。", "ください。")), step["step"]
            assert 2 <= step["minutes"] <= 20

    @pytest.mark.usefixtures("twelve")
    def test_every_rule_is_there(self) -> None:
        for week in weeks():
            now = numbers_now(catalogue(), week.steps)
            for step in week.steps:
                assert now[step.step] == step.number

    @pytest.mark.usefixtures("twelve")
    def test_numbers_follow_their_rules(self) -> None:
        legends = next(step for week in weeks() for step in week.steps if step.step == "legends")
        # Had the path been written in 2011, its number of that day would lead to the rule of today.
        old = legends._replace(number="704.5k", day=datetime.date(2011, 9, 30))
        assert numbers_now(catalogue(), [old]) == {"legends": "704.5j"}


@pytest.mark.usefixtures("twelve")
class TestPages:
    def test_weeks_have_their_steps_and_rules(self, client: Client) -> None:
        html = client.get("/study/path/").content.decode()
        assert html.count("data-step=") == 41
        assert "/study/path/second/#casting" in html
        for week, some in (("first", "new-object"), ("second", "fizzling"), ("third", "layers")):
            html = client.get(f"/study/path/{week}/").content.decode()
            assert f'id="{some}"' in html
        assert "/rules/2026-06-19/613.1/" in html
        assert client.get("/study/path/fourth/").status_code == 404

    def test_decks_of_its_chapters(self, client: Client) -> None:
        deck = Deck.objects.create(slug=f"chapter-{rule_at('603', '2026-06-19').public_id}", name="603", position=1)
        assert f"/study/decks/{deck.public_id}/" in client.get("/study/path/second/").content.decode()

    def test_progress_is_stored_in_the_account(self, client: Client) -> None:
        user = User.objects.create_user("ada")
        client.force_login(user)
        back = client.post("/study/path/done/", {"step": "casting", "next": "/study/path/second/"})
        assert back.headers["Location"] == "/study/path/second/#casting"
        client.post("/study/path/done/", {"step": ["casting", "golden", "no such step"]})
        assert sorted(PathStep.objects.values_list("step", flat=True)) == ["casting", "golden"]
        html = client.get("/study/path/").content.decode()
        assert "2 / 41" in html
        client.post("/study/path/done/", {"step": "golden", "how": "undone"})
        assert "1 / 41" in client.get("/study/path/").content.decode()

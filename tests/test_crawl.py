"""The net under a rewrite tells what differs between two crawls, and only that (`make crawl`)."""

from pathlib import Path

from tests.site.crawl.answers import Answer
from tests.site.crawl.comparing import compare
from tests.site.crawl.store import Store


def crawl(folder: Path, pages: dict[str, str]) -> Path:
    """Write a crawl with these bodies."""
    folder.mkdir()
    store = Store(folder)
    keys = {key: store.keep(body.encode()) for key, body in pages.items()}
    store.finish(Answer(key, 200, {"vary": "Cookie"}, name, 1) for key, name in keys.items())
    return folder


def test_a_difference_is_reported_once_and_nothing_else_is(tmp_path: Path) -> None:
    before = {f"/{n}/ GET as=nobody in=en": f"<p>\nA lamp.\n{n}" for n in range(3)} | {"/json/ GET": '{"a": 1, "b": 2}'}
    after = {key: body.replace("lamp", "lantern").replace("2}", "3}") for key, body in before.items()}
    first = crawl(tmp_path / "1", before)
    assert compare(first, crawl(tmp_path / "2", before)) == []
    reported = "\n".join(compare(first, crawl(tmp_path / "3", after | {"/new/ GET": ""})))
    assert "1 answers only after:\n  /new/ GET" in reported
    assert "3 like this, first /0/ GET as=nobody in=en" in reported
    assert "- A lamp.\n    + A lantern." in reported
    assert '- "b": 2\n    + "b": 3' in reported

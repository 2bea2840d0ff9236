"""The loader of templates."""

from pathlib import Path

import pytest
from django.template import Context, Engine


@pytest.mark.parametrize(
    ("name", "source", "shown"),
    [
        (
            "list.html",
            "<ul>\n  {% for word in words %}\n    <li>{{ word }}</li>\n  {% endfor %}\n</ul>\n",
            "<ul>\n\n<li>a\n  b</li>\n\n</ul>\n",
        ),
        ("mail.txt", "Dear {{ words.0 }},\n  thank you.\n", "Dear a\n  b,\n  thank you.\n"),
    ],
)
def test_html_comes_without_its_indentation(tmp_path: Path, name: str, source: str, shown: str) -> None:
    """Other templates stay as they are, and so do spaces in what is filled in."""
    (tmp_path / name).write_text(source)
    engine = Engine(dirs=[str(tmp_path)], loaders=["config.template_loader.Loader"])
    assert engine.get_template(name).render(Context({"words": ["a\n  b"]})) == shown

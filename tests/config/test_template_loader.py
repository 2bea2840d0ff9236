"""The loader of templates."""

from pathlib import Path

from django.template import Context, Engine

LOADERS = ["config.template_loader.Loader"]


def test_html_comes_without_its_indentation(tmp_path: Path) -> None:
    source = "<ul>\n  {% for word in words %}\n    <li>{{ word }}</li>\n  {% endfor %}\n</ul>\n"
    (tmp_path / "list.html").write_text(source)
    html = Engine(dirs=[str(tmp_path)], loaders=LOADERS).get_template("list.html").render(Context({"words": "a"}))
    assert html == "<ul>\n\n<li>a</li>\n\n</ul>\n"


def test_other_templates_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "mail.txt").write_text("Dear {{ name }},\n  thank you.\n")
    text = Engine(dirs=[str(tmp_path)], loaders=LOADERS).get_template("mail.txt").render(Context({"name": "Ann"}))
    assert text == "Dear Ann,\n  thank you.\n"


def test_what_is_filled_in_keeps_its_spaces(tmp_path: Path) -> None:
    (tmp_path / "field.html").write_text("<textarea>\n{{ text }}</textarea>")
    html = Engine(dirs=[str(tmp_path)], loaders=LOADERS).get_template("field.html").render(Context({"text": "a\n  b"}))
    assert html == "<textarea>\na\n  b</textarea>"

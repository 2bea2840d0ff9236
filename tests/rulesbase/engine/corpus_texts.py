"""Helpers of the tests of the engine that know nothing of the parser they check."""

import json
import re
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "data"
_LETTERS = re.compile(r"[\W_]+")


def plain(data: bytes) -> str:
    """Return a file's text with LF line ends, decoded by its mark, as UTF-8, or else as cp1252."""
    for mark, codec in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            text = data.decode(codec)
            break
    else:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def letters(text: str) -> str:
    """Return only the letters and digits of a text; `{oW}` counts as `{W}`, as the parser unifies them."""
    return _LETTERS.sub("", re.sub(r"\{o(?=[^{}\s]{1,5}\})", "{", text))


def expectations() -> list[tuple[Path, dict[str, Any]]]:
    """Return every text of tests/data with what its `.expected.json` says."""
    found = []
    for path in sorted(DATA.rglob("*.expected.json")):
        stem = path.name.removesuffix(".expected.json")
        (source,) = (p for p in path.parent.glob(f"{stem}.*") if p != path)
        found.append((source, json.loads(path.read_text(encoding="utf-8"))))
    return found


def book(*rules: str, title: str = "Sample Rules", glossary: bool = True) -> str:
    """Return a small whole text in the official layout around these paragraphs of chapter 100."""
    parts = [title, "These rules are effective as of May 4, 2015.", "Introduction", "A made-up text."]
    parts += ["Contents", "1. Ferries\n100. Tolls", "Glossary\nCredits" if glossary else "Credits"]
    parts += ["1. Ferries", "100. Tolls", *rules]
    if glossary:
        parts += [
            "Glossary",
            "Bank\nThe land beside a river. See rule 100.",
            "Toll\n1. Coins.\n2. To pay them.",
        ]
    return "\n\n".join([*parts, "Credits", "Written by ferry clerks."]) + "\n"

"""The index of words of all texts, made for the database at hand and filled with the texts that are there.

The tokens are those of this migration; what changes them later needs a migration that rebuilds the index.
"""

import re
import unicodedata
from functools import lru_cache

import snowballstemmer
from django.db import migrations

_AT_ONCE = 500
_SAME = tuple(zip("’‘“”—–\u00a0\u202f", "''\"\"--  ", strict=True))
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTERS = {
    **{ord(katakana): chr(ord(katakana) - 0x60) for katakana in map(chr, range(0x30A1, 0x30F7))},
    ord("ー"): None,
    ord("œ"): "oe",
    ord("æ"): "ae",
}
_UNSPACED = "\u3005-\u3007\u3041-\u3096\u30a1-\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_FIGURES = (
    r"\{(?:[^\W_]|[/.+*∞½-]){1,9}\}"
    r"|(?<![\w/])[+-]?(?:\d+|[xy*])/[+-]?(?:\d+|[xy*])(?![\w/])"
    r"|[1-9]\d\d\.\d{1,3}[a-z]{0,2}\b"
)
_TOKEN = re.compile(
    rf"(?P<figure>{_FIGURES})|(?P<unspaced>[{_UNSPACED}]+)|(?P<word>(?:(?![{_UNSPACED}])[^\W_])+)",
)
_HYPHENED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_STEMMERS = {"en": snowballstemmer.stemmer("english"), "fr": snowballstemmer.stemmer("french")}


def _levelled(text):
    for typographic, ordinary in _SAME:
        text = text.replace(typographic, ordinary)
    return text


def _plain(text):
    text = _levelled(text.lower().replace("\n", " "))
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text))).translate(_LETTERS)


@lru_cache(maxsize=65536)
def _word(folded, raw, language):
    stemmer = _STEMMERS.get(language.replace("_", "-").partition("-")[0])
    stems = (_plain(stemmer.stemWord(raw)), stemmer.stemWord(_plain(raw))) if stemmer else ()
    return (folded, *(f"={stem}" for stem in stems if stem != folded))


def tokens_of(language, heading, text):
    """Return the tokens of a text, sorted."""
    found = set()
    for part in (heading, text):
        for match in _TOKEN.finditer(unicodedata.normalize("NFKC", _levelled(part.lower())).casefold()):
            folded = _plain(match[0])
            if folded and match.lastgroup == "unspaced":
                found.update([folded[at : at + 2] for at in range(len(folded) - 1)] or [folded], folded[-1])
            elif folded:
                found.update(_word(folded, match[0], language) if match.lastgroup == "word" else (folded,))
        found.update(_plain(match[0]).replace("-", "") for match in _HYPHENED.finditer(part))
    return sorted(found)


def create(apps, schema_editor):
    connection = schema_editor.connection
    postgres = connection.vendor == "postgresql"
    texts = apps.get_model("rulesbase", "Wording").objects.using(connection.alias).order_by("pk")
    with connection.cursor() as cursor:
        if postgres:
            cursor.execute("CREATE TABLE rulesbase_fulltext (wording_id bigint PRIMARY KEY, tokens tsvector NOT NULL)")
            cursor.execute("CREATE INDEX rulesbase_fulltext_tokens ON rulesbase_fulltext USING gin (tokens)")
            insert = (
                "INSERT INTO rulesbase_fulltext(wording_id, tokens)"
                " VALUES (%s, array_to_tsvector(string_to_array(%s, ' ')))"
            )
        else:
            cursor.execute(
                "CREATE VIRTUAL TABLE rulesbase_fulltext USING fts5("
                "tokens, content='', detail=none, tokenize=\"ascii tokenchars '{}./+-=*'\")"
            )
            insert = "INSERT INTO rulesbase_fulltext(rowid, tokens) VALUES (%s, %s)"
        keys = list(texts.values_list("pk", flat=True))
        for start in range(0, len(keys), _AT_ONCE):
            some = texts.filter(pk__in=keys[start : start + _AT_ONCE])
            rows = some.values_list("pk", "language", "heading", "text")
            cursor.executemany(insert, [(pk, " ".join(tokens_of(*text))) for pk, *text in rows])
        if postgres:
            cursor.execute("SELECT gin_clean_pending_list('rulesbase_fulltext_tokens')")


def drop(apps, schema_editor):
    schema_editor.execute("DROP TABLE rulesbase_fulltext")


class Migration(migrations.Migration):
    dependencies = [("rulesbase", "0007_desk_terms")]

    operations = [migrations.RunPython(create, drop)]

"""The README in the bundle of the whole archive: what each table and column means. Always in English."""

from collections.abc import Mapping, Sequence

from rulesbase.downloads.public_tables import Table

_HEAD = """# The archive of a Rulesbase site

Every version of the Magic: The Gathering Comprehensive Rules that the site holds, in every language, with the
identity of rules through all their numbers, what changed when, approved translations, and cards.

- `tables/NAME.jsonl`: a table as JSON lines, UTF-8, one object for each row.
- `rulesbase.sqlite3`: the same tables with the same columns as an SQLite database, with indexes. True and false are
  1 and 0 there, and what is marked JSON below is text.
- `SHA256SUMS`: check with `sha256sum -c SHA256SUMS`.

The same content always gives the same bytes. Accounts, drafts, logs and notes of people are no part of it.

The Comprehensive Rules, card names and texts, and rulings belong to Wizards of the Coast. Nobody there has made,
checked or endorsed this file; the published documents always prevail.

## For example

The text of rule 100.1 in every version that has one, oldest first:

```sql
SELECT editions.version, wordings.text
FROM entries
JOIN editions ON editions.id = entries.edition
JOIN wordings ON wordings.id = entries.wording
WHERE entries.number = '100.1' AND editions.language = 'en'
ORDER BY editions.version;
```

The same rule through all its numbers: take `entries.rule` of one entry and ask for all entries with it. Ids of
editions, entries and wordings hold within this file alone; dates, numbers, ids of rules, oracle ids and digests hold
everywhere.

## Tables
"""


def readme(tables: Sequence[Table], counts: Mapping[str, int]) -> str:
    """The whole text, with the number of rows of each table."""
    parts = [_HEAD]
    for table in tables:
        rows = "\n".join(f"| {column.name} | {column.type} | {column.about} |" for column in table.columns)
        parts.append(
            f"### {table.name}\n\n{table.about} {counts[table.name]} rows.\n\n"
            f"| column | type | meaning |\n|---|---|---|\n{rows}\n"
        )
    return "\n".join(parts)

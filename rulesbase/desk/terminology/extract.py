"""Store what is learned of the terms of a language."""

from rulesbase.core.database.write_lock import writing
from rulesbase.models import TermEntry, User
from rulesbase.translations.learned_terms import TermPair, known_terms, terms_of_texts

_Status, _Origin = TermEntry.Status, TermEntry.Origin


def extract_terms(language: str, by: User | None = None) -> dict[str, int]:
    """Add terms from the glossary, the type lines and the texts; return how many are agreed, suggested and known.

    Existing rows stay; declined ones stay declined.
    The first translation of a term is agreed if its source is sure; any other is suggested. Texts are no sure source,
    and suggest nothing for a term that has an agreed translation.
    """
    # Counting takes seconds, so before the lock.
    of_texts = terms_of_texts(language)
    with writing():
        known: dict[str, list[TermEntry]] = {}
        for row in TermEntry.objects.filter(language=language):
            known.setdefault(row.term.lower(), []).append(row)
        made: list[TermEntry] = []
        met = 0
        for word in (*known_terms(language), *of_texts):
            rows = known.setdefault(word.term.lower(), [])
            if word.origin == _Origin.TEXTS and any(row.status == _Status.AGREED for row in rows):
                continue
            if any(word.translation.lower() in map(str.lower, row.names) for row in rows):
                met += 1
                continue
            agreed = word.sure and all(row.status in (_Status.SUGGESTED, _Status.DECLINED) for row in rows)
            row = _row(language, word, rows, agreed=agreed, by=by)
            rows.append(row)
            made.append(row)
        TermEntry.objects.bulk_create(made)
    new = sum(row.status == _Status.AGREED for row in made)
    return {"agreed": new, "suggested": len(made) - new, "known": met}


def _row(language: str, word: TermPair, rows: list[TermEntry], *, agreed: bool, by: User | None) -> TermEntry:
    return TermEntry(
        language=language,
        # Known terms use their stored spelling.
        term=rows[0].term if rows else word.term[:200],
        translation=word.translation[:200],
        variants="\n".join(word.variants),
        status=_Status.AGREED if agreed else _Status.SUGGESTED,
        origin=word.origin,
        evidence=word.evidence,
        revision=max((row.revision for row in rows), default=0) + 1,
        author=by,
    )

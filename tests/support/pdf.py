"""PDF files for tests: each page is a list of (left, base, words) in points."""

from collections.abc import Sequence

Placed = tuple[float, float, str]


def pdf_of(pages: Sequence[Sequence[Placed]]) -> bytes:
    """Return a PDF with the words of each page in Helvetica of ten points."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, page in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * at} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        words = b"\n".join(
            b"BT /F1 10 Tf %.1f %.1f Td (%s) Tj ET" % (left, base, _escaped(text)) for left, base, text in page
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(words), words))
    file = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    file_end = b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return file + file_end % (size, table, size, len(file))


def _escaped(text: str) -> bytes:
    return "".join(
        f"\\{byte:03o}" if byte > 126 or chr(byte) in "()\\" else chr(byte) for byte in text.encode("cp1252")
    ).encode()


def page(*rows: tuple[int | str, ...] | None) -> list[Placed]:
    """Return rows of left edge, words, left edge, words ... twelve points apart; None is an empty line."""
    return [
        (float(left), 720.0 - 12 * at, str(words))
        for at, row in enumerate(rows)
        if row
        for left, words in zip(row[::2], row[1::2], strict=True)
    ]


def tournament_rules(day: str = "July 4, 2031", checks: str = "Check them twice.") -> bytes:
    """Return a tournament document with all that the layouts have; ``checks`` is the text of section 2.1."""
    dots = "." * 60
    contents = page(
        (54, "MAGIC: THE GATHERING\xae TOURNAMENT RULES"),
        (54, f"Effective {day}"),
        (54, f"Introduction {dots}2"),
        (54, f"1. Owls {dots}2"),
        (65, f"1.1 Feeding Owls {dots}2"),
        (65, f"1.2 Owl Houses {dots}2"),
        (54, f"2. Weasels {dots}3"),
        (65, f"2.1 Weasel Checks {dots}3"),
        (54, f"Appendix A\u2014Changes From Previous Versions {dots}4"),
    )
    body = page(
        (54, "Introduction"),
        None,
        (54, "Owls of every colour feed at night in the barns and attics of an undis-"),
        (54, "turbed village, undisturbed by any cat or dog, and each owl is self-"),
        (54, "sufficient. Self-sufficient owls need no one else at all, and no one ever"),
        (54, "wanted them."),
        None,
        (54, "1. Owls"),
        None,
        (54, "1.1 Feeding Owls"),
        None,
        (54, "Feed them:"),
        (90, "\u2022", 108, "at night"),
        (90, "\u2022", 108, "with mice that somebody has already caught, washed, dried and"),
        (108, "praised"),
        None,
        (54, "1.2 Owl Houses"),
        None,
        (90, "House", 250, "Owls"),
        (90, "Barn", 250, "four"),
        (90, "Attic", 250, "two"),
    )
    more = page(
        (54, "2. Weasels"),
        None,
        (54, "2.1 Weasel Checks", 480, "Warning"),
        None,
        (54, checks),
        None,
        *[(54, "Then check every weasel, stoat, marten and polecat at each gate, and let")] * 38,
    )
    last = page((54, "Appendix A\u2014Changes From Previous Versions"), None, (54, "2.1: Twice, not once."))
    return pdf_of([[*each, (540, 30, str(at))] for at, each in enumerate((contents, body, more, last), 1)])

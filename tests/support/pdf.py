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

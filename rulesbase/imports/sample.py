"""The sample: a small text of our own that shows every feature before rules are imported."""

from pathlib import Path

from rulesbase.core.database.write_lock import content_lock
from rulesbase.imports.import_file import import_source
from rulesbase.models import Source, Version

FOLDER = Path(__file__).parents[1] / "sample"


def load_sample() -> int:
    """Import the sample if the database has no version and no source; return the number of editions, else 0."""
    # The lock prevents an import between the check and the load.
    with content_lock():
        if Version.objects.exists() or Source.objects.exists():
            return 0
        files = sorted(FOLDER.glob("*.txt"))
        for path in files:
            import_source(path.read_bytes(), name=path.name, sample=True)
    return len(files)

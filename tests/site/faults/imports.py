"""Imports killed at any moment: of real versions and real sets of cards where there is a corpus, else made-up ones."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.cards.imports.made_files import card, ruling, write
from tests.site.faults.library import empty_database
from tests.site.faults.looking import Readers, half_visible, quiet
from tests.site.faults.rounds import Found, Play, Stage, findings, killed_within
from tests.site.faults.serving import Served
from tests.support.texts import large

# So many files of cards into one database, then a fresh one: or each round would take longer than the one before.
_FILES = 12


class _Importing:
    """Files one by one into a database that a server reads: each killed, then run again to its end."""

    def __init__(self, stage: Stage, kind: "ImportKind", files: list[Path]) -> None:
        self.stage, self.kind, self.files = stage, kind, files
        self.at, self.database = 0, 0
        # Seconds a byte, as it was with the one before.
        self.pace = 0.0
        self.open = ExitStack()

    def _fresh(self) -> None:
        """A database of before, and a server before it."""
        self.open.close()
        self.database += 1
        self.name = f"{self.kind.name}_{self.database}"
        self.address = self.stage.place.copy(f"{self.kind.name}_base", self.name)
        self.served = Served(self.stage.env, self.address, self.stage.folder / f"{self.name}.log")
        self.open.enter_context(self.served)
        self.at = 0

    def round(self) -> Found:
        """One import that is killed, and again."""
        if self.at % len(self.files) == 0:
            self._fresh()
        file, found = self.files[self.at], Found()
        self.at += 1
        pages = self.kind.pages(file)
        before, held = quiet(self.served, pages), self._held()
        with Readers(self.served, pages) as readers:
            size = file.stat().st_size
            longest = self.pace * size or 1.0
            found.hit, killed = killed_within(self.stage, self.address, longest, *self.kind.command, file)
            after = quiet(self.served, pages)
            kept = self._held()
            again = self.stage.nursery.run(self.address, *self.kind.command, file)
            self.pace = again.age / size
            found.recovery = time.monotonic() - killed
            end = quiet(self.served, pages)
        found.lost = [f"{one} is gone" for one in sorted(held - kept)]
        if found.hit and kept - held and after == before:
            found.half.append(f"{file.name} is stored and no page shows it")
        found.half += half_visible(readers, [before, after, end])
        if again.code or not self._held() > held:
            found.other.append(f"run again, it ended with {again.code}: {again.said[-500:]}")
        found.findings = findings(self.stage, self.address)
        if " ERROR " in self.served.said():
            found.other.append(f"the server complained: {self.served.said()[-1500:]}")
        return found

    def _held(self) -> set[str]:
        return {sha for (sha,) in self.stage.place.rows(self.name, f"SELECT sha256 FROM {self.kind.table}")}


class ImportKind:
    """What is imported how, where it is kept, and which pages show it."""

    def __init__(self, name: str, command: tuple[str, ...], table: str) -> None:
        self.name, self.command, self.table = name, command, table

    @contextmanager
    def playing(self, stage: Stage) -> Iterator[Play]:
        """A database with the first of the files."""
        first, *files = self.files(stage)
        address = empty_database(stage, f"{self.name}_base")
        stage.nursery.must(address, *self.command, first)
        play = _Importing(stage, self, files)
        with play.open:
            yield play

    def files(self, stage: Stage) -> list[Path]:
        """What is imported, the first before all rounds."""
        raise NotImplementedError

    def pages(self, file: Path) -> list[str]:
        """What readers look at."""
        raise NotImplementedError


class Rules(ImportKind):
    """import_rules."""

    def __init__(self) -> None:
        super().__init__("import", ("import_rules", "--without-study"), "rulesbase_source")

    def files(self, stage: Stage) -> list[Path]:
        """Made-up versions before and after the first; the third and the thirteenth are real, and take far longer."""
        years = [2010, *(year for pair in zip(range(2011, 2024), range(2009, 1996, -1), strict=True) for year in pair)]
        files = []
        for year in years:
            files.append(stage.folder / f"{year}-03-01.txt")
            files[-1].write_bytes(large(year, 80).bytes())
        real = sorted((stage.corpus / "cr" / "en").glob("*.txt"))[:2] if stage.corpus else []
        for at, file in zip((3, 13), real, strict=False):
            files.insert(at, file)
        return files

    def pages(self, file: Path) -> list[str]:
        """The version that comes, in three views; what shows all versions."""
        day = file.stem
        return ["/", f"/rules/{day}/", f"/rules/{day}/101/", f"/glossary/{day}/", "/api/v1/versions/", "/archive/"]


class Cards(ImportKind):
    """import_cards."""

    def __init__(self) -> None:
        super().__init__("cards", ("import_cards",), "cards_cardfile")

    def files(self, stage: Stage) -> list[Path]:
        """The smallest sets, of which some bring new cards and some printings of known ones."""
        if stage.corpus:
            found = sorted((stage.corpus / "cards").glob("mtgjson-*/*.json.gz"), key=lambda path: path.stat().st_size)
            return found[: _FILES + 1]
        files = []
        for number in range(_FILES + 1):
            chance = random.Random(number)
            ids = [f"id-{chance.randrange(400):04}" for _ in range(120)]
            rows = [card(f"Elk {one}", one, set=f"s{number}") for one in dict.fromkeys(ids)]
            rows += [ruling(f"Of {one}, in {number}.", one) for one in dict.fromkeys(ids)]
            files.append(stage.folder / f"set-{number}.json.gz")
            write(files[-1], rows)
        return files

    def pages(self, file: Path) -> list[str]:
        """Lists of all cards and of one set; names."""
        code = file.name.partition(".")[0].lower()
        return ["/cards/", f"/cards/?set={code}", "/cards/?sort=new", "/cards/?rulings=1"]

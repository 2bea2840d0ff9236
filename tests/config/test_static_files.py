"""The joined stylesheets, and the names of scripts that import each other."""

import re
from collections.abc import Iterable
from pathlib import Path

from django.contrib.staticfiles.finders import find

from config.static_files import BUNDLES, BundledStaticFiles

STYLES = {name for parts in BUNDLES.values() for name in parts} | {"img/tap.svg"}


def processed(folder: Path, names: Iterable[str]) -> BundledStaticFiles:
    """Return a storage that named and joined these files and the stylesheets."""
    storage = BundledStaticFiles(location=folder, base_url="/static/")
    for name in STYLES.union(names):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(Path(str(find(name))).read_bytes())
    done = list(storage.post_process({name: (storage, name) for name in names}))
    assert [error for _name, _hashed, error in done if isinstance(error, Exception)] == []
    return storage


def test_a_bundle_has_its_parts_in_order(tmp_path: Path) -> None:
    storage = processed(tmp_path, STYLES)
    for bundle, parts in BUNDLES.items():
        text = (tmp_path / bundle).read_text(encoding="utf-8")
        at = [text.index((tmp_path / part).read_text(encoding="utf-8").strip()) for part in parts]
        assert at == sorted(at)
        assert storage.stored_name(bundle) != bundle


def test_scripts_import_names_with_digests(tmp_path: Path) -> None:
    names = {f"js/{path.name}" for path in Path(str(find("js"))).glob("*.js")}
    storage = processed(tmp_path, names | STYLES)
    written = {name: (tmp_path / storage.stored_name(name)).read_text(encoding="utf-8") for name in names}
    assert f'from "./{Path(storage.stored_name("js/keyboard.js")).name}"' in written["js/compare.js"]
    # A name with a digest has a second dot.
    plain = {name: re.findall(r"""["'`]\./[\w-]+\.js["'`]""", text) for name, text in written.items()}
    assert {name: found for name, found in plain.items() if found} == {}

"""The joined stylesheets."""

from pathlib import Path

from django.contrib.staticfiles.finders import find

from config.static_files import BUNDLES, BundledStaticFiles


def test_a_bundle_has_its_parts_in_order(tmp_path: Path) -> None:
    storage = BundledStaticFiles(location=tmp_path, base_url="/static/")
    names = {name for parts in BUNDLES.values() for name in parts} | {"img/tap.svg"}
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(Path(str(find(name))).read_bytes())
    done = list(storage.post_process({name: (storage, name) for name in names}))
    assert [error for _name, _hashed, error in done if isinstance(error, Exception)] == []
    for bundle, parts in BUNDLES.items():
        text = (tmp_path / bundle).read_text(encoding="utf-8")
        at = [text.index((tmp_path / part).read_text(encoding="utf-8").strip()) for part in parts]
        assert at == sorted(at)
        assert storage.stored_name(bundle) != bundle

"""The guide, as far as it can be read without a machine; `make guide` follows it."""

import re
import subprocess

import pytest
from django.core.management import get_commands

from tests.site.scale.guide import GUIDE, Block, blocks
from tests.site.scale.parts import ROOT

BLOCKS = blocks(GUIDE.read_text(encoding="utf-8"))
FILES = {block.label: block.text for block in BLOCKS if block.label.startswith("/")}
SCRIPTS = [block for block in BLOCKS if block.kind == "sh"]


def test_blocks_are_found() -> None:
    text = "a\n```sh\nls\n```\nb\n```ini /etc/x\n[A]\nb=1\n```\n"
    assert blocks(text) == [Block("sh", "", "ls\n"), Block("ini", "/etc/x", "[A]\nb=1\n")]
    assert len(SCRIPTS) > 10
    assert {block.label for block in SCRIPTS if not block.label.startswith("/")} == {"", "later", "many", "upgrade"}


@pytest.mark.parametrize("script", SCRIPTS, ids=[str(at) for at in range(len(SCRIPTS))])
def test_scripts_can_be_read(script: Block) -> None:
    done = subprocess.run(["sh", "-n"], input=script.text, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_commands_and_variables_are_those_of_the_program() -> None:
    ours = set(get_commands()) | {"collectstatic", "check", "migrate"}
    named = {name for block in SCRIPTS for name in re.findall(r"(?:^|\s)rulesbase (\w+)", block.text)}
    named |= {name for text in FILES.values() for name in re.findall(r"manage\.py (\w+)", text)}
    assert named >= {"migrate", "collectstatic", "load_name_facts", "backup"}
    assert named <= ours
    assert set(re.findall(r"rulesbase@(\w+)\.timer", "".join(block.text for block in SCRIPTS))) <= ours
    settings = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    variables = re.findall(
        r"^([A-Z_]+)=", next(one.text for one in SCRIPTS if "rulesbase.env" in one.text), re.MULTILINE
    )
    assert len(variables) > 5
    assert [name for name in variables if f"| `{name}` |" not in settings] == []


def test_units_name_each_other() -> None:
    units = {path.rpartition("/")[2] for path in FILES if "/systemd/" in path}
    assert {"rulesbase.socket", "rulesbase.service", "rulesbase-backup.timer"} <= units
    started = re.findall(r"rulesbase[\w@-]*\.(?:socket|service|timer)", "".join(block.text for block in SCRIPTS))
    assert {re.sub(r"@\w+\.", "@.", name) for name in started} <= units
    socket = re.search(r"ListenStream=(\S+)", FILES["/etc/systemd/system/rulesbase.socket"])
    assert socket
    assert f"unix:{socket[1]}" in FILES["/etc/nginx/sites-available/rulesbase"]

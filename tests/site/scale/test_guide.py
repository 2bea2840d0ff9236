"""The blocks of docs/deployment.md: scripts of the shell, files of systemd and nginx."""

import re
import subprocess

from django.core.management import get_commands

from tests.support.programs import ROOT

GUIDE = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
# The language of a block, what follows it in the line, and its text.
BLOCKS = re.findall(r"^```(\w+)(?: ([^\n]+))?\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
FILES = {label: text for _language, label, text in BLOCKS if label.startswith("/")}
SCRIPTS = [text for language, _label, text in BLOCKS if language == "sh"]


def test_scripts_can_be_read() -> None:
    assert len(SCRIPTS) > 10
    for script in SCRIPTS:
        done = subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True, check=False)
        assert done.stderr == "", script


def test_commands_and_variables_are_those_of_the_program() -> None:
    ours = set(get_commands()) | {"collectstatic", "check", "migrate"}
    named = {name for script in SCRIPTS for name in re.findall(r"(?:^|\s)rulesbase (\w+)", script)}
    named |= {name for text in FILES.values() for name in re.findall(r"manage\.py (\w+)", text)}
    assert named >= {"migrate", "collectstatic", "load_name_facts", "backup"}
    assert named <= ours
    assert set(re.findall(r"rulesbase@(\w+)\.timer", "".join(SCRIPTS))) <= ours
    settings = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    environment = next(script for script in SCRIPTS if "rulesbase.env" in script)
    variables = re.findall(r"^([A-Z_]+)=", environment, re.MULTILINE)
    assert len(variables) > 5
    assert [name for name in variables if f"| `{name}` |" not in settings] == []


def test_units_name_each_other() -> None:
    units = {path.rpartition("/")[2] for path in FILES if "/systemd/" in path}
    assert {"rulesbase.socket", "rulesbase.service", "rulesbase-backup.timer"} <= units
    started = re.findall(r"rulesbase[\w@-]*\.(?:socket|service|timer)", "".join(SCRIPTS))
    assert {re.sub(r"@\w+\.", "@.", name) for name in started} <= units
    socket = re.search(r"ListenStream=(\S+)", FILES["/etc/systemd/system/rulesbase.socket"])
    assert socket
    assert f"unix:{socket[1]}" in FILES["/etc/nginx/sites-available/rulesbase"]


def test_nginx_leaves_conditional_requests_to_the_api() -> None:
    # Where nginx may cache, it asks the program without If-None-Match.
    site = FILES["/etc/nginx/sites-available/rulesbase"]
    uncached = re.findall(r"location ~ (\S+) {[^}]*proxy_cache off;", site)
    assert [address for address in ("/api/v1/versions/", "/offline/names") if not re.match(uncached[0], address)] == []

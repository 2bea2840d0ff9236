"""The environment: what is understood, and that a value which cannot be used stops the start and says why."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import env_bool, env_cache, env_database, env_email, env_hosts, env_ports, env_secret

ROOT = Path(__file__).resolve().parents[2]
GOOD_KEY = "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"


def check(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py check` with these variables and no others of ours."""
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    safe = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{tmp_path}/db", "SECRET_KEY": GOOD_KEY}
    return subprocess.run(command, cwd=ROOT, env=safe | environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_secure_deployment_passes_djangos_checks(tmp_path: Path) -> None:
    done = check(tmp_path, SECURE="1", ALLOWED_HOSTS="rules.example")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("DEBUG", "perhaps", "1, true, yes, on"),
        ("SECURE", "2", "0, false, no, off"),
        ("SECRET_KEY", "short", "at least 50 characters"),
        ("DATABASE_URL", "mysql://localhost/rules", "postgres://"),
        ("DATABASE_REPLICA_URL", "replica", "sqlite:///path/to/file"),
        ("CACHE_URL", "memcache://localhost", "redis://"),
        ("ALLOWED_HOSTS", "https://rules.example/", "without scheme"),
        ("EMAIL_URL", "pigeon://", "smtp://"),
    ],
)
def test_a_bad_value_stops_the_start(tmp_path: Path, name: str, value: str, allowed: str) -> None:
    done = check(tmp_path, **{name: value})
    assert done.returncode != 0
    (result,) = done.stderr.splitlines()
    assert name in result
    assert allowed in result


@pytest.mark.parametrize(("value", "meaning"), [("1", True), ("Yes", True), ("off", False), ("", False)])
def test_words_for_yes_and_no(monkeypatch: pytest.MonkeyPatch, value: str, meaning: bool) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert env_bool("DEBUG", default=not meaning) is meaning


def test_secret_comes_from_the_environment_then_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with pytest.raises(ImproperlyConfigured, match=rf"SECRET_KEY is missing.+ to {tmp_path.name}/secret\."):
        env_secret("SECRET_KEY", file, optional=False)
    assert len(env_secret("SECRET_KEY", file, optional=True)) >= 50
    file.write_text(GOOD_KEY + "\n")
    assert env_secret("SECRET_KEY", file, optional=False) == GOOD_KEY
    monkeypatch.setenv("SECRET_KEY", GOOD_KEY[::-1])
    assert env_secret("SECRET_KEY", file, optional=False) == GOOD_KEY[::-1]


def test_a_long_secret_of_one_letter_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "a" * 60)
    with pytest.raises(ImproperlyConfigured, match="10 of them different"):
        env_secret("SECRET_KEY", tmp_path / "none", optional=False)


@pytest.mark.parametrize(
    ("url", "name", "host", "port"),
    [
        ("postgres://reader:word@db.example:5433/rules", "rules", "db.example", 5433),
        ("postgresql://reader@db.example/rules", "rules", "db.example", ""),
        ("postgres:///rules?host=/run/postgresql", "rules", "/run/postgresql", ""),
        ("postgres://postgres@/postgres?host=/tmp/socket", "postgres", "/tmp/socket", ""),
    ],
)
def test_postgresql_addresses(monkeypatch: pytest.MonkeyPatch, url: str, name: str, host: str, port: object) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    config = env_database("DATABASE_URL", "", ROOT)
    assert config["ENGINE"] == "django.db.backends.postgresql"
    assert (config["NAME"], config["HOST"], config["PORT"]) == (name, host, port)
    assert "host" not in config["OPTIONS"]


def test_of_several_postgresqls_the_right_one_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, wanted in (("DATABASE_URL", "read-write"), ("DATABASE_REPLICA_URL", "prefer-standby")):
        monkeypatch.setenv(name, "postgres://reader@one.example:5433,two.example:5434/rules")
        config = env_database(name, "", ROOT)
        assert (config["HOST"], config["PORT"]) == ("one.example,two.example", "5433,5434")
        assert config["OPTIONS"]["target_session_attrs"] == wanted
    monkeypatch.setenv("DATABASE_URL", "postgres://reader@one.example/rules?connect_timeout=7&sslmode=require")
    options = env_database("DATABASE_URL", "", ROOT)["OPTIONS"]
    assert (options["connect_timeout"], options["sslmode"]) == (7, "require")
    assert "target_session_attrs" not in options


def test_a_server_frees_what_somebody_holds_who_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """And commands take their turn for a minute, or as long as who runs them says."""
    monkeypatch.setenv("DATABASE_URL", "postgres://reader@one.example/rules?options=-c%20work_mem=64MB")
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=3s")
    asked = env_database("DATABASE_URL", "", ROOT)["OPTIONS"]["options"]
    assert " -c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c " in asked
    # The last of two counts.
    assert asked.endswith("-c lock_timeout=60s -c idle_in_transaction_session_timeout=1h "
                          "-c lock_timeout=3s -c work_mem=64MB")  # fmt: skip
    monkeypatch.delenv("PGOPTIONS")
    assert "lock_timeout=3s" not in env_database("DATABASE_URL", "", ROOT)["OPTIONS"]["options"]


def test_sqlite_waits_for_its_turn_and_counts_paths_from_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///var/other.sqlite3")
    config = env_database("DATABASE_URL", "", ROOT)
    assert config["NAME"] == str(ROOT / "var" / "other.sqlite3")
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["OPTIONS"]["timeout"] == 60


@pytest.mark.parametrize("url", ["postgres://db.example:port/rules", "postgres://db.example", "sqlite:/file"])
def test_broken_database_addresses(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL="):
        env_database("DATABASE_URL", "", ROOT)


def test_a_refusal_does_not_show_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://reader:hush@db.example/rules")
    with pytest.raises(ImproperlyConfigured, match=r"reader:\*\*\*@db\.example") as refusal:
        env_database("DATABASE_URL", "", ROOT)
    assert "hush" not in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "backend"),
    [("locmem://", "MemoryCache"), ("dummy://", "DummyCache"), ("redis://c:6379/1", "RedisCache")],
)
def test_an_address_names_the_kind_of_cache(monkeypatch: pytest.MonkeyPatch, url: str, backend: str) -> None:
    monkeypatch.setenv("CACHE_URL", url)
    assert env_cache("CACHE_URL", "")["BACKEND"].endswith(f".{backend}")


def test_an_address_names_the_mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://post:word@mail.example:587")
    config = env_email("EMAIL_URL", "")
    assert (config["EMAIL_HOST"], config["EMAIL_PORT"], config["EMAIL_USE_TLS"]) == (
        "mail.example",
        587,
        True,
    )


def test_any_host_only_without_secure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "*")
    assert env_hosts("ALLOWED_HOSTS", [], wildcard=True) == ["*"]
    with pytest.raises(ImproperlyConfigured, match="no \\* where SECURE is on"):
        env_hosts("ALLOWED_HOSTS", [], wildcard=False)


def test_a_host_with_its_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "rules.example:8443,[::1]:8000, other.example")
    assert env_hosts("ALLOWED_HOSTS", [], wildcard=False) == ["rules.example", "[::1]", "other.example"]
    assert env_ports("ALLOWED_HOSTS") == {"rules.example": "8443", "[::1]": "8000"}
    monkeypatch.setenv("ALLOWED_HOSTS", "rules.example:https")
    with pytest.raises(ImproperlyConfigured, match="without scheme"):
        env_hosts("ALLOWED_HOSTS", [], wildcard=False)

"""Read settings from the environment; the error for a bad value names the variable and what is allowed."""

import os
import re
import secrets
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env

TRUE = ("1", "true", "yes", "on")
FALSE = ("0", "false", "no", "off", "")
SECRET_LENGTH = 50
SECRET_VARIETY = 10
DATABASES = ("sqlite", "postgres", "postgresql")
CACHES = ("locmem", "dummy", "redis", "rediss")
# Page cache of a process in KiB. With SQLite's default of 2,000 each page is read from the file again.
_SQLITE_CACHE_KIB = 32_000
# Waiting times of the client, in seconds (`tcp_user_timeout` in milliseconds). A machine that is off refuses nothing,
# and a request that waits for it blocks a worker.
_TIMEOUTS = {
    "connect_timeout": 3,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# Options of the server for each connection. Most keep a client that is gone or stopped from holding its locks for ever.
# They suit commands, which may compute long between two statements; `rulesbase.web.middleware.wsgi` sets shorter ones.
_SERVER_OPTIONS = {
    # The rows are in memory or on a solid-state disk; with the default the planner reads whole tables instead.
    "random_page_cost": "1.1",
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "lock_timeout": "60s",
    "idle_in_transaction_session_timeout": "1h",
}
# A page reads the cache several times, and computing a value takes little longer than this.
_REDIS_SECONDS = 0.15
_KEYS = {"KEY_FUNCTION": "rulesbase.web.cache.pages.cache_key"}
EMAILS = ("smtp", "smtp+tls", "smtp+ssl", "consolemail", "filemail", "memorymail", "dummymail")


def refuse(name: str, value: str, allowed: str) -> ImproperlyConfigured:
    """Return the error for a variable whose value cannot be used, without passwords in addresses."""
    return ImproperlyConfigured(f"{name}={_without_password(value)!r} cannot be used. Allowed: {allowed}.")


def env_bool(name: str, default: bool = False) -> bool:
    """Return a yes-or-no variable. Raises ImproperlyConfigured for any other word."""
    value = os.environ.get(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word not in TRUE + FALSE:
        raise refuse(name, value, "1, true, yes, on, 0, false, no, off")
    return word in TRUE


def env_int(name: str, default: int, *, least: int, most: int) -> int:
    """Return a whole number. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise refuse(name, value, f"a whole number from {least} to {most}")
    return int(value)


def env_choice(name: str, default: str, words: tuple[str, ...]) -> str:
    """Return one of ``words``. Raises ImproperlyConfigured for any other value."""
    value = os.environ.get(name, "").strip().lower() or default
    if value not in words:
        raise refuse(name, value, ", ".join(words))
    return value


def env_secret(name: str, file: Path, *, optional: bool) -> str:
    """Return the secret key from the environment, else from `file`, else (if optional) a new one.

    Raises ImproperlyConfigured if a needed key is missing or too easy to guess.
    """
    value = os.environ.get(name, "").strip()
    if not value and file.is_file():
        value = file.read_text(encoding="ascii").strip()
    if not value and optional:
        return secrets.token_urlsafe(SECRET_LENGTH)
    if not optional and (len(value) < SECRET_LENGTH or len(set(value)) < SECRET_VARIETY):
        raise ImproperlyConfigured(
            f"{name} is missing or too short ({len(value)} characters). Allowed: at least {SECRET_LENGTH} "
            f"characters, {SECRET_VARIETY} of them different; `make secret` writes one to "
            f"{file.parent.name}/{file.name}. Only DEBUG=1 does without."
        )
    return value


def env_hosts(name: str, default: list[str], *, wildcard: bool) -> list[str]:
    """Return host names from a comma-separated variable; `*` is allowed only with `wildcard`."""
    value = os.environ.get(name, "")
    hosts = [host for host, _port in _hosts_and_ports(value)] or default
    allowed = "host names without scheme or path, with a port where it is not the usual one, separated by commas"
    for host in hosts:
        if any(sign in host for sign in "/ @?#") or (":" in host and not host.startswith("[")):
            raise refuse(name, value, allowed)
        if "*" in host and not wildcard:
            raise refuse(name, value, f"{allowed}; no * where SECURE is on")
    return hosts


def env_ports(name: str) -> dict[str, str]:
    """Return the port of each host name that has one."""
    return {host: port for host, port in _hosts_and_ports(os.environ.get(name, "")) if port}


def _hosts_and_ports(value: str) -> list[tuple[str, str]]:
    parts = [part.strip() for part in value.split(",") if part.strip()]
    found = [re.fullmatch(r"([^:]+|\[[^\]]*\]):([1-9]\d{0,4})", part, re.ASCII) for part in parts]
    return [(match[1], match[2]) if match else (part, "") for part, match in zip(parts, found, strict=True)]


def env_proxies(name: str) -> list[str]:
    """Return addresses and networks of proxies, separated by commas, or `*`. Raises ImproperlyConfigured."""
    value = os.environ.get(name, "")
    found = [part.strip() for part in value.split(",") if part.strip()]
    for part in found:
        try:
            _network = part == "*" or ip_network(part)
        except ValueError:
            raise refuse(name, value, "addresses such as 10.0.0.7 or 10.0.0.0/8, separated by commas, or *") from None
    return found


def env_database(name: str, default: str, base: Path) -> dict[str, Any]:
    """Return Django's settings for one database address; relative SQLite paths start at `base`.

    Raises ImproperlyConfigured for other engines and for addresses without a database name.
    """
    value = os.environ.get(name) or default
    allowed = "sqlite:///path/to/file, postgres://user:password@host:5432/name, postgres:///name?host=/socket/folder"
    scheme = _scheme(name, value, DATABASES, allowed)
    config = _parse(name, value, allowed, Env.db_url_config)
    if not config.get("NAME"):
        raise refuse(name, value, allowed)
    if scheme == "sqlite":
        return _sqlite(config, base)
    options = config.pop("OPTIONS", {})
    host = options.pop("host", "")
    # The last of two equal options wins. An OPTIONS of the driver would replace PGOPTIONS, so it is merged here.
    server_options = [f"-c {name}={value}" for name, value in _SERVER_OPTIONS.items()]
    options["options"] = " ".join(filter(None, [*server_options, os.environ.get("PGOPTIONS"), options.get("options")]))
    return {
        **config,
        "HOST": config["HOST"] or host,
        "OPTIONS": _TIMEOUTS | _of_several(name, config["HOST"] or host) | options,
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def _of_several(name: str, hosts: str) -> dict[str, Any]:
    """Choose among several hosts: the one that takes writes, for a replica preferably a standby."""
    if "," not in hosts:
        return {}
    return {"target_session_attrs": "prefer-standby" if "REPLICA" in name else "read-write"}


def _sqlite(config: dict[str, Any], base: Path) -> dict[str, Any]:
    """Complete SQLite's settings: readers never wait, and a writer waits for the lock instead of failing."""
    path = config["NAME"]
    return {
        **config,
        "NAME": path if path == ":memory:" else str(base / path),
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            # A deferred transaction that reads first and writes later cannot wait for SQLite's lock and fails at once.
            "transaction_mode": "IMMEDIATE",
            "timeout": 60,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
            f"PRAGMA cache_size=-{_SQLITE_CACHE_KIB};",
        },
    }


def env_cache(name: str, default: str) -> dict[str, Any]:
    """Return Django's settings for the cache. Raises ImproperlyConfigured for unsupported kinds."""
    value = os.environ.get(name) or default
    scheme = _scheme(name, value, CACHES, "locmem://, dummy://, redis://host:6379/0, rediss://host:6379/0")
    if scheme == "locmem":
        return {"BACKEND": "rulesbase.web.cache.memory.MemoryCache", "OPTIONS": {"MAX_ENTRIES": 5000}} | _KEYS
    if scheme == "dummy":
        return {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    # Imported only with Redis. After a Redis restart pooled connections are dead: retry once, but not after timeouts.
    from redis.backoff import NoBackoff
    from redis.exceptions import ConnectionError as BrokenConnection
    from redis.retry import Retry

    options = {
        "SERIALIZER": "django_redis.serializers.json.JSONSerializer",
        "SOCKET_CONNECT_TIMEOUT": _REDIS_SECONDS,
        "SOCKET_TIMEOUT": _REDIS_SECONDS,
        "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 1, (BrokenConnection,))},
        "IGNORE_EXCEPTIONS": True,
    }
    return {"BACKEND": "django_redis.cache.RedisCache", "LOCATION": value, "OPTIONS": options} | _KEYS


def env_email(name: str, default: str) -> dict[str, Any]:
    """Return Django's e-mail settings by setting name. Raises ImproperlyConfigured for unknown kinds."""
    value = os.environ.get(name) or default
    allowed = "smtp://user:password@host:587, smtp+tls://..., smtp+ssl://..., consolemail://, dummymail://"
    _scheme(name, value, EMAILS, allowed)
    config = _parse(name, value, allowed, Env.email_url_config)
    return {key: setting for key, setting in config.items() if key.startswith("EMAIL_")}


def _scheme(name: str, value: str, schemes: tuple[str, ...], allowed: str) -> str:
    scheme, mark, _ = value.partition("://")
    if not mark or scheme not in schemes:
        raise refuse(name, value, allowed)
    return scheme


def _parse(name: str, value: str, allowed: str, parser: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    try:
        return parser(value)
    except (ValueError, KeyError) as error:
        raise refuse(name, value, allowed) from error


def _without_password(value: str) -> str:
    try:
        password = urlsplit(value).password
    except ValueError:
        return value.rpartition("@")[2]
    return value.replace(f":{password}@", ":***@") if password else value

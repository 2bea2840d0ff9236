"""Whom a request comes from, as far as proxies of ours vouch for it."""

from ipaddress import ip_address

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory

from config.env import env_proxies
from rulesbase.web.rate_limits.client_ip import client_address, client_network

US, OTHER, FAR = "10.0.0.7", "10.0.0.8", "203.0.113.5"


@pytest.mark.parametrize(
    ("direct", "forwarded", "trusted", "found"),
    [
        (FAR, "", [], FAR),
        (FAR, "198.51.100.1", [], FAR),
        (FAR, "198.51.100.1", [US], FAR),
        (US, "", [US], US),
        (US, f"198.51.100.1, {FAR}", [US], FAR),
        # Two proxies of ours, one before the other; what stands before them is what somebody claims.
        (US, f"198.51.100.1, {FAR}, {OTHER}", [US, OTHER], FAR),
        (US, f"198.51.100.1, {FAR}, {OTHER}", ["10.0.0.0/24"], FAR),
        (US, f"198.51.100.1, {FAR}, {OTHER}", [US], OTHER),
        # Nothing but our own: the farthest of them.
        (US, OTHER, [US, OTHER], OTHER),
        (FAR, f"198.51.100.1, {OTHER}", ["*"], OTHER),
        (FAR, "", ["*"], FAR),
        # A socket of this machine has no address.
        ("", FAR, [US], FAR),
        ("", FAR, [], None),
        (US, "nonsense", [US], None),
        (US, "[2001:db8::1]:443", [US], "2001:db8::1"),
        (US, f"{FAR}:1234", [US], FAR),
        ("::ffff:203.0.113.5", "", [], FAR),
        ("::ffff:10.0.0.7", FAR, [US], FAR),
        ("fe80::1%eth0", "", [], "fe80::1"),
        (US, "," * 5000, [US], US),
    ],
)
def test_addresses(settings: LazySettings, direct: str, forwarded: str, trusted: list[str], found: str | None) -> None:
    settings.TRUSTED_PROXIES = trusted
    request = RequestFactory().get(
        "/", headers={"X-Forwarded-For": forwarded} if forwarded else None, REMOTE_ADDR=direct
    )
    assert client_address(request) == (ip_address(found) if found else None)


def test_places(settings: LazySettings) -> None:
    settings.TRUSTED_PROXIES = []
    near = [RequestFactory().get("/", REMOTE_ADDR=f"2001:db8:0:1::{at}") for at in (1, 2)]
    assert {client_network(request) for request in near} == {"2001:db8:0:1::"}
    assert client_network(RequestFactory().get("/", REMOTE_ADDR="2001:db8:0:2::1")) == "2001:db8:0:2::"
    assert client_network(RequestFactory().get("/", REMOTE_ADDR=FAR)) == FAR
    assert client_network(RequestFactory().get("/", REMOTE_ADDR="")) is None


def test_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROXIES", raising=False)
    assert env_proxies("PROXIES") == []
    monkeypatch.setenv("PROXIES", " 10.0.0.7, 10.1.0.0/16,::1 ,")
    assert env_proxies("PROXIES") == ["10.0.0.7", "10.1.0.0/16", "::1"]
    monkeypatch.setenv("PROXIES", "*")
    assert env_proxies("PROXIES") == ["*"]
    for wrong in ("proxy.example", "10.0.0.1/8", "10.0.0.7 10.0.0.8", "300.1.1.1"):
        monkeypatch.setenv("PROXIES", wrong)
        with pytest.raises(ImproperlyConfigured, match="PROXIES"):
            env_proxies("PROXIES")

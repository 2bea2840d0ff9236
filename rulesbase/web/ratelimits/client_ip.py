"""Whom a request comes from: the one definition, for sign-in, mails and the API.

A network address counts only as far as somebody of ours vouches for it: FORWARDED_ALLOW_IPS names the proxies before
us, the variable is gunicorn's too. Nobody is believed who is not named: a proxy that hands X-Forwarded-For on as it
came would let anybody be anybody.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address
EVERYBODY = "*"
_SHARED_BITS = 64


def client_address(request: HttpRequest) -> str | None:
    """The network address that a request comes from, as far as our proxies vouch for it; None where there is none."""
    found = _address_of(request)
    return str(found) if found else None


def client_network(request: HttpRequest) -> str:
    """What visits of one client are counted under: its address, of IPv6 its network.

    One customer has a whole network there, and would else have as many counts as it likes.
    """
    found = _address_of(request)
    if found is None:
        return "unknown"
    return str(ip_network((found, _SHARED_BITS), strict=False)) if isinstance(found, IPv6Address) else str(found)


def client_network_address(request: HttpRequest) -> str | None:
    """The same as an address, for what can hold nothing else: of IPv6 the first one of the network."""
    found = _address_of(request)
    if isinstance(found, IPv6Address):
        found = ip_network((found, _SHARED_BITS), strict=False).network_address
    return str(found) if found else None


def _address_of(request: HttpRequest) -> Address | None:
    direct = request.META.get("REMOTE_ADDR", "").strip()
    trusted = tuple(settings.TRUSTED_PROXIES)
    claimed = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if EVERYBODY in trusted:
        # Whoever is before us is a proxy; of what it was told itself nothing is known.
        direct = claimed[-1] if claimed else direct
    # Each proxy of ours adds whom it saw at the end; what stands before that is what somebody claims.
    while trusted and claimed and EVERYBODY not in trusted and _is_ours(direct, trusted):
        direct = claimed.pop()
    return read_address(direct)


def _is_ours(address: str, trusted: tuple[str, ...]) -> bool:
    """Whether a proxy of ours has this address. Whoever comes by a socket of this machine has none, and is one."""
    if not address:
        return True
    found = read_address(address)
    return found is not None and any(found in network for network in _networks(trusted))


@lru_cache(maxsize=8)
def _networks(trusted: tuple[str, ...]) -> tuple[Network, ...]:
    return tuple(ip_network(name) for name in trusted if name != EVERYBODY)


def read_address(text: str) -> Address | None:
    """An address as it is written, without port or brackets; None where it is none."""
    bare = text.strip()
    if bare.startswith("[") and "]" in bare:
        bare = bare[1 : bare.index("]")]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found

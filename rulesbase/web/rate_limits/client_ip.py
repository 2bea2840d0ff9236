"""The client address of a request, used for sign-in, mails and the API.

X-Forwarded-For is trusted only from the proxies in FORWARDED_ALLOW_IPS, which gunicorn reads too: any client can send
this header.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

Address = IPv4Address | IPv6Address
EVERYBODY = "*"
_SHARED_BITS = 64


def client_network(request: HttpRequest) -> str | None:
    """Return the address by which requests and sign-ins are counted; None if there is none.

    That of an IPv6 client is the first one of its /64 network: one customer has all of them.
    """
    found = client_address(request)
    if isinstance(found, IPv6Address):
        found = ip_network((found, _SHARED_BITS), strict=False).network_address
    return str(found) if found else None


def client_address(request: HttpRequest) -> Address | None:
    """Return the network address of the client as seen by our proxies; None if there is none."""
    direct = request.META.get("REMOTE_ADDR", "").strip()
    trusted: list[str] = settings.TRUSTED_PROXIES
    claimed = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if EVERYBODY in trusted:
        # The peer is a proxy; only the entry that it added can be trusted.
        direct = claimed[-1] if claimed else direct
    # Each of our proxies appends the address that it saw; earlier entries are claims of the client.
    while trusted and claimed and EVERYBODY not in trusted and _is_ours(direct, trusted):
        direct = claimed.pop()
    return read_address(direct)


def _is_ours(address: str, trusted: list[str]) -> bool:
    """Return whether one of our proxies has this address. A local socket has no address and counts as a proxy."""
    if not address:
        return True
    found = read_address(address)
    return found is not None and any(found in ip_network(name) for name in trusted)


def read_address(text: str) -> Address | None:
    """Return the address in a text, which may have a port or brackets; None if there is none."""
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

"""With SECURE, replace the port of the Host header, which links in mails would contain."""

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.utils.http import is_same_domain

from rulesbase.web.middleware_types import GetResponse


def port_as_configured(get_response: GetResponse) -> GetResponse:
    """Set the port that ALLOWED_HOSTS names for the host, or none: that of HTTPS."""
    if not settings.SECURE:
        raise MiddlewareNotUsed("Hosts come with the port that was asked.")

    def middleware(request: HttpRequest) -> HttpResponseBase:
        name, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
        # An invalid host is left unchanged; Django refuses it.
        if name:
            ours = next((port for host, port in settings.HOST_PORTS.items() if is_same_domain(name, host)), "")
            request.META["HTTP_HOST"] = f"{name}:{ours}" if ours else name
        return get_response(request)

    return middleware

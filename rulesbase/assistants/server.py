"""The tools as a server of the Model Context Protocol, with the `mcp` library: over stdio, or HTTP on this machine."""

import json
import socket
from collections.abc import Mapping
from typing import Any

import anyio
import uvicorn
from anyio import to_thread
from django.conf import settings
from django.http import HttpRequest
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from rulesbase.assistants.local_api import ApiRefusal, Application, LocalApi
from rulesbase.assistants.tools import TOOLS, call
from rulesbase.core.problem_response import PROBLEM, problem_data
from rulesbase.web.middleware.rate_limits import count_visit
from rulesbase.web.rate_limits.client_ip import client_network

Context = ServerRequestContext[Any]
HOST = "127.0.0.1"
PATH = "/mcp"
LARGEST_BODY = 256 * 1024
# Calls answered at the same time; each may hold a database connection.
AT_ONCE = 4
_LOOPBACK = (HOST, "localhost", "[::1]")
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_INSTRUCTIONS = (
    "The Magic: The Gathering Comprehensive Rules in every version since 1999, with cards and rulings. "
    "Rule numbers change: give the date of a question as `version`. Quote texts word for word with the date in "
    "`version` and the link in `sources`, so that people can check them."
)


def make_server(application: Application, site: str) -> Server[Any]:
    """Return the server; its tools ask ``application``, and their links begin with ``site``."""
    turns = anyio.CapacityLimiter(AT_ONCE)

    async def list_tools(_context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        tools = [
            Tool(
                name=name,
                title=tool.title,
                description=tool.description,
                input_schema=tool.schema(),
                annotations=_READ_ONLY,
            )
            for name, tool in TOOLS.items()
        ]
        return ListToolsResult(tools=tools)

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        api = LocalApi(application, site, _client(context.request))
        try:
            data = await to_thread.run_sync(call, api, params.name, params.arguments, limiter=turns)
        except ApiRefusal as refusal:
            return _result(refusal.data, is_error=True)
        return _result(data)

    return Server(
        "rulesbase",
        version=settings.VERSION,
        title="Rulesbase",
        instructions=_INSTRUCTIONS,
        website_url=site,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _result(data: Mapping[str, Any], *, is_error: bool = False) -> CallToolResult:
    """Return an answer as data, and as text for clients that show only text."""
    text = TextContent(type="text", text=json.dumps(data, ensure_ascii=False))
    return CallToolResult(content=[text], structured_content=dict(data), is_error=is_error)


def _client(request: Request | None) -> dict[str, str]:
    """Return the WSGI variables of the client that the API needs; over stdio that is this machine."""
    if request is None:
        return {"REMOTE_ADDR": HOST}
    found = {"REMOTE_ADDR": request.client.host if request.client else HOST}
    for header, name in (("x-forwarded-for", "HTTP_X_FORWARDED_FOR"), ("accept-language", "HTTP_ACCEPT_LANGUAGE")):
        if value := ", ".join(request.headers.getlist(header)):
            found[name] = value
    return found


class LimitedByClient:
    """ASGI application that takes messages by POST alone, with the rate limit of the API for each."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the message and pass it on, or answer 429; 405 to other methods."""
        app = await self._app_for(scope) if scope["type"] == "http" else self.app
        await app(scope, receive, send)

    async def _app_for(self, scope: Scope) -> ASGIApp:
        if scope["method"] != "POST":
            # The server begins no message of its own, so there is no stream to open by GET.
            return Response(status_code=405, headers={"Allow": "POST"})
        request = HttpRequest()
        request.META = _client(Request(scope))
        rate = await to_thread.run_sync(count_visit, f"assistants:{client_network(request)}", settings.API_RATE)
        if not rate.refused:
            return self.app
        detail = f"At most {rate.limit} requests in {settings.API_WINDOW} seconds. Ask again in {rate.reset} seconds."
        headers = {"Retry-After": str(rate.reset), "Cache-Control": "no-store"}
        return JSONResponse(problem_data(429, "Too many requests", detail), 429, headers, media_type=PROBLEM)


def http_app(server: Server[Any]) -> ASGIApp:
    """Return the server as an ASGI application that refuses unknown values of Host and Origin.

    Allowed are this machine and the hosts of ALLOWED_HOSTS. Without this check a web page could reach the server
    through a host name that it points to 127.0.0.1.
    """
    named = [host for host in settings.ALLOWED_HOSTS if host != "*" and not host.startswith(".")]
    hosts = list(dict.fromkeys((*_LOOPBACK, *named)))
    origins = [f"{scheme}://{host}" for host in hosts for scheme in ("https", "http")]
    security = TransportSecuritySettings(
        allowed_hosts=[each for host in hosts for each in (host, f"{host}:*")],
        allowed_origins=[each for origin in origins for each in (origin, f"{origin}:*")],
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        # Without sessions a client leaves nothing behind in this process.
        stateless_http=True,
        json_response=True,
        max_request_body_size=LARGEST_BODY,
        transport_security=security,
    )
    return LimitedByClient(app)


def run_stdio(server: Server[Any]) -> None:
    """Answer on standard output what comes from standard input, until that ends."""

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)


def run_http(server: Server[Any], listening: socket.socket) -> None:
    """Answer HTTP requests to a bound socket until the process is stopped."""
    # The address of the client behind a proxy is read by `client_ip`, as for the site.
    config = uvicorn.Config(http_app(server), log_config=None, proxy_headers=False, server_header=False, lifespan="on")
    uvicorn.Server(config).run(sockets=[listening])

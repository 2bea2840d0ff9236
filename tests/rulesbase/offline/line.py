"""A proxy between a browser and a server that can break connections or stop passing on."""

import asyncio
import contextlib
import threading


class Line:
    """Pass on what comes at `address`."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._is_cut = self._is_silent = False
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        listening = asyncio.run_coroutine_threadsafe(self._listen(), self._loop)
        self.address = f"http://localhost:{listening.result()}"

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1")
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def _connect(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        if self._is_cut:
            near.transport.abort()
            return
        answers, far = await asyncio.open_connection("localhost", self._to)
        self._open |= {near, far}
        await asyncio.gather(self._pass_on(reader, far), self._pass_on(answers, near))
        self._open -= {near, far}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if not self._is_silent:
                    writer.write(data)
                    await writer.drain()
        writer.close()

    def cut(self) -> None:
        """Break all connections, and each new one."""
        self._is_cut = True
        self._loop.call_soon_threadsafe(self._abort_all)

    def _abort_all(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    def mend(self) -> None:
        """Pass on again."""
        self._is_cut = False

    def fall_silent(self) -> None:
        """Keep connections open and pass nothing on, for good."""
        self._is_silent = True

    def close(self) -> None:
        """Stop listening: connections are refused."""
        self.cut()
        self._loop.call_soon_threadsafe(self._server.close)

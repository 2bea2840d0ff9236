"""A proxy between a browser and a server that can break connections or stop passing on."""

import contextlib
import selectors
import socket
import threading

# Seconds for a server whose queue is full; meanwhile all others wait.
_PATIENCE = 5


class Line:
    """Pass on what comes at `address`."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._is_cut = self._is_silent = False
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening = socket.create_server(("localhost", 0))
        self.address = f"http://localhost:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with self._listening, contextlib.suppress(OSError):
            while True:
                self._take(self._listening.accept()[0])

    def _take(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("localhost", self._to), timeout=_PATIENCE)
            far.settimeout(None)
        except OSError:
            # The server has no room at this moment: this one breaks, and the line goes on.
            near.close()
            return
        with self._lock:
            is_cut = self._is_cut
            if not is_cut:
                self._open |= {near, far}
        if is_cut:
            near.close()
            far.close()
        else:
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        # Closed by another thread while it reads, it could read from the next socket of that number.
        with near, far, contextlib.suppress(OSError):
            try:
                self._until_one_ends(near, far)
            finally:
                with self._lock:
                    self._open -= {near, far}

    def _until_one_ends(self, near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        with selectors.DefaultSelector() as watched:
            for one in other:
                watched.register(one, selectors.EVENT_READ, one)
            while True:
                for key, _events in watched.select():
                    data = key.data.recv(65536)
                    if not data:
                        return
                    if not self._is_silent:
                        other[key.data].sendall(data)

    def cut(self) -> None:
        """Break all connections, and each new one."""
        with self._lock:
            self._is_cut = True
            for end in self._open:
                # The thread that waits for it wakes up and closes it.
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Pass on again."""
        with self._lock:
            self._is_cut = False

    def fall_silent(self) -> None:
        """Keep connections open and pass nothing on, for good."""
        self._is_silent = True

    def close(self) -> None:
        """Stop listening: connections are refused."""
        self.cut()
        # It may have ended before.
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)

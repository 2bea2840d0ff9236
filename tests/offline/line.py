"""A line between a browser and a server that can be cut: then every connection breaks, as without network."""

import contextlib
import socket
import threading

# Seconds for a server whose queue is full; meanwhile everybody else waits.
_PATIENCE = 5


class Line:
    """Passes on what comes at its own port; the address is ``http://localhost:<port>``."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._is_cut = False
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listening = socket.create_server(("localhost", 0))
        self.address = f"http://localhost:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                near, _address = self._listening.accept()
            except OSError:
                return
            if self._is_cut:
                self._end(near)
                continue
            try:
                far = socket.create_connection(("localhost", self._to), timeout=_PATIENCE)
                far.settimeout(None)
            except OSError:
                # The server has no room at this moment: this one breaks, and the line goes on.
                near.close()
                continue
            with self._lock:
                if not self._is_cut:
                    self._open |= {near, far}
            if near not in self._open:
                self._end(near, far)
                continue
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        self._end(one, other)

    def _end(self, *ends: socket.socket) -> None:
        for end in ends:
            # Whoever still waits for it is woken.
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        with self._lock:
            self._open -= set(ends)

    def cut(self) -> None:
        """Break all connections, and each that is tried."""
        with self._lock:
            self._is_cut = True
            ends = list(self._open)
        self._end(*ends)

    def mend(self) -> None:
        """Pass on again."""
        with self._lock:
            self._is_cut = False

    def close(self) -> None:
        """End for good."""
        self.cut()
        self._listening.close()

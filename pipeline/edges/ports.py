"""Free ports of the loopback address, for servers that run on this machine only.

Reserves nothing: between the answer and its use another process may take the port.
"""

import random
import socket

from pipeline.errors import Unavailable

HOST = "127.0.0.1"
# Below the ephemeral range: in it, a client that reconnects can be given the very port, connect to itself, and so
# keep a restarted broker from listening.
FREE_PORTS = range(20_000, 32_000)


def is_free(port: int) -> bool:
    """Say whether a server could listen on this port of the loopback address."""
    with socket.socket() as probe:
        probe.setsockopt(
            socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
        )  # as Java does: remains of a former run do not count
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_port(besides: int | None = None) -> int:
    """Return a free port below the ephemeral range; raise `Unavailable` when a thousand tries find none."""
    for _ in range(1000):
        port = random.choice(FREE_PORTS)  # noqa: S311 - not a secret; chance keeps parallel runs apart
        if port != besides and is_free(port):
            return port
    raise Unavailable(f"No free port between {FREE_PORTS.start} and {FREE_PORTS.stop}.")

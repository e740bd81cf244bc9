"""A client that sends 5,000 messages a second, in a process of its own: ``python -m tests.support.flood PORT SECONDS``.

Reads the token from the standard input; prints with which codes it was shut out.
"""

from __future__ import annotations

import sys
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

RATE, BUNCH = 5000, 50


def main() -> None:
    port, seconds, token = sys.argv[1], float(sys.argv[2]), sys.stdin.readline().strip()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        code: object = "never"
        with connect(f"ws://127.0.0.1:{port}/ws", additional_headers={"Authorization": f"Bearer {token}"}) as link:
            link.send('{"op": "hello", "client": "flood"}')
            due = time.monotonic()
            try:
                while time.monotonic() < end:
                    for _ in range(BUNCH):
                        link.send('{"op": "drag_move", "seq": 1}')
                    due += BUNCH / RATE
                    time.sleep(max(0.0, due - time.monotonic()))
            except ConnectionClosed as gone:
                code = None if gone.rcvd is None else gone.rcvd.code
        print(code, flush=True)
        if code != 1008:
            break


if __name__ == "__main__":
    main()

"""Run a long command and say how far it is: ``python tools/progress.py "what is done" "how long" command …``.

Its output is kept back and shown only if it fails.  Files that ninja compiles ("[3/17]") are counted.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

__all__ = ["main"]

REFRESH, REPORT = 1.0, 15.0
"""Seconds between two lines on a terminal, where each replaces the last, and elsewhere."""
LAST_LINES = 60
"""How much of the output is shown after a failure."""


def main(what: str, duration: str, command: list[str]) -> int:
    """The exit code of the command."""
    begin = told = time.monotonic()
    terminal = sys.stdout.isatty()
    print(f"{what} ({duration}) …", flush=True)
    with tempfile.NamedTemporaryFile(suffix=".log") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        try:
            while process.poll() is None:
                time.sleep(0.2)
                now = time.monotonic()
                if now - told >= (REFRESH if terminal else REPORT):
                    told = now
                    line = f"  {now - begin:.0f} s{_counted(Path(log.name))}"
                    print(f"\r{line}\x1b[K" if terminal else line, end="" if terminal else "\n", flush=True)
        except KeyboardInterrupt:
            process.wait()
            print("\nstopped; the next make goes on from here")
            return 130
        code = process.returncode
        if terminal:
            print("\r\x1b[K", end="")
        if code:
            print(*Path(log.name).read_text("utf-8", "replace").splitlines()[-LAST_LINES:], sep="\n", file=sys.stderr)
        else:
            print(f"  done in {time.monotonic() - begin:.0f} s", flush=True)
    return code


def _counted(log: Path) -> str:
    """How many of the files are compiled, if any are."""
    found = re.findall(r"\[(\d+)/(\d+)\]", log.read_text("utf-8", "replace"))
    return f", {found[-1][0]} of {found[-1][1]} files compiled" if found else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))

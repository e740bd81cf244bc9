"""A running editor: ``manikin edit`` in a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.server_environment import server_environment


class EditorServer:
    """Serves one project file; may be killed and started again, on the same port or another."""

    def __init__(
        self, project: Path | str, *, browser: bool = False, environment: dict[str, str] | None = None
    ) -> None:
        self.project = Path(project)
        self.browser, self.environment = browser, environment or {}
        self.address = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self, port: int = 0) -> str:
        """Start it and return the address with its token."""
        show = [] if self.browser else ["--no-browser"]
        own = {"XDG_STATE_HOME": str(self.project.parent / "state"), **self.environment}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "manikin", "edit", str(self.project), *show, "--port", str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**server_environment(), **own},
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://\S+", line)
            if found:
                self.address = found.group(0)
                return self.address
        self._end(signal.SIGKILL)
        raise AssertionError("the server ended before it said its address")

    @property
    def port(self) -> int:
        found = re.search(r":(\d+)/", self.address)
        assert found is not None
        return int(found.group(1))

    def kill(self) -> None:
        """End it as a crash does: no word, no clean-up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

"""Try a wheel as a newcomer would: an environment of its own, no compiler in sight, none of this checkout.

python tests/wheel.py compiled|pure dist/manikin-….whl
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

SMOKE = """
import sys
from pathlib import Path
import manikin
from manikin import Figure, chain

assert Path(manikin.__file__).is_relative_to(sys.prefix), manikin.__file__
arm = Figure(chain([15, 10, 5]))
tip = arm.pose(rod1=0.3927, rod2=0.7854, rod3=0.7854).position("tip")
assert abs(tip - [15.7716, 19.5985, 0]).max() < 1e-3, tip
kernels = type(arm.tree).__module__
assert kernels.endswith(".pure") == (sys.argv[1] == "pure"), kernels
from manikin.editor import launch, serve
from manikin.editor import routes as server
assert (server.STATIC / "index.html").is_file(), "the editor's page is not in the wheel"
stub = Path(manikin.__file__).parent / "kernels" / "_baseline.pyi"
assert stub.is_file(), "the types of the compiled classes are not in the wheel"
from importlib.metadata import files
notices = {path.name for path in files("manikin") if "licenses" in path.parts}
assert {"LICENSE", "three.js.txt", "nanobind.txt", "robin-map.txt"} <= notices, f"licences are missing: {notices}"
print(f"manikin {manikin.__version__} poses an arm with {kernels}: its tip is at {tip.round(3)}")
"""


def main(build: str, wheel: Path) -> None:
    """Install the wheel in an empty environment and use it: library and command line."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        venv.create(place / "env", with_pip=True)
        programs = place / "env" / ("Scripts" if os.name == "nt" else "bin")
        # nothing but the environment's own programs can be found, so nothing can be compiled
        environment = {
            name: value
            for name, value in os.environ.items()
            if name.startswith(("PIP_", "SSL_")) or name.lower().endswith("_proxy") or name == "HOME"
        }
        environment |= {"PATH": str(programs), "COLUMNS": "100"}

        # without compiled kernels there is a warning, and there should be
        strict = "error" if build == "compiled" else "default"

        def run(*command: str, warnings: str = strict) -> None:
            done = subprocess.run(
                [str(programs / command[0]), *command[1:]],
                cwd=place,
                env={**environment, "PYTHONWARNINGS": warnings},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
            print(done.stdout, end="")

        install = ("python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel.resolve()))
        run(*install, warnings="default")
        run("python", "-c", SMOKE, build)
        run("manikin", "--help")
        run("manikin", "figures")
        run("manikin", "show", "human", "--views", "four", "-o", "human.png")
        assert (place / "human.png").read_bytes().startswith(b"\x89PNG")
    print(f"{wheel.name} works in an empty environment")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))

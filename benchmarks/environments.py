"""Environments of other libraries, each of its own: made when they are first needed, and kept."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

__all__ = ["node_packages", "python_with", "run_quietly"]

HERE = Path(__file__).parent


@cache
def python_with(name: str, requirements: tuple[str, ...]) -> tuple[str, str]:
    """A Python that has some packages, made if need be; or an empty text, and why there is none."""
    wanted = "\n".join(("numpy", *requirements))
    place = HERE / f".venv-{name}"
    python, stamp = str(place / "bin" / "python"), place / "requirements.txt"
    if not stamp.is_file() or stamp.read_text() != wanted:
        print(f"making an environment for {name} …", file=sys.stderr)
        failed = run_quietly([sys.executable, "-m", "venv", str(place)])
        failed = failed or run_quietly([python, "-m", "pip", "install", "--quiet", *wanted.splitlines()])
        if failed:
            return "", f"does not install: {failed}"
        stamp.write_text(wanted)
    return python, ""


@cache
def node_packages(packages: tuple[str, ...]) -> tuple[str, str]:
    """A folder whose node_modules has some packages, made if need be; or an empty text, and why there is none."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "", "there is no Node here"
    place = HERE / ".venv-node"
    place.mkdir(exist_ok=True)
    if not (place / "package.json").is_file():
        (place / "package.json").write_text(json.dumps({"private": True, "type": "module"}))
    stamp = place / "packages.txt"
    known = stamp.read_text().split() if stamp.is_file() else []
    missing = [package for package in packages if package not in known]
    if missing:
        print(f"installing {', '.join(missing)} …", file=sys.stderr)
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(place)]
        if failed := run_quietly([*install, *missing]):
            return "", f"does not install: {failed}"
        stamp.write_text("\n".join([*known, *missing]))
    return str(place), ""


def run_quietly(command: list[str]) -> str:
    """The last line that a failing command wrote; empty where it went well."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    lines = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else (lines[-1] if lines else "no reason given")

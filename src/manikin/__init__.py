"""Pose and animate articulated figures by inverse kinematics and geometric constraints.

Every public name can be imported from here: ``from manikin import Figure, bodies``.  The names are listed in
``__init__.pyi``.  A name is loaded when it is first used, so that ``import manikin`` takes no time.
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

_modules: dict[str, str] = {}
"""The module of each public name; filled from the stub when the first name is used."""


def _module_of(name: str) -> str | None:
    if not _modules:
        import ast
        from pathlib import Path

        stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
        imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
        _modules.update({alias.name: node.module or "" for node in imports for alias in node.names})
    return _modules.get(name)


def __getattr__(name: str) -> object:
    module = _module_of(name)
    if name == "__all__":
        return ["__version__", *_modules]
    if module is None:
        from manikin.errors import suggestion

        raise AttributeError(f"module 'manikin' has no attribute {name!r}{suggestion(name, _modules)}")
    value = import_module(f"manikin.{name}") if module == "manikin" else getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    _module_of("")
    return sorted({*globals(), *_modules, "__all__"})

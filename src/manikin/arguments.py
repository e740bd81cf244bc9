"""Arguments of public calls: one thing or several, and mistakes that are told in words.

``explained`` stands before public functions and classes.  A call that works costs nothing more than one call.  If it
fails with an error of Python's own, the arguments are compared with the signature: an unknown, missing or wrong one
becomes a ``CallError`` that names it and says what is wanted.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np

from manikin.errors import CallError, InputError, ManikinError, shorten, suggestion

__all__ = ["ExplainedType", "explained", "names_of", "one_or_several", "tell_degrees"]

T = TypeVar("T")
S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])

MISTAKES = (TypeError, ValueError, AttributeError, LookupError, OverflowError)
"""Errors of Python's own that a wrong argument may lead to."""
ANYTHING = {"Any", "object", "T", "F"}
NUMBERS = {"float": (int, float, np.integer, np.floating), "int": (int, np.integer), "bool": (bool, np.bool_)}
TEXTS = {"str", "Name", "Literal"}
ITERABLES = {"Iterable", "Sequence", "tuple", "list", "VectorLike", "Vec3", "Array", "NDArray", "Affine", "PointsLike"}
NUMERIC = {"VectorLike", "Vec3", "Array", "NDArray", "Affine"}
SYNONYMS = {
    "velocity": "speed", "max_velocity": "speed", "max_speed": "speed", "lower": "lo", "upper": "hi", "min": "lo",
    "max": "hi", "low": "lo", "high": "hi", "tol": "tolerance", "eps": "tolerance", "maxiter": "max_iterations",
    "iterations": "max_iterations", "n_iter": "max_iterations", "timeout": "seconds", "time_limit": "seconds",
    "initial": "start", "init": "start", "q0": "start", "x0": "start", "color": "colour", "locked": "frozen",
    "fixed": "frozen", "method": "solver", "r": "radius", "position": "offset", "rotation": "orientation",
    "constraints": "hard", "equality": "hard",
}  # fmt: skip
"""Arguments of other libraries, and ours that mean the same."""
LIKE = {"PointLike": "Handle", "DirectionLike": "Handle", "OrientationLike": "Handle", "FrameLike": "Handle"}
"""Annotations that are a handle or numbers."""


MOST_TURNED = 15.0
"""Angles larger than this [rad] were probably given in degrees."""
INNER = frozenset({"forward", "check_state", "checked", "index", "columns_moving", "advance"})
"""Methods of inner loops, which check their arguments themselves."""


def explained(made: F) -> F:
    """Explain mistakes in calls of a function, or of a class and its public methods."""
    if isinstance(made, type):
        for name, method in list(vars(made).items()):
            if name in INNER:
                continue
            if inspect.isfunction(method) and (name == "__init__" or not name.startswith("_")):
                setattr(made, name, _explained(method, made.__name__ if name == "__init__" else name))
            elif isinstance(method, classmethod) and not name.startswith("_"):
                setattr(made, name, classmethod(_explained(method.__func__, name)))
        return made
    return _explained(made, made.__name__)  # type: ignore[return-value]


def _explained(function: Callable[..., T], title: str) -> Callable[..., T]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> T:
        try:
            return function(*args, **kwargs)
        except MISTAKES as error:
            if isinstance(error, ManikinError) and not isinstance(error, CallError):
                raise
            mistake = mistake_in_call(function, title, args, kwargs)  # perhaps the cause of a mistake farther inside
            if mistake is None:
                raise
            raise CallError(mistake) from None

    return call


class ExplainedType(type):
    """A metaclass: mistakes in the arguments of a class and all classes derived from it are explained."""

    if not TYPE_CHECKING:  # type checkers read the constructors of the classes

        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            try:
                return type.__call__(cls, *args, **kwargs)  # quicker than super()
            except MISTAKES as error:
                if isinstance(error, ManikinError) and not isinstance(error, CallError):
                    raise
                mistake = mistake_in_call(cls.__init__, cls.__name__, (None, *args), kwargs)
                if mistake is None:
                    raise
                raise CallError(mistake) from None


def mistake_in_call(
    function: Callable[..., Any], title: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> str | None:
    """What is wrong with the arguments of a call, as far as its signature says; None if nothing is."""
    if function is object.__init__:
        return f"{title} takes no arguments: it is the base of others"
    signature = inspect.signature(function)
    parameters = signature.parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    own = [name for name, p in parameters.items() if name != "self" and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    for name in kwargs:
        if name not in own and not open_ended:
            return (
                f"{title} has no argument {shorten(name)}{closest(name, own)} (it takes: {', '.join(own) or 'nothing'})"
            )
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError:
        by_place = [n for n in own if parameters[n].kind is not inspect.Parameter.KEYWORD_ONLY]
        count = len(args) - ("self" in parameters or "cls" in parameters)
        if count > len(by_place):
            named = ", ".join(f"{name}=…" for name in own if name not in by_place) or "none"
            return (
                f"{title} takes {len(by_place)} arguments by place, not {count}; the others are given by name: {named}"
            )
        missing = [
            name
            for i, name in enumerate(own)
            if parameters[name].default is inspect.Parameter.empty
            and name not in kwargs
            and not (name in by_place and by_place.index(name) < count)
        ]
        twice = " and ".join(name for name in by_place[:count] if name in kwargs)
        return (
            f"{title} needs {' and '.join(missing)}" if missing else f"{title}: {twice} is given by place and by name"
        )
    scope = vars(sys.modules.get(function.__module__, sys))
    for name, value in bound.arguments.items():
        parameter = parameters[name]
        if name in ("self", "cls") or parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        wanted = parameter.annotation if isinstance(parameter.annotation, str) else ""
        if wanted and not fits(value, wanted, scope):
            hint = "; load_skeleton makes one of a file" if wanted == "Skeleton" and isinstance(value, str) else ""
            return f"{title}: {name} must be {in_words(wanted)}, not {shorten(value)}{hint}"
    return None


def closest(name: str, known: list[str]) -> str:
    """The text ``; did you mean "…"?`` with the argument that was probably meant, or an empty text."""
    meant = [SYNONYMS.get(name, ""), *(own for own in known if own.startswith(name[:4]) and len(name) > 3)]
    return next((f'; did you mean "{own}"?' for own in meant if own in known), suggestion(name, known))


def fits(value: Any, annotation: str, scope: Mapping[str, Any]) -> bool:
    """Whether a value can be what the text of an annotation in a module says; True where that cannot be told."""
    return any(_fits_one(value, part.strip(), scope) for part in _split(annotation))


def _split(annotation: str, mark: str = "|") -> list[str]:
    """The parts of a union: "a | b[c | d]" → "a ", " b[c | d]"; or what another mark stands between."""
    parts, depth = [""], 0
    for letter in annotation:
        depth += (letter == "[") - (letter == "]")
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _inner(inside: str) -> str:
    """What stands in the brackets of "a[…]", given all behind the first of them."""
    return inside.rsplit("]", 1)[0]


def _parts(inner: str) -> list[str]:
    """The types of what a list or a mapping holds: "a, ..." → "a"; "a, b" → "a", "b"."""
    return [part.strip() for part in _split(inner, ",") if part.strip() not in ("", "...")]


def _fits_one(value: Any, annotation: str, scope: Mapping[str, Any]) -> bool:
    name, _, inside = annotation.partition("[")
    name = name.rsplit(".", 1)[-1]
    if name in LIKE:
        return _is_a(value, "Handle") or _are_numbers(value)
    if name in ANYTHING:
        return True
    if name == "None":
        return value is None
    if name in NUMBERS:
        return isinstance(value, NUMBERS[name]) and (name == "bool" or not isinstance(value, bool))
    if name == "Literal":
        return repr(value).replace("'", '"') in [one.strip().replace("'", '"') for one in inside.rstrip("]").split(",")]
    if name in ("str", "Name"):
        return isinstance(value, str) or (name == "Name" and isinstance(value, tuple))
    if name in NUMERIC:
        return _are_numbers(value)
    if name in ITERABLES:
        if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
            return False
        inner = _parts(_inner(inside))
        if not isinstance(value, (tuple, list)) or len(inner) != 1:
            return True
        return all(fits(one, inner[0], scope) for one in value)
    if name in ("Mapping", "dict"):
        inner = _parts(_inner(inside))
        if not isinstance(value, Mapping) or len(inner) != 2:
            return isinstance(value, Mapping)
        return all(fits(one, inner[0], scope) and fits(other, inner[1], scope) for one, other in value.items())
    if name in ("Callable", "type", "Path", "PathLike", "Generator"):
        told = {"Callable": callable(value), "type": isinstance(value, type), "Generator": hasattr(value, "uniform")}
        return told.get(name, hasattr(value, "__fspath__"))
    known = scope.get(name)  # a class, another name for some types, or imported for type checkers only
    return isinstance(value, known) if isinstance(known, type) else known is not None or _is_a(value, name)


def _is_a(value: Any, name: str) -> bool:
    return any(cls.__name__ == name for cls in type(value).__mro__)


def _are_numbers(value: Any) -> bool:
    if isinstance(value, (str, bytes)) or value is None:
        return False
    try:
        return np.asarray(value, float).dtype == float
    except (TypeError, ValueError, OverflowError):
        return False


def in_words(annotation: str) -> str:
    """What an annotation asks for, in a few plain words."""
    said = []
    for part in _split(annotation):
        name, _, inside = part.strip().partition("[")
        name = name.rsplit(".", 1)[-1]
        inner = _inner(inside)
        if name in NUMERIC:
            said.append("numbers")
        elif name in LIKE:
            said.append(f"a handle, as figure.{name.removesuffix('Like').lower()}(…) makes it, or numbers")
        elif name == "Literal":
            said.append(" or ".join(one.strip().replace("'", '"') for one in inner.split(",")))
        elif name in ("Iterable", "Sequence", "list", "tuple", "PointsLike"):
            said.append(f"a list of {_several(inner)}" if re.fullmatch(r"\w+(, \.\.\.)?", inner) else "a list")
        elif name in ("Mapping", "dict"):
            kinds = _parts(inner)
            plain_kinds = len(kinds) == 2 and all(re.fullmatch(r"\w+", kind) for kind in kinds)
            said.append(f"a mapping of {_several(kinds[0])} to {_several(kinds[1])}" if plain_kinds else "a mapping")
        elif name == "None":
            said.append("None")
        else:
            plain = {
                "Any": "a value",
                "float": "a number",
                "int": "a whole number",
                "bool": "True or False",
                "str": "a text",
                "Name": "a name",
            }
            plain["Generator"] = "a random generator, as numpy.random.default_rng(0) makes it"
            article = "an" if re.match("[AEIOU]", name) else "a"
            said.append(plain.get(name, f"{article} {name}"))
    return " or ".join(dict.fromkeys(said))


def _several(kind: str) -> str:
    """Several of a kind, in words."""
    word = re.sub("^an? ", "", in_words(_parts(kind)[0]))
    return word if word.endswith("s") else f"{word}s"


@overload
def one_or_several(given: Any, kind: type[T], what: str) -> tuple[T, ...]: ...
@overload
def one_or_several(given: Any, kind: tuple[type[T], type[S]], what: str) -> tuple[T | S, ...]: ...
def one_or_several(given: Any, kind: Any, what: str) -> tuple[Any, ...]:
    """One thing, or several, as a tuple; raises unless each is of a kind."""
    if isinstance(given, kind):
        return (given,)
    if isinstance(given, (str, bytes, Mapping)):
        given = (given,)  # refused below
    kinds = kind if isinstance(kind, tuple) else (kind,)
    wanted = f"{what} must be {' or '.join(f'a {each.__name__}' for each in kinds)}"
    try:
        found = tuple(given)
    except TypeError:
        raise InputError(f"{wanted}, one or a list of them, not {shorten(given)}") from None
    for one in found:
        if not isinstance(one, kind):
            words = (
                "; goal_from_text and lock_from_text make them of words"
                if "a Goal" in wanted and isinstance(one, str)
                else ""
            )
            raise InputError(f"{wanted}, one or a list of them, not {shorten(one)}{words}")
    return found


def names_of(given: Any, what: str) -> tuple[Any, ...]:
    """One name, or several, as a tuple; with several figures a name is a text or a pair (figure, name)."""
    if isinstance(given, str):
        return (given,)
    try:
        found = (given,) if isinstance(given, Mapping) else tuple(given)
    except TypeError:
        raise InputError(f"{what} must be names, not {shorten(given)}") from None
    for name in found:
        pair = isinstance(name, tuple) and len(name) == 2 and all(isinstance(part, str) for part in name)
        if not (isinstance(name, str) or pair):
            raise InputError(f"{what} must be names, not {shorten(name)}")
    return found


def tell_degrees(what: str, *angles: Any, stacklevel: int = 4) -> None:
    """Warn of angles [rad] that look like degrees."""
    largest = max((abs(angle) for angle in angles if math.isfinite(angle)), default=0.0)
    if largest > MOST_TURNED:
        turned = f"{what} turns around {largest / (2 * math.pi):.0f} times"
        warnings.warn(
            f"{turned}; angles are in radians, math.radians(…) makes them from degrees", stacklevel=stacklevel
        )

"""The kinds of goal and handle that the compiled kernels know: their codes, and the C++ header made from the classes.

    python -m manikin.problem.kernel_codes > kernels/src/evaluation/goal_codes.hpp

A new kind with compiled speed is one entry in ``GOALS``; its code is its place there.  Types of its handles, rows and
flags are read from the class.  A test holds the committed header against these classes.
"""

from __future__ import annotations

from manikin import goals as g, handles as h
from manikin.errors import InputError
from manikin.goals.goal import Goal
from manikin.handles.handle import VALUE_SIZES, Handle

__all__ = ["FIXED", "FIXED_VECTOR", "GOAL_CODES", "HANDLE_CODES", "header"]

GOALS: tuple[type[Goal], ...] = (
    g.Position,
    g.Line,
    g.Plane,
    g.HalfSpace,
    g.OrientationGoal,
    g.OrientationAxes,
    g.PoseGoal,
    g.PoseAxes,
    g.Aim,
    g.LookAt,
    g.Align,
    g.Pole,
    g.Distance,
    g.OnPath,
    g.MatchValues,
    g.Balance,
    g.BendToward,
    g.CapsuleClearance,
    g.SolidClearance,
    g.OnGround,
    g.AboveGround,
    g.Comfort,
    g.SupportDistances,
    g.CapsuleDistances,
    g.SolidDistances,
    g.SwivelGoal,
)
HANDLES: tuple[type[Handle], ...] = (
    h.Point, h.Direction, h.Orientation, h.Frame, h.CentreOfMass, h.Parameters, h.FixedVector
)  # fmt: skip

NUMBERS = {"at": 3, "along": 3, "rotation": 9}
"""How many constants of a handle's tables are for each of its fields, in this order."""
FIXED = 0
"""The code of every constant point, direction, orientation and frame; other handles follow it."""
HANDLE_CODES: dict[type[Handle], int] = {cls: code for code, cls in enumerate(HANDLES, FIXED + 1)}
FIXED_VECTOR = HANDLE_CODES[h.FixedVector]
GOAL_CODES: dict[type[Goal], int] = {cls: code for code, cls in enumerate(GOALS)} | {
    g.CloseLoop: GOALS.index(g.PoseGoal),
}
"""Only these very classes have a code: a subclass may compute something else, so it is evaluated in Python."""

HEADER = """\
// Codes of handles and goals, and the form of their tables.
// Made by: python -m manikin.problem.kernel_codes > kernels/src/evaluation/goal_codes.hpp
// clang-format off
#pragma once

#include <string_view>

namespace manikin {{

// The handle classes; a constant point, direction, orientation or frame is kFixed.
enum HandleCode : unsigned char {{ {handle_codes}, kHandleCodes }};

struct HandleForm {{
  int numbers;  // constants in the tables; −1 for constants, which have as many as their value
  int size;     // numbers of the value; −1 where the tables decide
  int tangent;  // rows of its Jacobian; −1 where the tables decide
}};

constexpr HandleForm kHandleForms[kHandleCodes] = {{
{handle_forms}
}};

// The goal classes; classes with the same rows share a code.
enum GoalCode : unsigned char {{
{goal_codes}
  kGoalCodes
}};

struct GoalForm {{
  std::string_view inputs;  // type of each handle: p(oint), d(irection), o(rientation), f(rame), v(ector)
  bool more_points;         // any number of points may follow
  int rows;                 // −1 where the tables decide
  int target_rows;          // rows, from the first, that are distances of a point from a target
  bool inequality;          // met in a whole region, where residual and derivative are zero
}};

constexpr GoalForm kGoalForms[kGoalCodes] = {{
{goal_forms}
}};

// Numbers in a value of a type.
constexpr int value_size(char type) {{ return {value_sizes}; }}

}}  // namespace manikin
"""


def header() -> str:
    """The C++ header with the codes and forms of all classes."""
    *others, last = VALUE_SIZES.items()
    return HEADER.format(
        handle_codes=", ".join(["kFixed", *(f"k{cls.__name__}" for cls in HANDLES)]),
        handle_forms="\n".join(["  {-1, -1, -1},  // kFixed", *map(_handle_form, HANDLES)]),
        goal_codes="\n".join(f"  k{cls.__name__}," for cls in GOALS),
        goal_forms="\n".join(map(_goal_form, GOALS)),
        value_sizes="".join(f"type == '{name[0]}' ? {size} : " for name, (size, _) in others) + str(last[1][0]),
    )


def _handle_form(cls: type[Handle]) -> str:
    numbers = sum(count for name, count in NUMBERS.items() if name in cls.__dataclass_fields__)
    numbers = -1 if cls is h.FixedVector else numbers
    size, tangent = VALUE_SIZES.get(cls.value_type, (-1, -1))
    return f"  {{{numbers}, {size}, {tangent}}},  // k{cls.__name__}"


def _goal_form(cls: type[Goal]) -> str:
    inputs = "".join(value_type[0] for value_type in cls.takes.values())
    if {*cls.several.values()} - {"point"}:
        raise InputError(f"{cls.__name__}: the kernels take any number of points, and of nothing else")
    rows = len(cls.row_units) if cls.units is Goal.units and cls.row_units else -1
    flags = [str(bool(cls.several)).lower(), str(rows), str(cls.target_rows), str(cls.inequality).lower()]
    return f'  {{"{inputs}", {", ".join(flags)}}},  // k{cls.__name__}'


if __name__ == "__main__":
    print(header(), end="")

"""Run every benchmark and print one table."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from benchmarks.footprint import footprint_rows
from benchmarks.jacobians import jacobian_rows
from benchmarks.kinematics import batch_rows, pose_rows


def main() -> None:
    """Print the table; a goal that is missed is marked."""
    table = Table("", "manikin", "beside", "times better", "goal", "")
    for rows in (pose_rows, jacobian_rows, batch_rows, footprint_rows):
        for row in rows():
            mark = "" if row.goal is None else "yes" if row.met else "NO"
            table.add_row(row.what, row.ours, row.other, f"{row.ratio:.2f}", f"{row.goal or ''}", mark)
        table.add_section()
    Console(width=110).print(table)


if __name__ == "__main__":
    main()

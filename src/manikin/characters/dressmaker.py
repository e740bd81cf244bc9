"""The joints, groups and limits of a dressed figure, made from those of the human, role by role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from manikin import bodies
from manikin.characters.fingers import finger_parts
from manikin.characters.tailoring import Fit, Tailor
from manikin.math.rotations import Array, Vec3, about_axis, affine, translation
from manikin.skeleton.shapes import Shape
from manikin.skeleton.skeleton import Joint, Skeleton
from manikin.skeleton.variables import Coupling, Dof, PreferredBend, Term, Variable

__all__ = ["Dressmaker"]

MARKS = {
    "head": ("eyes", "head top"), "l_hand": ("l_palm",), "r_hand": ("r_palm",),
    "l_foot": ("l_heel", "l_ball"), "r_foot": ("r_heel", "r_ball"), "l_toes": ("l_toe tip",), "r_toes": ("r_toe tip",),
}  # fmt: skip
"""Points of the human that a dressed figure gets, too."""
THUMB = ("thumb", "thumb_middle", "thumb_end")
FINGERS = tuple(f"{finger}{bone}" for finger in ("index", "middle", "ring", "pinky") for bone in (1, 2, 3))
HAND_GROUPS = frozenset(f"{side} {group}" for side in ("left", "right") for group in ("hand", "fingertips"))
"""Groups of the human whose joints a dressed figure calls by their roles: it has groups of its own for them."""
ALONG = ("bend", "side", "twist")


class Dressmaker:
    """Makes the joints, groups and limits of one dressed figure."""

    def __init__(self, tailor: Tailor) -> None:
        self.tailor = tailor
        self.reference, self.roles = tailor.character, tailor.character.roles
        self.human = bodies.load("human").skeleton
        self.vertebrae = tailor.vertebrae()
        self.headings = {f"{side}_foot": self._heading(side) for side in "lr"}
        self.headings |= {f"{s}_toes": self.headings[f"{s}_foot"] for s in "lr" if f"{s}_toes" in self.roles}
        self.fingers = finger_parts(self.reference)
        self.parts: dict[str, str] = {}
        self.own: dict[str, str] = {}

    def skeleton(self, name: str) -> Skeleton:
        """The whole skeleton."""
        order = sorted(self.roles.joints, key=self.reference.index)
        joints = [self._joint(role) for role in order]
        joints += self._beside({joint.name for joint in joints})
        taken = {joint.name for joint in joints}
        joints += [mark for mark in self._marks() if mark.name not in taken]
        names = {joint.name for joint in joints}
        joints = [replace(joint, mirror=self._mirror(joint.name, names)) for joint in joints]
        dofs = {dof.name for joint in joints for dof in joint.dofs}
        couplings = self._couplings(dofs)
        own = dofs | {parameter.name for coupling in couplings for parameter in coupling.parameters}
        limits = [limit for limit in self.human.limits if all(term in own for term, _ in limit.terms)]
        return Skeleton(
            name=name,
            joints=tuple(joints),
            couplings=tuple(couplings),
            limits=tuple(limits),
            bends=tuple(self._bends(names)),
        )

    # -- joints --------------------------------------------------------------------------------

    def _joint(self, role: str) -> Joint:
        """The joint of a role, with the human's degrees of freedom, mass and solids."""
        self.parts[self.roles[role]] = self.own[self.roles[role]] = role
        parent = self._above(role)
        place = self._place(role)
        if parent is None:
            place = np.array([0.0, place[1] + self.tailor.ankle - self.reference.ankle, 0.0])
            before = translation(*place.tolist())
        else:
            back = self.headings.get(parent, np.eye(3)).T
            offset = back @ (place - self._place(parent))
            before = affine(back @ self.headings.get(role, np.eye(3)), offset.tolist())
        mass, centre, shapes = self._body(role)
        return Joint(
            name=role, parent=parent, before=before, dofs=self._dofs(role), mass=mass, centre=centre, shapes=shapes,
            limb=self._limb(role),
        )  # fmt: skip

    def _above(self, role: str) -> str | None:
        """The role of the nearest joint above."""
        if role == "pelvis":
            return None
        path = self.reference.figure.skeleton.path(self.roles[role])[:-1]
        return next((self.roles.role_of[name] for name in reversed(path) if name in self.roles.role_of), "pelvis")

    def _place(self, role: str) -> Array:
        return self.reference.place(role)

    def _heading(self, side: str) -> Array:
        """The turn about the vertical to where a foot points."""
        if f"{side}_toes" not in self.roles:
            return np.eye(3)
        way = self._place(f"{side}_toes") - self._place(f"{side}_foot")
        return about_axis((0.0, 1.0, 0.0), float(np.arctan2(way[0], way[2])))

    def _dofs(self, role: str) -> tuple[Dof, ...]:
        if role in self.vertebrae:
            return self._spine_dofs(role)
        if role in self.fingers:
            return self.fingers[role].dofs
        if role not in self.human:
            return ()
        dofs = self.human[role].dofs
        side, part = role[:2], role[2:]
        if part == "upper_arm" and f"{side}clavicle" not in self.roles:
            word = "left" if side == "l_" else "right"
            shoulder = next(c for c in self.human.couplings if c.name == f"{word} shoulder")
            ranges = {p.name: p for p in shoulder.parameters}
            return tuple(self._alone(dof, ranges) for dof in dofs)
        return dofs

    def _alone(self, dof: Dof, ranges: Mapping[str, Variable]) -> Dof:
        """A degree of freedom of an upper arm without a clavicle, with range and name of the whole shoulder."""
        whole = ranges[dof.name.replace("upper_arm", "shoulder")]
        return replace(dof, name=whole.name, lo=whole.lo, hi=whole.hi, rest=whole.rest)

    def _spine_dofs(self, role: str) -> tuple[Dof, ...]:
        """The ranges of all vertebrae that the joint stands for."""
        chosen = self.vertebrae[role]
        if not chosen:
            return ()
        made = []
        for way in ALONG:
            dofs = [dof for v in chosen for dof in self.human[v].dofs if dof.name == f"{v}_{way}"]
            low, high = sum(dof.lo for dof in dofs), sum(dof.hi for dof in dofs)
            made.append(Dof(name=f"{role}_{way}", axis=dofs[0].axis, lo=low, hi=high))
        return tuple(made)

    def _body(self, role: str) -> tuple[float, Vec3, tuple[Shape, ...]]:
        """Mass, its centre, and solids, from the parts of the human that a role stands for."""
        if role in self.fingers:
            one = self.fingers[role]
            return one.mass, one.centre, one.shapes
        pieces: list[tuple[float, Array]] = []
        shapes: list[Shape] = []
        for part, fit in self._pieces(role):
            joint = self.human[part]
            shapes += [fit.shape(shape) for shape in joint.shapes]
            pieces.append((fit.mass(joint), fit.point(np.array(joint.centre))))
        mass = sum(one for one, _ in pieces)
        centre = sum(one * at for one, at in pieces) / mass if mass else np.zeros(3)
        x, y, z = np.asarray(centre, float).tolist()
        return mass, (x, y, z), tuple(shapes)

    def _pieces(self, role: str) -> Iterator[tuple[str, Fit]]:
        """The human's parts of a role, each with how it fits."""
        if role in self.vertebrae:
            for vertebra in self.vertebrae[role]:
                yield vertebra, self.tailor.trunk_fit(role, vertebra)
            return
        if role == "pelvis" and not self.roles.spine:
            for one in self.tailor.human.roles.spine:
                yield self.tailor.human.roles[one], self.tailor.trunk_fit("pelvis", self.tailor.human.roles[one])
        if role not in self.human:
            return
        fit = self.tailor.fit(role)
        yield role, fit
        for part in self._rigid(role):
            yield part, replace(fit, offset=fit.offset + fit.linear @ self._human_offset(part, role))

    def _rigid(self, role: str) -> list[str]:
        """Parts of the human without a joint of their own here: they are one with the part that they hang from."""
        side, part = role[:2], role[2:]
        if part == "hand":
            own = [one for one in self.fingers if one.startswith(side)]
            thumb = any("thumb" in one for one in own)
            fingers = any("thumb" not in one for one in own)
            return [f"{side}{one}" for one in (*(() if fingers else FINGERS), *(() if thumb else THUMB))]
        if part == "foot" and f"{side}toes" not in self.roles:
            return [f"{side}toes"]
        if role == "neck" and "head" not in self.roles:
            return ["head"]
        return []

    def _human_offset(self, part: str, role: str) -> Array:
        """Where a part of the human is in the frame of another, while all angles are 0."""
        offset, name = np.zeros(3), part
        while name != role:
            joint = self.human[name]
            offset = offset + np.array(joint.offset)
            name = joint.parent or role
        return offset

    def _marks(self) -> list[Joint]:
        """Points such as heels and eyes, where the human has them."""
        found = []
        for role, marks in MARKS.items():
            if role in self.roles:
                fit = self.tailor.fit(role)
                for mark in marks:
                    joint = self.human[mark]
                    at = fit.point(np.array(joint.offset))
                    turn = np.reshape(joint.before, (3, 4))[:, :3]
                    before = affine(turn, at.tolist())
                    found.append(replace(joint, parent=role, before=before, shapes=(), mass=0.0))
        return found

    def _beside(self, taken: set[str]) -> list[Joint]:
        """Joints of the rig without a role, fixed where they are in the reference pose."""
        skeleton, made = self.reference.figure.skeleton, []
        for i, joint in enumerate(skeleton.joints):
            path = skeleton.path(joint.name)
            if joint.name in self.roles.role_of or self.roles["pelvis"] not in path:
                continue
            role = next(self.roles.role_of[name] for name in reversed(path) if name in self.roles.role_of)
            self.parts[joint.name] = role
            name = joint.name
            while name in taken:
                name += " of the rig"
            taken.add(name)
            self.own[joint.name] = name
            back = self.headings.get(role, np.eye(3)).T
            offset = back @ (self.reference.places[i] - self._place(role))
            made.append(Joint(name=name, parent=role, before=translation(*offset.tolist())))
        return made

    def _limb(self, role: str) -> str:
        if role[1:2] == "_":
            leg = role[2:] in ("thigh", "shin", "foot", "toes")
            return f"{'Left' if role[0] == 'l' else 'Right'} {'leg' if leg else 'arm'}"
        return "Head" if role in ("neck", "head") else "Spine"

    @staticmethod
    def _mirror(name: str, names: set[str]) -> str | None:
        other = {"l_": "r_", "r_": "l_"}.get(name[:2])
        return f"{other}{name[2:]}" if other is not None and f"{other}{name[2:]}" in names else None

    # -- groups --------------------------------------------------------------------------------

    def _couplings(self, dofs: set[str]) -> list[Coupling]:
        found = []
        for coupling in self.human.couplings:
            if coupling.name in HAND_GROUPS:
                continue
            if coupling.name == "spine":
                terms = [term for way in ALONG for term in self._spine_terms(coupling, way)]
            else:
                terms = list(coupling.terms)
            kept = tuple(term for term in terms if term.dof in dofs)
            driving = {term.parameter for term in kept}
            if kept and (coupling.name == "spine" or len(kept) == len(terms)):
                parameters = tuple(p for p in coupling.parameters if p.name in driving)
                found.append(replace(coupling, parameters=parameters, terms=kept))
        for side, word in (("l", "left"), ("r", "right")):
            own = [one for role, one in self.fingers.items() if role.startswith(f"{side}_")]
            driven = [(one, one.driven_by) for one in own if one.driven_by is not None]
            if driven:
                drives = {by.name: by for _, by in driven}
                terms = [Term(dof=one.dofs[0].name, parameter=by.name, factor=one.share) for one, by in driven]
                found.append(Coupling(name=f"{word} fingers", parameters=tuple(drives.values()), terms=tuple(terms)))
        return found

    def _spine_terms(self, coupling: Coupling, way: str) -> list[Term]:
        """The shares of the vertebrae, summed up for the joints that stand for them."""
        shares = {term.dof: term.factor for term in coupling.terms}
        found = []
        for role, vertebrae in self.vertebrae.items():
            share = sum(shares.get(f"{vertebra}_{way}", 0.0) for vertebra in vertebrae)
            if share:
                found.append(Term(dof=f"{role}_{way}", parameter=f"spine_{way}", factor=share))
        return found

    def _bends(self, names: set[str]) -> list[PreferredBend]:
        found = []
        for bend in self.human.bends:
            part = "pelvis" if bend.part == "pelvis" else self.roles.chest
            if names.issuperset(bend.limb):
                x, y, z = (self.tailor.size * value for value in bend.toward)
                found.append(replace(bend, part=part, toward=(x, y, z)))
        return found

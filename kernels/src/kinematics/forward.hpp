// Forward kinematics: one walk from the roots, over any lane type.  Mirrors manikin.kernels.pure.PureTree.
#pragma once

#include <algorithm>

#include "kinematics/tree.hpp"
#include "lanes/frame.hpp"
#include "lanes/sincos.hpp"

namespace manikin {

// ---- joint values -------------------------------------------------------------------------------------------------

// The joint value q of degree of freedom d at the parameters p.
template <class V> inline V joint_value(const Tree& tree, std::int32_t d, const V* p) {
  V sum = spread<V>(tree.offsets[d]);
  for (std::int32_t k = tree.term_starts[d]; k < tree.term_starts[d + 1]; ++k) {
    const Term& term = tree.terms[k];
    sum = madd(curve_value(term, p[term.column]), spread<V>(term.factor), sum);
  }
  return sum;
}

// ---- the walk -----------------------------------------------------------------------------------------------------

// Values, sines and cosines of the degrees of freedom from `first` on.
template <class V> struct Moves {
  const V *values, *sines, *cosines;
  std::int32_t first = 0;
  void turn(std::int32_t at, V& s, V& c) const { s = sines[at], c = cosines[at]; }
};

// The same with sines and cosines computed during the walk: while results are streamed, arithmetic between stores costs
// nothing.
template <class V> struct ValueMoves {
  const V* values;
  std::int32_t first = 0;
  void turn(std::int32_t at, V& s, V& c) const { sincos(values[at], s, c); }
};

template <class V, class M> inline void move(Frame<V>& now, const Dof& dof, std::int32_t at, const M& moves) {
  if (dof.hinge()) {
    V s, c;
    moves.turn(at, s, c);
    if (dof.reversed) s = -s;
    switch (dof.move) {
      case Move::turn_x: return now.turn_x(s, c);
      case Move::turn_y: return now.turn_y(s, c);
      case Move::turn_z: return now.turn_z(s, c);
      default: return now.turn_about(dof.axis, dof.square, s, c);
    }
  }
  V length = moves.values[at];
  if (dof.reversed) length = -length;
  switch (dof.move) {
    case Move::slide_x: return now.slide(now.x, length);
    case Move::slide_y: return now.slide(now.y, length);
    case Move::slide_z: return now.slide(now.z, length);
    default: return now.slide(now.along(dof.axis[0], dof.axis[1], dof.axis[2]), length);
  }
}

// Visits the listed joints, parents before children.  `store` keeps the frames of joints: load(i), save(i, frame).  A parent
// that is not in the list must be stored already.  `trace` receives the frame in which each dof acts.
template <class V, class M, class Store, class Trace>
inline void walk(const Tree& tree, const std::int32_t* list, std::int64_t count, const M& moves, Store& store, Trace& trace) {
  Frame<V> now;
  std::int32_t latest = -1;
  for (std::int64_t at = 0; at < count; ++at) {
    const std::int32_t i = list[at];
    const Joint& joint = tree.joints[i];
    if (joint.parent < 0) {
      now = constant_frame<V>(tree.constants[joint.constant].rows);
    } else {
      if (joint.parent != latest) now = store.load(joint.parent);
      if (joint.before == FrameForm::offset) now.shift(joint.offset);
      else if (joint.before == FrameForm::full) now.multiply(tree.constants[joint.constant].rows);
    }
    for (std::int32_t d = joint.first_dof; d < joint.last_dof; ++d) {
      trace.dof(d, tree.dofs[d], now);
      move(now, tree.dofs[d], d - moves.first, moves);
    }
    if (joint.after >= 0) now.multiply(tree.constants[joint.after].rows);
    store.save(i, now);
    latest = i;
  }
}

// Frames of all joints, twelve V each, row by row.
template <class V> struct World {
  V* rows;
  Frame<V> load(std::int32_t i) const { return load_frame(rows + 12 * std::int64_t(i)); }
  void save(std::int32_t i, const Frame<V>& frame) { store_frame(rows + 12 * std::int64_t(i), frame); }
};

// ---- what a walk records for derivatives ----------------------------------------------------------------------------

struct NoTrace {
  template <class V> void dof(std::int32_t, const Dof&, const Frame<V>&) {}
};

// Where each dof acts.  In a rigid tree: its axis and origin in the world, 3 V each.  With scales: the linear part of its
// frame, 9 V row by row, and its origin (see manikin/figure/derivatives.py).
template <class V, bool rigid> struct DofTrace {
  V *frames, *origins;
  void dof(std::int32_t d, const Dof& dof, const Frame<V>& now) {
    store3(origins + 3 * std::int64_t(d), now.o);
    if constexpr (rigid) {
      store3(frames + 3 * std::int64_t(d), axis(dof, now));
    } else {
      V columns[9];
      store3(columns, now.x), store3(columns + 3, now.y), store3(columns + 6, now.z);
      for (int j = 0; j < 9; ++j) frames[9 * std::int64_t(d) + j] = columns[3 * (j % 3) + j / 3];
    }
  }
  static Vec3<V> axis(const Dof& dof, const Frame<V>& now) {
    const V sign = spread<V>(dof.reversed ? -1.0 : 1.0);
    switch (dof.move) {
      case Move::turn_x:
      case Move::slide_x: return scaled(now.x, sign);
      case Move::turn_y:
      case Move::slide_y: return scaled(now.y, sign);
      case Move::turn_z:
      case Move::slide_z: return scaled(now.z, sign);
      default: return now.along(dof.axis[0], dof.axis[1], dof.axis[2]);
    }
  }
};

}  // namespace manikin

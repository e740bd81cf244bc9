// One state at a time: all joints, or only those that hang from a changed parameter.
#pragma once

#include <optional>

#include "kinematics/forward.hpp"

namespace manikin {

inline bool all_finite(const double* x, std::int64_t count) {
  Lanes sum{};
  std::int64_t i = 0;
  for (; i + width<Lanes> <= count; i += width<Lanes>) {
    const Lanes v = load<Lanes>(x + i);
    sum += v - v;
  }
  double rest = 0;
  for (; i < count; ++i) rest += x[i] - x[i];
  return all_zero(sum) && rest == 0;
}

// Room for `count` numbers: on the stack if they are few.
class Scratch {
 public:
  explicit Scratch(std::int64_t count) {
    if (count > small) large_.emplace(count);
  }
  double* get() { return large_ ? large_->get() : small_; }

 private:
  static constexpr std::int64_t small = 384;
  alignas(64) double small_[small];
  std::optional<Buffer<double>> large_;
};

inline std::int64_t moves_room(std::int64_t dofs) { return 3 * ((dofs + width<Lanes> - 1) & -width<Lanes>); }

// Values, sines and cosines of the dofs first:last of one state.  Here the lanes run over dofs, with the same bits.
inline Moves<double> single_moves(const Tree& tree, const double* p, std::int32_t first, std::int32_t last,
                                  double* room) {
  const std::int64_t count = last - first, padded = moves_room(count) / 3;
  double *values = room, *sines = room + padded, *cosines = room + 2 * padded;
  if (tree.identity) std::copy(p + first, p + last, values);
  else
    for (std::int32_t d = first; d < last; ++d) values[d - first] = joint_value(tree, d, p);
  std::fill(values + count, values + padded, 0.0);
  for (std::int64_t i = 0; i < padded; i += width<Lanes>) {
    Lanes s, c;
    sincos(load<Lanes>(values + i), s, c);
    store(sines + i, s), store(cosines + i, c);
  }
  return {values, sines, cosines, first};
}

// World frames (n, 3, 4) of all joints; `room` holds moves_room(m) numbers.
template <class Trace>
inline void forward_single(const Tree& tree, const double* p, double* room, double* world, Trace&& trace) {
  const Moves<double> moves = single_moves(tree, p, 0, static_cast<std::int32_t>(tree.dofs.size()), room);
  World<double> store{world};
  walk<double>(tree, tree.all.data(), static_cast<std::int64_t>(tree.all.size()), moves, store, trace);
}

// `world` holds the frames of a state that differs from p in the parameters `changed` only.
inline void update_single(const Tree& tree, const double* p, const std::int32_t* changed, std::int64_t count,
                          double* room, double* world) {
  std::vector<std::int32_t> moved;
  for (std::int64_t i = 0; i < count; ++i)
    for (std::int32_t k = tree.reader_starts[changed[i]]; k < tree.reader_starts[changed[i] + 1]; ++k)
      moved.push_back(tree.dofs[tree.readers[k]].joint);
  std::sort(moved.begin(), moved.end());
  World<double> store{world};
  NoTrace none;
  std::int32_t done = 0;
  for (const std::int32_t i : moved) {
    if (i < done) continue;
    done = tree.joints[i].end;
    const std::int32_t first = tree.joints[i].first_dof, last = tree.joints[done - 1].last_dof;
    const Moves<double> moves = single_moves(tree, p, first, last, room);
    walk<double>(tree, tree.all.data() + i, done - i, moves, store, none);
  }
}

}  // namespace manikin

// One state at a time: all joints, or only those below a parameter that changed.
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

// Memory for `count` numbers: on the stack if they are few.
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

// Numbers of scratch memory that the moves of so many dofs need.
inline std::int64_t moves_size(std::int64_t dofs) { return 3 * ((dofs + width<Lanes> - 1) & -width<Lanes>); }

// Values, sines and cosines of the dofs first:last of one state.  Here the lanes run over dofs; the bits are the same.
inline Moves<double> single_moves(const Tree& tree, const double* p, std::int32_t first, std::int32_t last, double* scratch) {
  const std::int64_t count = last - first, padded = moves_size(count) / 3;
  double *values = scratch, *sines = scratch + padded, *cosines = scratch + 2 * padded;
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

// World frames (n, 3, 4) of all joints; `scratch` holds moves_size(m) numbers.
template <class Trace>
[[gnu::flatten]] inline void forward_single(const Tree& tree, const double* p, double* scratch, double* world, Trace&& trace) {
  const Moves<double> moves = single_moves(tree, p, 0, static_cast<std::int32_t>(tree.dofs.size()), scratch);
  World<double> store{world};
  walk<double>(tree, tree.all.data(), static_cast<std::int64_t>(tree.all.size()), moves, store, trace);
}

// `world` holds the frames of a state that differs from p only in the parameters `changed`; it becomes that of p.
inline void update_single(const Tree& tree, const double* p, const std::int32_t* changed, std::int64_t count, double* scratch,
                          double* world) {
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
    const Moves<double> moves = single_moves(tree, p, first, last, scratch);
    walk<double>(tree, tree.all.data() + i, done - i, moves, store, none);
  }
}

}  // namespace manikin

// Random forests for the tests of the kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kinematics/batch.hpp"

namespace manikin::tests {

using Random = std::mt19937_64;

inline double uniform(Random& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }
inline int whole(Random& random, int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); }

template <class T> Span<T> over(const std::vector<T>& v) { return {v.data(), v.size()}; }

inline bool same_bits(double a, double b) { return reinterpret<std::int64_t>(a) == reinterpret<std::int64_t>(b); }

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same_bits(x, y); });
}

// The arrays that Tables points into.
struct Arrays {
  std::int64_t size = 0;
  std::vector<std::int32_t> parents, ends, dof_starts{0}, term_starts{0}, columns;
  std::vector<std::uint8_t> motions, curve_codes;
  std::vector<double> before, after, axes, offsets, factors, curve_numbers;

  Tables tables() const {
    return {size,          over(parents), over(ends),        over(dof_starts),   over(term_starts),
            over(columns), over(motions), over(curve_codes), over(before),       over(after),
            over(axes),    over(offsets), over(factors),     over(curve_numbers)};
  }
};

inline void random_axis(Random& random, double* axis) {
  std::fill(axis, axis + 3, 0.0);
  if (whole(random, 0, 2)) {
    axis[whole(random, 0, 2)] = whole(random, 0, 1) ? 1 : -1;
    return;
  }
  double length = 0;
  while (length < 0.1) {
    for (int j = 0; j < 3; ++j) axis[j] = uniform(random, -1, 1);
    length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  }
  for (int j = 0; j < 3; ++j) axis[j] /= length;
}

// Identity, offset, rotation and offset, or any affine map with a scale.
inline void random_constant(Random& random, bool scaled, std::vector<double>& to) {
  const int kind = whole(random, 0, scaled ? 3 : 2);
  Frame<double> frame = constant_frame<double>(std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}.data());
  if (kind >= 2) frame.turn_x(0.6, 0.8), frame.turn_y(-0.28, 0.96), frame.turn_z(0.8, 0.6);
  double rows[12];
  store_frame(rows, frame);
  if (kind == 3)
    for (int i = 0; i < 12; ++i) rows[i] *= i % 4 == 0 ? 1.5 : i % 4 == 1 ? 0.7 : 1.0;
  if (kind >= 1)
    for (int i = 3; i < 12; i += 4) rows[i] = uniform(random, -1, 1);
  to.insert(to.end(), rows, rows + 12);
}

inline Arrays random_forest(Random& random, int joints, bool scaled, bool coupled) {
  Arrays a;
  std::vector<int> path;  // from a root to the latest joint
  for (int i = 0; i < joints; ++i) {
    path.resize(whole(random, 0, 9) ? whole(random, std::min<int>(1, path.size()), path.size()) : 0);
    a.parents.push_back(path.empty() ? -1 : path.back());
    path.push_back(i);
    random_constant(random, scaled, a.before), random_constant(random, scaled && !whole(random, 0, 3), a.after);
    if (whole(random, 0, 2))
      for (int j = 0; j < 12; ++j) a.after[12 * i + j] = j % 5 == 0;
    for (int d = whole(random, 0, 3); d > 0; --d) {
      double axis[3];
      random_axis(random, axis);
      a.axes.insert(a.axes.end(), axis, axis + 3);
      a.motions.push_back(whole(random, 0, 3) == 0);
    }
    a.dof_starts.push_back(static_cast<int>(a.motions.size()));
  }
  a.ends.resize(joints);
  for (int i = joints - 1; i >= 0; --i) {
    a.ends[i] = std::max(a.ends[i], i + 1);
    if (a.parents[i] >= 0) a.ends[a.parents[i]] = std::max(a.ends[a.parents[i]], a.ends[i]);
  }
  const int dofs = static_cast<int>(a.motions.size());
  a.size = coupled ? std::max(1, dofs / 2) : dofs;
  for (int d = 0; d < dofs; ++d) {
    a.offsets.push_back(coupled ? uniform(random, -1, 1) : 0);
    for (int k = coupled ? whole(random, 0, 3) : 1; k > 0; --k) {
      const int curve = coupled ? whole(random, 0, 2) : 0;
      a.columns.push_back(coupled ? whole(random, 0, static_cast<int>(a.size) - 1) : d);
      a.factors.push_back(coupled ? uniform(random, -2, 2) : 1);
      a.curve_codes.push_back(static_cast<std::uint8_t>(curve));
      for (int i = 0; i < 4; ++i)
        a.curve_numbers.push_back(curve == 0 ? 0 : i == 1 ? uniform(random, 0.01, 1) : uniform(random, -1, 1));
    }
    a.term_starts.push_back(static_cast<int>(a.columns.size()));
  }
  return a;
}

}  // namespace manikin::tests

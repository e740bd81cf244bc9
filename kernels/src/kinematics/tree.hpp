// A forest of joints in the form that traversals read.  It is checked once, when it is compiled from the arrays of
// manikin.kernels.tables.Tables, and then trusted.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "kinematics/coupling_curves.hpp"

namespace manikin {

// Input that cannot be used.  The binding turns it into manikin.errors.InputError.
struct InputError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

template <class T> struct Span {
  const T* data = nullptr;
  std::size_t size = 0;
  const T& operator[](std::size_t i) const { return data[i]; }
};

// n joints, m degrees of freedom, k terms of the coupling; see Tables for the meaning of each array.
struct Tables {
  std::int64_t size = 0;
  Span<std::int32_t> parents, ends, dof_starts, term_starts, columns;
  Span<std::uint8_t> motions, curve_codes;
  Span<double> before, after, axes, offsets, factors, curve_numbers;
};

enum class DofKind : std::uint8_t { hinge = 0, slide = 1 };
enum class FrameForm : std::uint8_t { none, offset, full };
enum class Move : std::uint8_t { turn_x, turn_y, turn_z, turn, slide_x, slide_y, slide_z, slide };

struct Dof {
  Move move;
  bool reversed;  // the axis is −x, −y or −z
  std::int32_t joint;
  double axis[3], square[6];  // for general axes: the axis k, and [k]×² as Frame::turn_about reads it
  bool hinge() const { return move <= Move::turn; }
};

struct alignas(64) Joint {
  double offset[3];                  // for FrameForm::offset
  std::int32_t parent, end;          // −1 for a root; the subtree is i:end
  std::int32_t first_dof, last_dof;  // half open
  std::int32_t constant, after;      // indices in Tree::constants of a full `before` and of `after`; −1 for none
  FrameForm before;
  bool branches;  // some child does not follow it directly
};

struct Constant {
  double rows[12];
};

struct Tree {
  std::int64_t size = 0;  // parameters
  bool identity = true;   // parameters are joint values
  bool rigid = true;      // every constant is a rotation and an offset: no scale, no mirror
  std::vector<Joint> joints;
  std::vector<Dof> dofs;
  std::vector<Constant> constants;
  std::vector<double> offsets;            // coupling: joint value d is offsets[d] plus the
  std::vector<std::int32_t> term_starts;  // terms term_starts[d]:term_starts[d+1]
  std::vector<Term> terms;
  std::vector<std::int32_t> reader_starts, readers;  // the dofs that depend on parameter c, each once
  std::vector<std::int32_t> all;                     // 0 … n − 1: the joints of a full traversal
};

// ---- compilation ---------------------------------------------------------------------------------------------------

namespace compile {

template <class... Subsystems> [[noreturn]] void refuse(const Subsystems&... parts) {
  std::string text;
  auto add = [&](const auto& part) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>>) text += std::to_string(part);
    else text += part;
  };
  (add(parts), ...);
  throw InputError(text);
}

template <class T> void expect(const char* name, const Span<T>& span, std::size_t wanted) {
  if (span.size != wanted) refuse(name, " must hold ", wanted, " numbers, not ", span.size);
}

inline void expect_finite(const char* name, const Span<double>& span) {
  for (std::size_t i = 0; i < span.size; ++i)
    if (!std::isfinite(span[i])) refuse(name, " must be finite");
}

// Starts of the rows of a sparse table: from 0 to `last`, never falling.
inline void expect_starts(const char* name, const Span<std::int32_t>& starts, std::size_t rows, std::size_t last) {
  expect(name, starts, rows + 1);
  if (starts[0] != 0 || starts[rows] != static_cast<std::int64_t>(last))
    refuse(name, " must run from 0 to ", last, ", not from ", starts[0], " to ", starts[rows]);
  for (std::size_t i = 0; i < rows; ++i)
    if (starts[i] > starts[i + 1]) refuse(name, " must not fall, as it does after place ", i);
}

inline void expect_codes(const char* name, const Span<std::uint8_t>& codes, int known) {
  for (std::size_t i = 0; i < codes.size; ++i)
    if (codes[i] >= known) refuse(name, "[", i, "] is ", +codes[i], ", a code the kernels do not know");
}

// Depth-first order: parents stand before children, and every subtree is one range.
inline void expect_depth_first(const Tables& t) {
  const std::int64_t n = t.parents.size;
  std::vector<std::int32_t> members(n, 1);
  for (std::int64_t i = n - 1; i >= 0; --i) {
    const std::int32_t parent = t.parents[i];
    if (parent < -1 || parent >= i)
      refuse("parents[", i, "] is ", parent, ": parents stand before their children, roots have -1");
    if (parent >= 0) members[parent] += members[i];
  }
  for (std::int64_t i = 0; i < n; ++i) {
    if (t.ends[i] != i + members[i])
      refuse("ends[", i, "] is ", t.ends[i], ", but joint ", i, " and its descendants are ", members[i]);
    const std::int32_t parent = t.parents[i];
    if (parent >= 0 && (i >= t.ends[parent] || t.ends[i] > t.ends[parent]))
      refuse("joint ", i, " lies outside the range of its parent ", parent, ": joints must be in depth-first order");
  }
}

inline bool is_identity(const double* m) {
  for (int i = 0; i < 12; ++i)
    if (m[i] != (i % 5 == 0 ? 1.0 : 0.0)) return false;
  return true;
}

inline bool is_shift(const double* m) {
  for (int i = 0; i < 12; ++i)
    if (i % 4 != 3 && m[i] != (i % 5 == 0 ? 1.0 : 0.0)) return false;
  return true;
}

// Whether the linear part is a proper rotation, to rounding.
inline bool is_rigid(const double* m) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double dot = 0;
      for (int k = 0; k < 3; ++k) dot += m[4 * i + k] * m[4 * j + k];
      if (!(std::fabs(dot - (i == j)) < 1e-12)) return false;
    }
  const double determinant =
      m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]);
  return determinant > 0;
}

inline Dof dof(std::size_t i, DofKind motion, const double* axis) {
  Dof made{};
  const double x = axis[0], y = axis[1], z = axis[2];
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(std::fabs(length - 1) < 1e-6)) refuse("axes[", i, "] is ", length, " long, not 1");
  const int first = motion == DofKind::slide ? 4 : 0;
  int which = 3;
  for (int j = 0; j < 3; ++j)
    if (std::fabs(axis[j]) == 1 && axis[(j + 1) % 3] == 0 && axis[(j + 2) % 3] == 0) which = j;
  made.move = static_cast<Move>(first + which);
  made.reversed = which < 3 && axis[which] < 0;
  for (int j = 0; j < 3; ++j) made.axis[j] = axis[j];
  const double square[6] = {-(y * y + z * z), -(x * x + z * z), -(x * x + y * y), x * y, x * z, y * z};
  for (int j = 0; j < 6; ++j) made.square[j] = square[j];
  return made;
}

inline std::int32_t add_constant(Tree& tree, const double* m) {
  Constant constant;
  for (int i = 0; i < 12; ++i) constant.rows[i] = m[i];
  tree.rigid &= is_rigid(m);
  tree.constants.push_back(constant);
  return static_cast<std::int32_t>(tree.constants.size() - 1);
}

inline void joints(const Tables& t, Tree& tree) {
  for (std::size_t i = 0; i < t.parents.size; ++i) {
    const double *before = t.before.data + 12 * i, *after = t.after.data + 12 * i;
    Joint joint{};
    joint.parent = t.parents[i], joint.end = t.ends[i];
    joint.first_dof = t.dof_starts[i], joint.last_dof = t.dof_starts[i + 1];
    // a root's constant is its first frame, so it is kept in full
    const bool root = joint.parent < 0;
    joint.before = root                  ? FrameForm::full
                   : is_identity(before) ? FrameForm::none
                   : is_shift(before)    ? FrameForm::offset
                                         : FrameForm::full;
    joint.constant = joint.before == FrameForm::full ? add_constant(tree, before) : -1;
    joint.after = is_identity(after) ? -1 : add_constant(tree, after);
    for (int j = 0; j < 3; ++j) joint.offset[j] = before[4 * j + 3];
    tree.joints.push_back(joint);
    tree.all.push_back(static_cast<std::int32_t>(i));
    if (!root && joint.parent + 1 != static_cast<std::int32_t>(i)) tree.joints[joint.parent].branches = true;
    for (std::int32_t d = joint.first_dof; d < joint.last_dof; ++d) {
      tree.dofs.push_back(dof(d, static_cast<DofKind>(t.motions[d]), t.axes.data + 3 * d));
      tree.dofs.back().joint = static_cast<std::int32_t>(i);
    }
  }
}

inline void coupling(const Tables& t, Tree& tree) {
  const std::size_t m = t.motions.size;
  tree.offsets.assign(t.offsets.data, t.offsets.data + m);
  tree.term_starts.assign(t.term_starts.data, t.term_starts.data + m + 1);
  tree.identity = static_cast<std::int64_t>(m) == t.size && m == t.columns.size;
  for (std::size_t k = 0; k < t.columns.size; ++k) {
    const Curve curve = static_cast<Curve>(t.curve_codes[k]);
    if (t.columns[k] < 0 || t.columns[k] >= t.size)
      refuse("columns[", k, "] is ", t.columns[k], ", outside the ", t.size, " parameters");
    const double* numbers = t.curve_numbers.data + kCurveNumbers * k;
    if (curve == Curve::ramp && !(numbers[1] > 0)) refuse("a ramp's width must be above 0");
    tree.terms.push_back({t.factors[k], {numbers[0], numbers[1], numbers[2], numbers[3]}, t.columns[k], curve});
    tree.identity &= t.columns[k] == static_cast<std::int64_t>(k) && t.factors[k] == 1 && curve == Curve::linear;
  }
  for (std::size_t d = 0; d < m && tree.identity; ++d)
    tree.identity = t.offsets[d] == 0 && t.term_starts[d] == static_cast<std::int64_t>(d);
}

// Which dofs depend on a parameter: the rows of the coupling sorted by column.
inline void readers(Tree& tree) {
  const auto rows = static_cast<std::int32_t>(tree.dofs.size());
  tree.reader_starts.assign(tree.size + 1, 0);
  std::vector<std::int32_t> latest(tree.size, -1);
  auto each = [&](auto&& use) {
    latest.assign(tree.size, -1);
    for (std::int32_t d = 0; d < rows; ++d)
      for (std::int32_t k = tree.term_starts[d]; k < tree.term_starts[d + 1]; ++k) {
        const std::int32_t column = tree.terms[k].column;
        if (latest[column] != d) latest[column] = d, use(column, d);
      }
  };
  each([&](std::int32_t column, std::int32_t) { ++tree.reader_starts[column + 1]; });
  for (std::int64_t c = 0; c < tree.size; ++c) tree.reader_starts[c + 1] += tree.reader_starts[c];
  tree.readers.resize(tree.reader_starts[tree.size]);
  std::vector<std::int32_t> next(tree.reader_starts.begin(), tree.reader_starts.end() - 1);
  each([&](std::int32_t column, std::int32_t d) { tree.readers[next[column]++] = d; });
}

}  // namespace compile

constexpr std::int64_t max_count = 1 << 26;  // of joints, dofs, terms and parameters each; far above any figure

inline Tree compiled(const Tables& t) {
  using namespace compile;
  const std::size_t n = t.parents.size, m = t.motions.size, k = t.columns.size;
  for (const std::int64_t count :
       {static_cast<std::int64_t>(n), static_cast<std::int64_t>(m), static_cast<std::int64_t>(k), t.size})
    if (count < 0 || count > max_count) refuse("a tree may have at most ", max_count, " of anything, not ", count);
  if (n == 0) refuse("a tree needs at least one joint");
  expect("ends", t.ends, n), expect("before", t.before, 12 * n), expect("after", t.after, 12 * n);
  expect("axes", t.axes, 3 * m), expect("offsets", t.offsets, m);
  expect("factors", t.factors, k), expect("curve_codes", t.curve_codes, k);
  expect("curve_numbers", t.curve_numbers, kCurveNumbers * k);
  expect_starts("dof_starts", t.dof_starts, n, m), expect_starts("term_starts", t.term_starts, m, k);
  expect_codes("motions", t.motions, 2), expect_codes("curve_codes", t.curve_codes, kCurves);
  expect_finite("before", t.before), expect_finite("after", t.after), expect_finite("axes", t.axes);
  expect_finite("offsets", t.offsets), expect_finite("factors", t.factors);
  expect_finite("curve_numbers", t.curve_numbers);
  expect_depth_first(t);
  Tree tree;
  tree.size = t.size;
  joints(t, tree);
  coupling(t, tree);
  readers(tree);
  return tree;
}

}  // namespace manikin

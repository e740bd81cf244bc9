// Inputs of the Python classes: tables, states, indices, checked before anything is computed.
#pragma once

#include <thread>

#include "bind/arrays.hpp"
#include "kinematics/single.hpp"

namespace manikin {

// The arrays that are attributes of an object, held while they are read.
class Arrays {
 public:
  explicit Arrays(nb::object source) : source_(std::move(source)) {}
  template <class T> void take(const char* name, Span<T>& to, std::initializer_list<npy_intp> shape) {
    const nb::object array = source_.attr(name);
    held_.append(array);
    to = span<T>(array, name, shape);
  }
  std::int64_t number(const char* name) const { return whole_number(source_.attr(name), name, 0, max_count); }

 private:
  nb::object source_;
  nb::list held_;
};

// A manikin.kernels.Tables, or anything with its attributes.
inline Tables tree_tables(Arrays& source) {
  Tables t;
  t.size = source.number("size");
  source.take("parents", t.parents, {any}), source.take("ends", t.ends, {any});
  source.take("before", t.before, {any, 3, 4}), source.take("after", t.after, {any, 3, 4});
  source.take("dof_starts", t.dof_starts, {any}), source.take("motions", t.motions, {any});
  source.take("axes", t.axes, {any, 3}), source.take("offsets", t.offsets, {any});
  source.take("term_starts", t.term_starts, {any}), source.take("columns", t.columns, {any});
  source.take("factors", t.factors, {any}), source.take("curve_codes", t.curve_codes, {any});
  source.take("curve_numbers", t.curve_numbers, {any, kCurveNumbers});
  return t;
}

inline const double* checked_state(const Tree& tree, nb::handle p) {
  const double* state = numbers<double>(checked<double>(p, "a state", {tree.size}));
  if (!all_finite(state, tree.size)) throw InputError("a state must be finite numbers");
  return state;
}

inline Span<std::int32_t> checked_indices(nb::handle array, const char* name, std::int64_t end) {
  const Span<std::int32_t> indices = span<std::int32_t>(array, name, {any});
  for (std::size_t i = 0; i < indices.size; ++i)
    if (indices[i] < 0 || indices[i] >= end)
      throw InputError(std::string(name) + " must lie between 0 and " + std::to_string(end - 1) + ", not " +
                       std::to_string(indices[i]));
  return indices;
}

// 0 stands for as many as the machine has cores.
inline int workers_of(nb::handle threads) {
  const auto workers = static_cast<int>(whole_number(threads, "threads", 0, 4096));
  return workers > 0 ? workers : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace manikin

// A program at one state or many: the wanted numbers of each state become a row of the result.
#pragma once

#include "evaluation/evaluate.hpp"

namespace manikin {

enum class Wanted { values, handle_jacobians, raw_residual, residual, jacobian, blocks, cost_and_gradient };

// Numbers of the result per state.
inline std::int64_t row_length(const Program& p, Wanted wanted) {
  switch (wanted) {
    case Wanted::values: return p.values;
    case Wanted::handle_jacobians: return p.tangents * p.tree.size;
    case Wanted::raw_residual:
    case Wanted::residual: return p.rows;
    case Wanted::jacobian: return p.rows * p.tree.size;
    case Wanted::blocks: return p.blocks;
    default: return p.tree.size + 1;
  }
}

// One row of a matrix: its numbers at ascending columns, zeros between them.
template <class V, class Use, class Clear>
inline void matrix_row(std::int64_t place_joints, std::int64_t size, const std::int32_t* columns, int count, const V* numbers,
                       int stride, const Use& use, const Clear& clear) {
  std::int64_t next = 0;
  if (count > 0 && columns[count - 1] - columns[0] + 1 == count) {  // the usual case, an unbranched chain
    next = columns[0];
    if (next > 0) clear(place_joints, place_joints + next);
    for (int c = 0; c < count; ++c) use(place_joints + next + c, numbers[std::int64_t(c) * stride]);
    next += count, count = 0;
  }
  for (int c = 0; c < count; ++c) {
    if (columns[c] > next) clear(place_joints + next, place_joints + columns[c]);
    use(place_joints + columns[c], numbers[std::int64_t(c) * stride]);
    next = columns[c] + 1;
  }
  if (next < size) clear(place_joints + next, place_joints + size);
}

// Calls use(index in the row of the result, number) for each number, and clear(from, to) for ranges of zeros.
template <class V, class Use, class Clear>
inline void evaluate(const Program& program, Workspace<V>& workspace, Wanted wanted, const Use& use, const Clear& clear) {
  const std::int64_t size = program.tree.size;
  Evaluation<V> at(program, workspace);
  at.set_constants(program.constants.data());
  at.place_joints(), at.values();
  if (wanted == Wanted::values) {
    for (std::int64_t i = 0; i < program.values; ++i) use(i, workspace.values.get()[i]);
    return;
  }
  if (wanted == Wanted::handle_jacobians) {
    at.handle_jacobians();
    for (std::size_t h = 0; h < program.handles.size(); ++h) {
      const HandleInfo& handle = program.handles[h];
      const std::int32_t* columns = program.handle_columns.data() + handle.columns;
      const V* handle_jacobian = at.handle_jacobian(std::int32_t(h));
      for (int i = 0; i < handle.tangent; ++i)
        matrix_row((handle.row + i) * size, size, columns, handle.width(), handle_jacobian + i, handle.tangent, use, clear);
    }
    return;
  }
  at.residuals();
  switch (wanted) {
    case Wanted::raw_residual:
      for (std::int64_t i = 0; i < program.rows; ++i) use(i, workspace.residual.get()[i]);
      return;
    case Wanted::residual:
      for (std::int64_t i = 0; i < program.rows; ++i) use(i, workspace.residual.get()[i] * program.row_scales[i]);
      return;
    case Wanted::jacobian:
      at.handle_jacobians(), at.jacobian();
      for (const GoalInfo& goal : program.goals) {
        const std::int32_t* columns = program.goal_columns.data() + goal.columns;
        for (int row = 0; row < goal.rows; ++row)
          matrix_row((goal.row + row) * size, size, columns, goal.width(),
                     workspace.block.get() + goal.block + std::int64_t(row) * goal.width(), 1, use, clear);
      }
      return;
    case Wanted::blocks:
      at.handle_jacobians(), at.jacobian();
      for (std::int64_t i = 0; i < program.blocks; ++i) use(i, workspace.block.get()[i]);
      return;
    default:
      at.gradient(workspace.out.get());
      use(std::int64_t(0), at.cost());
      for (std::int64_t i = 0; i < program.tree.size; ++i) use(i + 1, workspace.out.get()[i]);
  }
}

// One state of finite numbers.
inline void evaluate_single(const Program& program, Workspace<double>& workspace, Wanted wanted, const double* p, double* out) {
  std::copy(p, p + program.tree.size, workspace.parameters.get());
  evaluate<double>(
      program, workspace, wanted, [out](std::int64_t i, double x) { out[i] = x; },
      [out](std::int64_t from, std::int64_t to) { std::fill(out + from, out + to, 0.0); });
}

// width<Lanes> states at once.
inline void evaluate_block(const Program& program, Workspace<Lanes>& workspace, Wanted wanted, const double* p, double* out) {
  const std::int64_t row = row_length(program, wanted);
  load_lanes(p, program.tree.size, program.tree.size, workspace.parameters.get());
  evaluate<Lanes>(
      program, workspace, wanted,
      [out, row](std::int64_t i, Lanes x) {
        for (int lane = 0; lane < width<Lanes>; ++lane) out[lane * row + i] = x[lane];
      },
      [out, row](std::int64_t from, std::int64_t to) {
        for (int lane = 0; lane < width<Lanes>; ++lane) std::fill(out + lane * row + from, out + lane * row + to, 0.0);
      });
}

// `count` states (count, size) → (count, row_length).  Gives the index of the first state that is not finite, or `never`.
inline std::int64_t evaluate_batch(const Program& program, Wanted wanted, const double* p, std::int64_t count, int threads,
                                   double* out) {
  constexpr std::int64_t block = width<Lanes>, chunk = 16 * block;
  const std::int64_t size = program.tree.size, row = row_length(program, wanted);
  for (std::int64_t i = 0; i < count; ++i)
    if (!all_finite(p + i * size, size)) return i;
  const std::int64_t chunks = (count + chunk - 1) / chunk;
  threads = static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(threads, chunks)));
  std::vector<Workspace<Lanes>> lanes;
  std::vector<Workspace<double>> singles;
  lanes.reserve(threads), singles.reserve(threads);
  for (int i = 0; i < threads; ++i) lanes.emplace_back(program), singles.emplace_back(program);
  in_chunks(chunks, threads, [&](int worker, std::int64_t number) {
    const std::int64_t end = std::min(count, (number + 1) * chunk);
    std::int64_t i = number * chunk;
    for (; i + block <= end; i += block) evaluate_block(program, lanes[worker], wanted, p + i * size, out + i * row);
    for (; i < end; ++i) evaluate_single(program, singles[worker], wanted, p + i * size, out + i * row);
  });
  return never;
}

}  // namespace manikin

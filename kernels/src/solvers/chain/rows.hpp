// The goal of a plain chain for methods that need its rows: residual and Jacobian by ChainGoal, at half the cost of Evaluation.
#pragma once

#include <memory>

#include "solvers/chain/place.hpp"

namespace manikin {

class ChainRows {
 public:
  virtual ~ChainRows() = default;
  // The raw rows at a state.
  virtual void residual(const double* q, double* raw) = 0;
  // The weighted Jacobian at the same state, columns scaled by gains: rows × columns, valid until the next call.
  virtual double* jacobian() = 0;
  // The same as if the target were fixed to the part, in place of the effector.
  virtual double* jacobian_at_target() = 0;
};

template <int R> class ChainRowsOf final : public ChainRows {
 public:
  ChainRowsOf(const Program& program, const KernelLimits& limits, Workspace<double>& workspace)
      : chain_goal_(program, limits, workspace), gains_(chain_goal_.width(), 0.0),
        rows_(R * elements(chain_goal_.width(), width<Lanes>)), blocks_(R * chain_goal_.width() + width<Lanes>) {
    for (int c = 0; c < chain_goal_.width(); ++c) gains_.put(c, limits.gain[chain_goal_.parameters()[c]]);
  }

  void residual(const double* q, double* raw) override { chain_goal_.residual(q, raw); }
  double* jacobian() override {
    chain_goal_.jacobian(gains_, *this, true);
    return in_rows();
  }
  double* jacobian_at_target() override {
    chain_goal_.jacobian_at_target(gains_, *this, true);
    return in_rows();
  }

  // Called by ChainGoal: all rows of as many columns as there are lanes.
  void put(int e, const Lanes* rows, bool) { std::copy(rows, rows + R, rows_.begin() + e * R); }

 private:
  ChainGoal<double, R> chain_goal_;
  ColumnConstants<double> gains_;
  std::vector<Lanes> rows_;
  Buffer<double> blocks_;  // padded by a register after the last row

  double* in_rows() {
    const int columns = chain_goal_.width();
    for (int i = 0; i < R; ++i)  // the next row overwrites what a register writes past the end of a row
      for (int c = 0; c < columns; c += width<Lanes>) store(blocks_.get() + i * columns + c, rows_[c / width<Lanes> * R + i]);
    return blocks_.get();
  }
};

// Null if the problem does not have this form.
inline std::unique_ptr<ChainRows> chain_rows(const Program& program, const KernelLimits& limits, Workspace<double>& workspace) {
  if (!is_plain_chain(program, limits)) return nullptr;
  if (program.rows == 3) return std::make_unique<ChainRowsOf<3>>(program, limits, workspace);
  return std::make_unique<ChainRowsOf<6>>(program, limits, workspace);
}

}  // namespace manikin

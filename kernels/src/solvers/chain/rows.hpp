// The goal of a plain chain for methods that want its rows: residual and slope by ChainPlace, at half the price of Evaluation.
#pragma once

#include <memory>

#include "solvers/chain/place.hpp"

namespace manikin {

class ChainRows {
 public:
  virtual ~ChainRows() = default;
  // The raw rows at a state.
  virtual void residual(const double* q, double* raw) = 0;
  // The weighted rows' slope at the same state, columns scaled by gains: rows × columns, the caller's until it is asked again.
  virtual double* slope() = 0;
  // The same as if the target sat on the part instead of the effector's place.
  virtual double* slope_at_target() = 0;
};

template <int R> class ChainRowsOf final : public ChainRows {
 public:
  ChainRowsOf(const Program& program, const Setting& setting, ProgramRoom<double>& room)
      : place_(program, setting, room), gains_(place_.width(), 0.0), rows_(R * elements(place_.width(), width<Lanes>)),
        blocks_(R * place_.width() + width<Lanes>) {
    for (int c = 0; c < place_.width(); ++c) gains_.put(c, setting.gain[place_.parameters()[c]]);
  }

  void residual(const double* q, double* raw) override { place_.residual(q, raw); }
  double* slope() override {
    place_.slope(gains_, *this, true);
    return in_rows();
  }
  double* slope_at_target() override {
    place_.slope_at_target(gains_, *this, true);
    return in_rows();
  }

  // Takes all rows of as many columns as there are lanes.
  void put(int e, const Lanes* rows, bool) { std::copy(rows, rows + R, rows_.begin() + e * R); }

 private:
  ChainPlace<double, R> place_;
  ColumnConstants<double> gains_;
  std::vector<Lanes> rows_;
  Buffer<double> blocks_;  // with room for a register beyond the last row

  double* in_rows() {
    const int columns = place_.width();
    for (int i = 0; i < R; ++i)  // what a register leaves beyond a row's end the next row overwrites
      for (int c = 0; c < columns; c += width<Lanes>) store(blocks_.get() + i * columns + c, rows_[c / width<Lanes> * R + i]);
    return blocks_.get();
  }
};

// Nothing where the problem is not of that form.
inline std::unique_ptr<ChainRows> chain_rows(const Program& program, const Setting& setting, ProgramRoom<double>& room) {
  if (!is_chain(program, setting)) return nullptr;
  if (program.rows == 3) return std::make_unique<ChainRowsOf<3>>(program, setting, room);
  return std::make_unique<ChainRowsOf<6>>(program, setting, room);
}

}  // namespace manikin

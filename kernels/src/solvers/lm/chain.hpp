// The default solver where a point, an orientation or a frame of a plain chain has a constant target, and there are no linear
// limits: the usual arm or leg.
// The same method as levenberg.hpp in arithmetic of fixed size; solve_in_lanes does so for many problems at once.
#pragma once

#include "solvers/chain/place.hpp"
#include "solvers/lm/chain_step.hpp"
#include "solvers/search.hpp"

namespace manikin {

template <int R> class ChainLevenberg : public Search {
 public:
  ChainLevenberg(const Program& program, const Setting& setting, double tolerance)
      : Search(program, setting, tolerance), place_(program, setting, room_), step_(program, setting), trial_(n_), trial_r_(rows_), other_(n_),
        other_r_(rows_) {}

  double least() const override { return place_.least(); }
  bool weary() const override { return slow_ >= kPatience; }

  Status advance() override {
    const Status status = iterate();
    if (status != Status::running) restart();  // whoever goes on does so with other targets
    return status;
  }

 protected:
  Status iterate() {
    if (!placed_) take();
    if (!sloped_) place_.slope(step_.gains, step_.slope, true);
    sloped_ = false;
    step_.linearise(r_.data(), q_.data());
    if (step_.gradient_below(1e-9)) return Status::minimum;
    std::copy(q_.begin(), q_.end(), trial_.begin());
    bool nearly = gained_ < 1e-9;
    for (int tries = 0; tries < kTries; ++tries) {
      if (step_.step(mu_, true, trial_.data())) {
        if (tries == 0) nearly |= step_.little_promised(mu_);
        Measure<double> next = evaluate(trial_.data(), trial_r_.data());
        if (next.merit < now_.merit) {
          mu_ = next_damping(mu_, (now_.merit - next.merit) / step_.promise);
          next = joined(next);
          gained_ = 1 - next.merit / now_.merit;
          slow_ = next.merit > kPoor * now_.merit ? slow_ + 1 : 0;
          accept(trial_, trial_r_, next);  // placed, or sloped
          return Status::running;
        }
        if (step_.gradient_below(1e-7)) return Status::minimum;
      }
      mu_ *= 8;
    }
    return nearly ? Status::minimum : Status::stalled;
  }

  Measure<double> evaluate(const double* q, double* r) override {
    ++evaluations;
    placed_ = q == q_.data();
    sloped_ = false;
    double raw[R] = {};
    place_.residual(q, raw);
    return measured<double>(raw, program_.row_scales.data(), 0, 0.0, R, r);
  }
  void restart() override { mu_ = kFirstDamping, slow_ = 0, gained_ = 1; }

 private:
  ChainPlace<double, R> place_;
  ChainStep<double, R> step_;
  std::vector<double> trial_, trial_r_, other_, other_r_;
  double mu_ = kFirstDamping, gained_ = 1;
  int slow_ = 0;
  bool sloped_ = false;  // whether the slope at the state is known already

  // The trial, or, where steps gain little, what it makes together with the last one if that is better.
  Measure<double> joined(Measure<double> now) {
    std::copy(q_.begin(), q_.end(), other_.begin());
    const bool wanted = slow_ >= kPatience && step_.join(now.merit - now_.merit, trial_.data(), other_.data());
    step_.remember(true);
    if (!wanted) return now;
    place_.slope(step_.gains, step_.slope, true);  // before the place is another
    const Measure<double> next = evaluate(other_.data(), other_r_.data());
    if ((sloped_ = !(next.merit < now.merit))) return now;
    trial_.swap(other_), trial_r_.swap(other_r_);
    return next;
  }
};

}  // namespace manikin

// The alternative Jacobian: the goal is pulled to the effector.  Mirrors manikin/solvers/jacobian/alternative.py.
#pragma once

#include "solvers/jacobian/pseudoinverse.hpp"

namespace manikin {

// The pseudoinverse method with a Jacobian computed as if each target were fixed to its effector's part: the effector's
// value is replaced by that of the target while derivatives are computed.  If several goals use a handle it is replaced
// in several rounds.
class AlternativeJacobian : public PseudoinverseJacobian {
 public:
  AlternativeJacobian(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : PseudoinverseJacobian(program, limits, tolerance, in), saved_values_(program.values) {
    std::vector<std::vector<std::uint8_t>> taken;  // for every round: the handles in use
    for (std::size_t g = 0; g < program.goals.size(); ++g) {
      const GoalInfo& goal = program.goals[g];
      if (goal.code != kPosition && goal.code != kPoseGoal && goal.code != kPoseAxes) continue;
      const std::int32_t effector = program.inputs[goal.first_input].handle,
                         target = program.inputs[goal.first_input + 1].handle;
      const HandleCode code = program.handles[effector].code;
      if (code != kPoint && code != kFrame) continue;
      std::size_t round = 0;
      while (round < taken.size() && (taken[round][effector] || taken[round][target])) ++round;
      if (round == taken.size()) taken.emplace_back(program.handles.size()), rounds_.emplace_back();
      taken[round][effector] = taken[round][target] = 1;
      rounds_[round].push_back(
          {static_cast<std::int32_t>(g), program.handles[effector].value, program.handles[target].value, code == kFrame});
    }
    if (rounds_.size() > 1 || needs_ordinary_rows()) combined_blocks_.resize(program.blocks);
  }

 protected:
  double* find_jacobian() override {
    if (!is_evaluated_) evaluate_current();
    if (chain_) return chain_->jacobian_at_target();
    double* values = workspace_.values.get();
    double* found = workspace_.block.get();
    if (!combined_blocks_.empty()) {
      at_.handle_jacobians(), at_.jacobian();
      std::copy(found, found + program_.blocks, combined_blocks_.begin());
    }
    std::copy(values, values + program_.values, saved_values_.begin());
    for (const std::vector<Substitution>& round : rounds_) {
      for (const Substitution& substitution : round)
        put_position(values + substitution.effector, saved_values_.data() + substitution.target, substitution.frame);
      at_.handle_jacobians(), at_.jacobian();
      std::copy(saved_values_.begin(), saved_values_.end(), values);
      if (combined_blocks_.empty()) continue;
      for (const Substitution& substitution : round) {
        const GoalInfo& goal = program_.goals[substitution.goal];
        const std::int64_t end = goal.block + 3 * std::int64_t(goal.width());  // the rows of the point only
        std::copy(found + goal.block, found + end, combined_blocks_.begin() + goal.block);
      }
    }
    if (!combined_blocks_.empty()) std::copy(combined_blocks_.begin(), combined_blocks_.end(), found);
    scale_by_gains(found);
    return found;
  }

 private:
  struct Substitution {
    std::int32_t goal, effector, target;  // the goal, and the indices of the two values
    bool frame;
  };
  std::vector<std::vector<Substitution>> rounds_;
  std::vector<double> saved_values_, combined_blocks_;

  // Whether some goals keep their ordinary rows.
  bool needs_ordinary_rows() const {
    std::size_t pulled = 0;
    for (const std::vector<Substitution>& round : rounds_) pulled += round.size();
    return pulled != program_.goals.size();
  }

  static void put_position(double* effector, const double* target, bool frame) {
    for (int i = 0; i < 3; ++i) {
      if (frame) effector[4 * i + 3] = target[4 * i + 3];
      else effector[i] = target[i];
    }
  }
};

}  // namespace manikin

// The alternative Jacobian: the goal is pulled to the effector.  Mirrors manikin/solvers/jacobian/alternative.py.
#pragma once

#include "solvers/jacobian/pseudoinverse.hpp"

namespace manikin {

// The pseudoinverse method with slopes computed as if each target sat on its effector's part: the effector's value is that of
// the target while slopes are taken.  A handle that several goals use takes its turns, in rounds.
class AlternativeJacobian : public PseudoinverseJacobian {
 public:
  AlternativeJacobian(const Program& program, const Setting& setting, double tolerance, Options& in)
      : PseudoinverseJacobian(program, setting, tolerance, in), own_(program.values) {
    std::vector<std::vector<std::uint8_t>> taken;  // by round: the handles in use
    for (std::size_t g = 0; g < program.goals.size(); ++g) {
      const GoalInfo& goal = program.goals[g];
      if (goal.code != kPosition && goal.code != kPose && goal.code != kPoseAxes) continue;
      const std::int32_t effector = program.inputs[goal.first_input].handle, target = program.inputs[goal.first_input + 1].handle;
      const HandleCode code = program.handles[effector].code;
      if (code != kPoint && code != kFrame) continue;
      std::size_t round = 0;
      while (round < taken.size() && (taken[round][effector] || taken[round][target])) ++round;
      if (round == taken.size()) taken.emplace_back(program.handles.size()), rounds_.emplace_back();
      taken[round][effector] = taken[round][target] = 1;
      rounds_[round].push_back({static_cast<std::int32_t>(g), program.handles[effector].value, program.handles[target].value,
                                code == kFrame});
    }
    if (rounds_.size() > 1 || others()) blocks_room_.resize(program.blocks);
  }

 protected:
  double* slopes() override {
    if (!placed_) take();
    if (chain_) return chain_->slope_at_target();
    double* values = room_.values.get();
    double* found = room_.block.get();
    if (!blocks_room_.empty()) {
      at_.slopes(), at_.jacobian();
      std::copy(found, found + program_.blocks, blocks_room_.begin());
    }
    std::copy(values, values + program_.values, own_.begin());
    for (const std::vector<Pull>& round : rounds_) {
      for (const Pull& pull : round) put_place(values + pull.effector, own_.data() + pull.target, pull.frame);
      at_.slopes(), at_.jacobian();
      std::copy(own_.begin(), own_.end(), values);
      if (blocks_room_.empty()) continue;
      for (const Pull& pull : round) {
        const GoalInfo& goal = program_.goals[pull.goal];
        const std::int64_t end = goal.block + 3 * std::int64_t(goal.width());  // the point's rows alone
        std::copy(found + goal.block, found + end, blocks_room_.begin() + goal.block);
      }
    }
    if (!blocks_room_.empty()) std::copy(blocks_room_.begin(), blocks_room_.end(), found);
    scale_by_gains(found);
    return found;
  }

 private:
  struct Pull {
    std::int32_t goal, effector, target;  // the goal, and where the two values stand
    bool frame;
  };
  std::vector<std::vector<Pull>> rounds_;
  std::vector<double> own_, blocks_room_;

  // Whether some rows must come from the ordinary slopes: those of goals that are not pulled, or of handles pulled by another.
  bool others() const {
    std::size_t pulled = 0;
    for (const std::vector<Pull>& round : rounds_) pulled += round.size();
    return pulled != program_.goals.size();
  }

  static void put_place(double* effector, const double* target, bool frame) {
    for (int i = 0; i < 3; ++i) {
      if (frame) effector[4 * i + 3] = target[4 * i + 3];
      else effector[i] = target[i];
    }
  }
};

}  // namespace manikin

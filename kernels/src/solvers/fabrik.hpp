// FABRIK: forward and backward reaching (Aristidou & Lasenby 2011).  Mirrors manikin/solvers/fabrik.py, which has
// checked that all joints of the chain are balls, pairs of hinges that can point anywhere, or parallel hinges.
#pragma once

#include "lanes/closed_forms.hpp"
#include "solvers/search.hpp"

namespace manikin {

class Fabrik : public Search {
 public:
  Fabrik(const Program& program, const KernelLimits& limits, double tolerance) : Search(program, limits, tolerance) {
    const Tree& tree = program.tree;
    if (!tree.rigid || !tree.identity || program.goals.size() != 1 || program.goals[0].code != kPosition)
      throw InputError("FABRIK needs a figure without scales and groups, and one position goal");
    point_ = &program.handles[program.inputs[program.goals[0].first_input].handle];
    target_ = &program.handles[program.inputs[program.goals[0].first_input + 1].handle];
    if (point_->code != kPoint || target_->code != kFixed) throw InputError("FABRIK brings a point to a place");
    std::int32_t latest = -1;
    for (std::int32_t d = 0; d < static_cast<std::int32_t>(tree.dofs.size()); ++d) {
      const std::int32_t joint = tree.dofs[d].joint;
      if (!(joint <= point_->joint && point_->joint < tree.joints[joint].end) || limits.gain[d] == 0) continue;
      if (!tree.dofs[d].hinge()) throw InputError("FABRIK cannot use slides");
      if (joint != latest) starts_.push_back(static_cast<std::int32_t>(dofs_.size()));
      dofs_.push_back(d), latest = joint;
    }
    count_ = starts_.size();
    starts_.push_back(static_cast<std::int32_t>(dofs_.size()));
    planar_ = count_ > 0 && dofs_.size() == count_;
    for (std::size_t i = 0; i < count_; ++i)
      if (starts_[i + 1] - starts_[i] > 3) throw InputError("FABRIK needs joints of at most three hinges");
    places_.resize(count_ + 1), bones_.resize(count_), lengths_.resize(count_), trial_.resize(n_);
  }

  Status advance() override {
    if (!is_evaluated_) evaluate_current();
    read_places();
    const bool beyond = reach();
    const double change = point_bones();
    q_.swap(trial_);
    evaluate_current();
    return beyond ? Status::minimum : change > 1e-12 ? Status::running : Status::stalled;
  }

 protected:
  void reset() override {}

 private:
  const HandleInfo *point_, *target_;
  std::vector<std::int32_t> dofs_, starts_;  // the hinges of joint i begin at dofs_[starts_[i]]
  std::size_t count_ = 0;
  bool planar_ = false;
  std::vector<Triple3> places_, bones_;
  std::vector<double> lengths_, trial_;
  Triple3 goal_{0, 0, 0};

  Triple3 axis(std::int32_t d) const { return triple(workspace_.frames.get() + 3 * std::int64_t(d)); }
  Triple3 origin(std::int32_t d) const { return triple(workspace_.origins.get() + 3 * std::int64_t(d)); }

  void read_places() {
    for (std::size_t i = 0; i < count_; ++i) places_[i] = origin(dofs_[starts_[i]]);
    places_[count_] = triple(workspace_.values.get() + point_->value);
    for (std::size_t i = 0; i < count_; ++i) bones_[i] = places_[i + 1] - places_[i], lengths_[i] = length(bones_[i]);
    goal_ = triple(workspace_.values.get() + target_->value);
    if (planar_) goal_ = along(goal_, axis(dofs_[0]), -dot(axis(dofs_[0]), goal_ - places_[0]));
  }

  // One pass from the tip to the root and back.  Gives whether the target is out of reach.
  bool reach() {
    double all = 0;
    for (const double l : lengths_) all += l;
    const Triple3 root = places_[0], away = goal_ - root;
    const double distance = length(away);
    if (distance > all) {
      double reach = 0;
      for (std::size_t i = 0; i < count_; ++i) reach += lengths_[i], places_[i + 1] = along(root, away, reach / distance);
      return true;
    }
    places_[count_] = goal_;
    for (std::size_t i = count_; i-- > 0;) places_[i] = at_distance(places_[i + 1], places_[i], lengths_[i]);
    places_[0] = root;
    for (std::size_t i = 0; i < count_; ++i) places_[i + 1] = at_distance(places_[i], places_[i + 1], lengths_[i]);
    return false;
  }

  static Triple3 at_distance(const Triple3& to, const Triple3& place, double size) {
    const Triple3 away = place - to;
    const double distance = length(away);
    return distance > 0 ? along(to, away, size / distance) : to + Triple3{size, 0, 0};
  }

  // From the root on, each joint turns its bone toward the new places.  Gives the largest turn [rad].
  double point_bones() {
    std::copy(q_.begin(), q_.end(), trial_.begin());
    Triple3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};  // the world's axes in the frame that has been turned so far
    double longest = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const int hinges = starts_[i + 1] - starts_[i];
      const std::int32_t* dofs = dofs_.data() + starts_[i];
      Triple3 axes[3];
      for (int k = 0; k < hinges; ++k) axes[k] = axis(dofs[k]);
      const Triple3 way = places_[i + 1] - places_[i];
      Angle by[3];
      turns(axes, hinges, bones_[i], along(along(x * way.x, y, way.y), z, way.z), by);
      for (int k = 0; k < hinges; ++k) {
        const double angle = by[k].angle();
        if (!(std::fabs(angle) < INFINITY)) continue;
        longest = std::max(longest, std::fabs(angle));
        trial_[dofs[k]] = q_[dofs[k]] + angle;
        x = rotated(axes[k], by[k].negated(), x), y = rotated(axes[k], by[k].negated(), y),
        z = rotated(axes[k], by[k].negated(), z);
      }
    }
    return longest;
  }

  // The angles that turn a bone into a direction; of two solutions the one whose largest turn is smaller.
  static void turns(const Triple3* axes, int hinges, const Triple3& bone, const Triple3& wanted, Angle* best) {
    if (!(length(bone) > 0 && length(wanted) > 0)) return;
    if (hinges == 1) {
      best[0] = angle_about(axes[0], bone, wanted);
      return;
    }
    Angle ways[2][3];
    if (hinges == 3) three_turns(shortest_rotation(bone, wanted), axes, ways);
    else two_turns(axes, bone * (1 / length(bone)), wanted * (1 / length(wanted)), ways);
    double most = -INFINITY;
    for (const auto& way : ways) {
      double least = 1;  // the cosine of the largest turn
      for (int k = 0; k < hinges; ++k) least = std::min(least, way[k].c);
      if (least > most) most = least, std::copy(way, way + hinges, best);
    }
  }

  static void two_turns(const Triple3* axes, const Triple3& b, const Triple3& w, Angle ways[2][3]) {
    const Triple3 across = orthogonal_part(b, axes[1]);
    const double still = dot(axes[0], axes[1]) * dot(axes[1], b) - dot(axes[0], w);
    Angle second[2];
    arc_angles(still, dot(axes[0], across), dot(axes[0], cross(axes[1], b)), second);
    for (int i = 0; i < 2; ++i) {
      ways[i][1] = second[i];
      ways[i][0] = angle_about(axes[0], rotated(axes[1], second[i], b), w);
    }
  }
};

}  // namespace manikin

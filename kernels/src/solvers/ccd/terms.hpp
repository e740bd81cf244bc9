// A problem as pairs of vectors that its goals want to be equal, for cyclic coordinate descent.
// Mirrors manikin/solvers/ccd/terms.py.
#pragma once

#include "solvers/search.hpp"

namespace manikin {

// A point or direction.  Its numbers among the values of handles are base, base + stride, base + 2 stride.
struct Carried {
  std::int32_t joint, base, stride;  // the joint that it is fixed to, −1 for none
  bool point;
};

// |weights · (a − b)|², of the whole difference, of its part along the normal (plane), or of that across it (line).
struct Pair {
  std::int32_t a, b, normal;  // indices among the vectors; normal −1 for none
  double weights[3], heaviest;
  bool across, either_way, even, point;
};

// How a degree of freedom changes a pair.
struct Use {
  std::int32_t pair;
  bool a, b;    // which of the two it turns
  double sign;  // −1: the normal turns, so the vectors that stay turn the other way
};

struct PairPlan {
  std::vector<Carried> vectors;
  std::vector<Pair> pairs;
  std::vector<std::int32_t> use_starts, moved_starts, moved;  // for every dof: uses[use_starts…], vectors moved[moved_starts…]
  std::vector<Use> uses;
  bool whole_orientations = false;

  PairPlan(const Program& program, double half_turns) {
    if (!program.tree.rigid) throw InputError("cyclic coordinate descent needs a figure without scales");
    for (const GoalInfo& goal : program.goals) add(program, goal, half_turns);
    use_starts.push_back(0), moved_starts.push_back(0);
    for (std::size_t d = 0; d < program.tree.dofs.size(); ++d) {
      for (std::size_t k = 0; k < pairs.size(); ++k)
        use(program.tree, static_cast<std::int32_t>(d), static_cast<std::int32_t>(k));
      for (std::size_t v = 0; v < vectors.size(); ++v)
        if (moves(program.tree, static_cast<std::int32_t>(d), static_cast<std::int32_t>(v)))
          moved.push_back(static_cast<std::int32_t>(v));
      use_starts.push_back(static_cast<std::int32_t>(uses.size()));
      moved_starts.push_back(static_cast<std::int32_t>(moved.size()));
    }
  }

  // Whether a dof moves a vector; slides leave directions unchanged.
  bool moves(const Tree& tree, std::int32_t d, std::int32_t v) const {
    if (v < 0) return false;
    const std::int32_t joint = tree.dofs[d].joint;
    if (!tree.dofs[d].hinge() && !vectors[v].point) return false;
    return joint <= vectors[v].joint && vectors[v].joint < tree.joints[joint].end;
  }

 private:
  void use(const Tree& tree, std::int32_t d, std::int32_t k) {
    const Pair& pair = pairs[k];
    const bool hinge = tree.dofs[d].hinge(), normal = hinge && moves(tree, d, pair.normal);
    bool a = moves(tree, d, pair.a), b = moves(tree, d, pair.b);
    if (normal) a = !a, b = !b;
    if (a == b && (!a || !hinge || pair.even)) return;
    uses.push_back({k, a, b, normal ? -1.0 : 1.0});
  }

  std::int32_t vector(const Program& program, const GoalInfo& goal, int input, int part) {
    const HandleInfo& handle = program.handles[program.inputs[goal.first_input + input].handle];
    Carried v{handle.code == kFixed ? -1 : handle.joint, handle.value, 1, false};
    switch (handle.code) {
      case kFixed:
      case kPoint:
      case kDirection:
      case kOrientation:
      case kFrame: break;
      default: throw InputError("cyclic coordinate descent cannot treat this kind of handle");
    }
    if (handle.size == 9) v.base += part, v.stride = 3;
    else if (handle.size == 12) v.base += part, v.stride = 4, v.point = part == 3;
    else v.point = kGoalForms[goal.code].inputs[input] == 'p';
    vectors.push_back(v);
    return static_cast<std::int32_t>(vectors.size() - 1);
  }

  void add(const Program& program, const GoalInfo& goal, double half_turns) {
    const double* scales = program.row_scales.data() + goal.row;
    const double* numbers = program.goal_numbers.data() + goal.numbers;
    auto pair = [&](int part, const double* weights, double factor) {
      if (weights[0] == 0 && weights[1] == 0 && weights[2] == 0) return;
      Pair made{};
      made.a = vector(program, goal, 0, part), made.b = vector(program, goal, 1, part), made.normal = -1;
      for (int i = 0; i < 3; ++i) made.weights[i] = factor * weights[i];
      made.heaviest = std::max({made.weights[0], made.weights[1], made.weights[2]});
      made.even = weights[0] == weights[1] && weights[0] == weights[2];
      made.point = vectors[made.a].point;
      pairs.push_back(made);
    };
    auto whole = [&](const double* weights) {
      whole_orientations = true;
      for (int k = 0; k < 3; ++k) pair(k, weights, std::sqrt(half_turns));
    };
    if (goal.choice >= 0) throw InputError("cyclic coordinate descent does not know disjunctions");
    switch (goal.code) {
      case kPosition: return pair(0, scales, 1);
      case kLine:
      case kPlane: {
        const double weights[3] = {scales[0], scales[0], scales[0]};
        const std::size_t before = pairs.size();
        pair(0, weights, 1);
        if (pairs.size() == before) return;
        pairs.back().normal = vector(program, goal, 2, 0), pairs.back().across = goal.code == kLine;
        pairs.back().even = false;
        return;
      }
      case kAlign: {
        const std::size_t before = pairs.size();
        pair(0, scales, 1);
        if (pairs.size() > before) pairs.back().either_way = numbers[0] != 0;
        return;
      }
      case kOrientationGoal: return whole(scales);
      case kPoseGoal: return pair(3, scales, 1), whole(scales + 3);
      case kPoseAxes: pair(3, scales, 1); [[fallthrough]];
      case kOrientationAxes: {
        const double* turning = scales + (goal.code == kPoseAxes ? 3 : 0);
        for (int i = 0; i < goal.count; ++i) pair(int(numbers[i]), turning + 3 * i, 1);
        return;
      }
      default: throw InputError("cyclic coordinate descent cannot treat this kind of goal");
    }
  }
};

}  // namespace manikin

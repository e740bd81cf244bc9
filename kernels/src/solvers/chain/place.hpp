// One goal at the end of a plain chain, at one state or at several in lanes: its residual and its Jacobian over the
// goal's columns.
//
// The goal is a point, an orientation or a frame of a rigid tree whose parameters are joint values, and has a constant
// target. The joints above it are a list of constant frames with a motion after each; the Jacobian is that of
// Quantities::plain_jacobian.
#pragma once

#include "evaluation/evaluate.hpp"
#include "numerics/columns.hpp"
#include "numerics/dense.hpp"
#include "solvers/kernel_limits.hpp"

namespace manikin {

// Whether a problem has one soft goal of the form that ChainGoal takes, and no linear limits.
inline bool is_plain_chain(const Program& program, const KernelLimits& limits) {
  if (program.goals.size() != 1 || limits.linear_rows() > 0) return false;
  const GoalInfo& goal = program.goals[0];
  if ((goal.rows != 3 && goal.rows != 6) || goal.choice >= 0 || goal.width() == 0 || limits.hard[0]) return false;
  HandleCode meant = kFixed;
  if (goal.code == kPosition) meant = kPoint;
  if (goal.code == kOrientationGoal) meant = kOrientation;
  if (goal.code == kPoseGoal) meant = kFrame;
  if (meant == kFixed || !program.tree.rigid || !program.tree.identity) return false;
  const Input* inputs = program.inputs.data() + goal.first_input;
  return program.handles[inputs[0].handle].code == meant && program.handles[inputs[1].handle].code == kFixed;
}

template <class V, int R> class ChainGoal {
 public:
  ChainGoal(const Program& program, const KernelLimits& limits, Workspace<V>& workspace)
      : program_(program), goal_(program.goals[0]), workspace_(workspace), at_(program, workspace), values_(width()),
        sines_(width()), cosines_(width()), axes_{Columns<V>(width()), Columns<V>(width()), Columns<V>(width())},
        origins_{Columns<V>(width()), Columns<V>(width()), Columns<V>(width())}, turning_(width(), 0.0) {
    list_links();
    reach_ = reach(limits);
  }

  int width() const { return goal_.width(); }
  const std::int32_t* parameters() const { return program_.goal_columns.data() + goal_.columns; }
  Evaluation<V>& at() { return at_; }

  // A lower bound of the merit of all states: a point stays within the summed length of the links above it.
  V least_merit() const {
    if (goal_.code != kPosition) return spread<V>(0.0);
    const double* scales = program_.row_scales.data() + goal_.row;
    const double weight = std::min({scales[0], scales[1], scales[2]});
    const V far = length(target_position() - constant<V>(links_[0].offset)) - reach_;
    return choose(far > 0.0, far * far * (weight * weight), spread<V>(0.0));
  }

  // The raw rows at a state.
  void residual(const V* q, V* raw) {
    walk(q);
    const V* target = target_value();
    V frame[12];
    store_frame(frame, tip_);
    position_ = frame_position(frame);
    if (goal_.code == kPosition) return put(raw, position_ - triple(target));
    if (goal_.code == kOrientationGoal) rotation_ = rotation_between(frame_rotation(frame), orientation_of(target));
    else
      put(raw, position_ - frame_position(target)), rotation_ = rotation_between(frame_rotation(frame), frame_rotation(target));
    put(raw + R - 3, rotation_.vector);
  }

  // Writes the weighted Jacobian at the state of the last residual(), columns scaled by gains, to a GoalJacobian or the
  // like, in the lanes of the mask.
  template <class To> void jacobian(const ColumnConstants<V>& gains, To& to, Mask<V> wanted) const {
    jacobian_of_place(position_, gains, to, wanted);
  }
  // The same as if the target were fixed to the part, in place of the effector.
  template <class To> void jacobian_at_target(const ColumnConstants<V>& gains, To& to, Mask<V> wanted) const {
    jacobian_of_place(goal_.code == kPoseGoal ? frame_position(target_value()) : triple(target_value()), gains, to, wanted);
  }

 private:
  template <class To>
  void jacobian_of_place(const Triple<V>& at, const ColumnConstants<V>& gains, To& to, Mask<V> wanted) const {
    using E = Packed<V>;
    const double* scales = program_.row_scales.data() + goal_.row;
    E rows[R];
    const bool position = goal_.code != kOrientationGoal, turn = goal_.code != kPosition;
    Matrix<E> rotation_derivative;
    if (turn) {
      const Matrix<V> m = derivative_of(rotation_);
      for (int i = 0; i < 3; ++i) rotation_derivative.r[i] = {packed(m.r[i].x), packed(m.r[i].y), packed(m.r[i].z)};
    }
    const Triple<E> tip = {packed(at.x), packed(at.y), packed(at.z)};
    for (int e = 0; e < values_.size(); ++e) {
      const Triple<E> axis = {axes_[0][e], axes_[1][e], axes_[2][e]};
      const auto turns = turning_[e] > 0.0;
      const E still = spread<E>(0.0);
      if (position) {
        const Triple<E> arm = cross(axis, tip - Triple<E>{origins_[0][e], origins_[1][e], origins_[2][e]});
        rows[0] = choose(turns, arm.x, axis.x), rows[1] = choose(turns, arm.y, axis.y), rows[2] = choose(turns, arm.z, axis.z);
      }
      if (turn) {
        const Triple<E> rate = rotation_derivative * axis;
        rows[R - 3] = choose(turns, rate.x, still), rows[R - 2] = choose(turns, rate.y, still);
        rows[R - 1] = choose(turns, rate.z, still);
      }
      for (int i = 0; i < R; ++i) rows[i] = rows[i] * scales[i] * gains[e];
      to.put(e, rows, wanted);
    }
  }

  // A constant frame and the degree of freedom after it; the last link has none.
  struct Link {
    FrameForm form;
    double constant[12], offset[3];  // the frame; its position
    const Dof* dof;
  };

  const Program& program_;
  const GoalInfo& goal_;
  Workspace<V>& workspace_;
  Evaluation<V> at_;
  double reach_ = 0;
  std::vector<Link> links_;
  Columns<V> values_, sines_, cosines_, axes_[3], origins_[3];
  ColumnConstants<V> turning_;  // 1 for a hinge, 0 for a slide
  Frame<V> tip_;
  Triple<V> position_;
  Rotation<V> rotation_;

  const V* target_value() const {
    return workspace_.values.get() + program_.handles[program_.inputs[goal_.first_input + 1].handle].value;
  }
  Triple<V> target_position() const { return triple(target_value()); }

  // The longest distance from the first degree of freedom to the end of the last link [m].
  double reach(const KernelLimits& limits) const {
    double sum = 0;
    for (std::size_t k = 0; k < links_.size(); ++k) {
      if (k > 0) sum += std::sqrt(inner(links_[k].offset, links_[k].offset, 3));
      const std::int32_t i = k < std::size_t(width()) ? parameters()[k] : -1;
      if (i >= 0 && !links_[k].dof->hinge()) sum += std::max(std::fabs(limits.lo[i]), std::fabs(limits.hi[i]));
    }
    return sum;
  }

  void list_links() {
    const HandleInfo& handle = program_.handles[program_.inputs[goal_.first_input].handle];
    Frame<double> since = constant_frame<double>(identity_rows);
    int column = 0;
    auto link = [&](const Dof* dof) {
      Link made{FrameForm::full, {}, {}, dof};
      store_frame(made.constant, since);
      for (int i = 0; i < 3; ++i) made.offset[i] = made.constant[4 * i + 3];
      if (is_shift(made.constant)) made.form = FrameForm::offset;
      links_.push_back(made), since = constant_frame<double>(identity_rows);
    };
    for (const std::int32_t i : program_.joints) {
      const Joint& joint = program_.tree.joints[i];
      if (joint.parent < 0 || joint.before == FrameForm::full) since.multiply(program_.tree.constants[joint.constant].rows);
      else if (joint.before == FrameForm::offset) since.shift(joint.offset);
      for (std::int32_t d = joint.first_dof; d < joint.last_dof; ++d) {
        link(&program_.tree.dofs[d]);
        turning_.put(column++, program_.tree.dofs[d].hinge() ? 1.0 : 0.0);
      }
      if (joint.after >= 0) since.multiply(program_.tree.constants[joint.after].rows);
    }
    const double* numbers = program_.handle_numbers.data() + handle.numbers;
    if (handle.code != kOrientation) since.shift(numbers), numbers += 3;
    if (handle.turned) {
      double turn[12] = {};
      for (int i = 0; i < 9; ++i) turn[i / 3 * 4 + i % 3] = numbers[i];
      since.multiply(turn);
    }
    link(nullptr);
  }

  static constexpr double identity_rows[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  static bool is_shift(const double* m) {
    for (int i = 0; i < 12; ++i)
      if (i % 4 != 3 && m[i] != identity_rows[i]) return false;
    return true;
  }

  [[gnu::flatten]] void walk(const V* q) {  // everything is inlined, so that the frame stays in registers
    const std::int32_t* from = parameters();
    for (int c = 0; c < width(); ++c) values_.data()[c] = q[from[c]];
    for (int e = 0; e < values_.size(); ++e) sincos(values_[e], sines_[e], cosines_[e]);
    const Moves<V> moves{values_.data(), sines_.data(), cosines_.data()};
    Frame<V> now = constant_frame<V>(links_[0].constant);
    int c = 0;
    for (const Link& link : links_) {
      if (c > 0 && link.form == FrameForm::full) now.multiply(link.constant);
      else if (c > 0) now.shift(link.offset);
      if (!link.dof) break;
      V at[3];
      store3(at, DofTrace<V, true>::axis(*link.dof, now));
      for (int i = 0; i < 3; ++i) axes_[i].data()[c] = at[i];
      store3(at, now.o);
      for (int i = 0; i < 3; ++i) origins_[i].data()[c] = at[i];
      move(now, *link.dof, c++, moves);
    }
    tip_ = now;
  }
};

}  // namespace manikin

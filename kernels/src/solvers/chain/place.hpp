// One goal at a state, or at several in lanes, for ChainStep: its residual, and its slope over the goal's columns.
//
// The goal is a point, an orientation or a frame of a rigid tree whose parameters are joint values, with a constant target: the
// joints above it are a list of constant frames with a motion after each, and its slope is that of plain_slope.
#pragma once

#include "numerics/columns.hpp"
#include "evaluation/evaluate.hpp"
#include "numerics/dense.hpp"
#include "solvers/kernel_limits.hpp"

namespace manikin {

// Whether a problem has one goal, soft, of the form that ChainPlace takes, and no linear limits.
inline bool is_chain(const Program& program, const Setting& setting) {
  if (program.goals.size() != 1 || setting.linear_rows() > 0) return false;
  const GoalInfo& goal = program.goals[0];
  if ((goal.rows != 3 && goal.rows != 6) || goal.choice >= 0 || goal.width() == 0 || setting.hard[0]) return false;
  HandleCode meant = kFixed;
  if (goal.code == kPosition) meant = kPoint;
  if (goal.code == kOrientation) meant = kOrientationHandle;
  if (goal.code == kPose) meant = kFrame;
  if (meant == kFixed || !program.tree.rigid || !program.tree.identity) return false;
  const Input* inputs = program.inputs.data() + goal.first_input;
  return program.handles[inputs[0].handle].code == meant && program.handles[inputs[1].handle].code == kFixed;
}

template <class V, int R> class ChainPlace {
 public:
  ChainPlace(const Program& program, const Setting& setting, ProgramRoom<V>& room)
      : program_(program), goal_(program.goals[0]), room_(room), at_(program, room), values_(width()),
        sines_(width()), cosines_(width()), axes_{Columns<V>(width()), Columns<V>(width()), Columns<V>(width())},
        origins_{Columns<V>(width()), Columns<V>(width()), Columns<V>(width())}, turning_(width(), 0.0) {
    list_links();
    reach_ = reach(setting);
  }

  int width() const { return goal_.width(); }
  const std::int32_t* parameters() const { return program_.goal_columns.data() + goal_.columns; }
  Evaluation<V>& at() { return at_; }

  // The least merit that any state can have, as far as is known: a point comes no nearer to its target than the links above it
  // are long.
  V least() const {
    if (goal_.code != kPosition) return spread<V>(0.0);
    const double* scales = program_.row_scales.data() + goal_.row;
    const double weight = std::min({scales[0], scales[1], scales[2]});
    const V far = length(target_place() - constant<V>(links_[0].offset)) - reach_;
    return choose(far > 0.0, far * far * (weight * weight), spread<V>(0.0));
  }

  // The raw rows at a state.
  void residual(const V* q, V* raw) {
    walk(q);
    const V* target = target_value();
    V frame[12];
    store_frame(frame, tip_);
    place_ = frame_place(frame);
    if (goal_.code == kPosition) return put(raw, place_ - triple(target));
    if (goal_.code == kOrientation) turn_ = turn_between(frame_turn(frame), orientation_of(target));
    else put(raw, place_ - frame_place(target)), turn_ = turn_between(frame_turn(frame), frame_turn(target));
    put(raw + R - 3, turn_.vector);
  }

  // The weighted slope at the state whose residual was asked for last, columns scaled by gains, to a Slope or the like; in the
  // lanes that are meant.
  template <class To> void slope(const ColumnConstants<V>& gains, To& to, Mask<V> fresh) const {
    slope_of_place(place_, gains, to, fresh);
  }
  // The same as if the target sat on the part instead of the effector's place.
  template <class To> void slope_at_target(const ColumnConstants<V>& gains, To& to, Mask<V> fresh) const {
    slope_of_place(goal_.code == kPose ? frame_place(target_value()) : triple(target_value()), gains, to, fresh);
  }

 private:
  template <class To>
  void slope_of_place(const Triple<V>& at, const ColumnConstants<V>& gains, To& to, Mask<V> fresh) const {
    using E = Across<V>;
    const double* scales = program_.row_scales.data() + goal_.row;
    E rows[R];
    const bool place = goal_.code != kOrientation, turn = goal_.code != kPosition;
    Matrix<E> bend;
    if (turn) {
      const Matrix<V> m = slope_of(turn_);
      for (int i = 0; i < 3; ++i) bend.r[i] = {across(m.r[i].x), across(m.r[i].y), across(m.r[i].z)};
    }
    const Triple<E> tip = {across(at.x), across(at.y), across(at.z)};
    for (int e = 0; e < values_.size(); ++e) {
      const Triple<E> axis = {axes_[0][e], axes_[1][e], axes_[2][e]};
      const auto turns = turning_[e] > 0.0;
      const E still = spread<E>(0.0);
      if (place) {
        const Triple<E> arm = cross(axis, tip - Triple<E>{origins_[0][e], origins_[1][e], origins_[2][e]});
        rows[0] = choose(turns, arm.x, axis.x), rows[1] = choose(turns, arm.y, axis.y), rows[2] = choose(turns, arm.z, axis.z);
      }
      if (turn) {
        const Triple<E> rate = bend * axis;
        rows[R - 3] = choose(turns, rate.x, still), rows[R - 2] = choose(turns, rate.y, still);
        rows[R - 1] = choose(turns, rate.z, still);
      }
      for (int i = 0; i < R; ++i) rows[i] = rows[i] * scales[i] * gains[e];
      to.put(e, rows, fresh);
    }
  }

  // A constant frame, or none, and the motion after it; the last has none.
  struct Link {
    Place place;
    double constant[12], offset[3];  // the frame; its place
    const Dof* dof;
  };

  const Program& program_;
  const GoalInfo& goal_;
  ProgramRoom<V>& room_;
  Evaluation<V> at_;
  double reach_ = 0;
  std::vector<Link> links_;
  Columns<V> values_, sines_, cosines_, axes_[3], origins_[3];
  ColumnConstants<V> turning_;  // 1 for a hinge, 0 for a slide
  Frame<V> tip_;
  Triple<V> place_;
  Turn<V> turn_;

  const V* target_value() const { return room_.values.get() + program_.handles[program_.inputs[goal_.first_input + 1].handle].value; }
  Triple<V> target_place() const { return triple(target_value()); }

  // How far from the first motion the last link may end.
  double reach(const Setting& setting) const {
    double sum = 0;
    for (std::size_t k = 0; k < links_.size(); ++k) {
      if (k > 0) sum += std::sqrt(inner(links_[k].offset, links_[k].offset, 3));
      const std::int32_t i = k < std::size_t(width()) ? parameters()[k] : -1;
      if (i >= 0 && !links_[k].dof->hinge()) sum += std::max(std::fabs(setting.lo[i]), std::fabs(setting.hi[i]));
    }
    return sum;
  }

  void list_links() {
    const HandleInfo& handle = program_.handles[program_.inputs[goal_.first_input].handle];
    Frame<double> since = constant_frame<double>(identity_rows);
    int column = 0;
    auto link = [&](const Dof* dof) {
      Link made{Place::full, {}, {}, dof};
      store_frame(made.constant, since);
      for (int i = 0; i < 3; ++i) made.offset[i] = made.constant[4 * i + 3];
      if (is_shift(made.constant)) made.place = Place::offset;
      links_.push_back(made), since = constant_frame<double>(identity_rows);
    };
    for (const std::int32_t i : program_.joints) {
      const Joint& joint = program_.tree.joints[i];
      if (joint.parent < 0 || joint.before == Place::full) since.multiply(program_.tree.constants[joint.constant].rows);
      else if (joint.before == Place::offset) since.shift(joint.offset);
      for (std::int32_t d = joint.first_dof; d < joint.last_dof; ++d) {
        link(&program_.tree.dofs[d]);
        turning_.put(column++, program_.tree.dofs[d].hinge() ? 1.0 : 0.0);
      }
      if (joint.after >= 0) since.multiply(program_.tree.constants[joint.after].rows);
    }
    if (handle.code != kOrientationHandle) since.shift(program_.handle_numbers.data() + handle.numbers);
    link(nullptr);
  }

  static constexpr double identity_rows[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  static bool is_shift(const double* m) {
    for (int i = 0; i < 12; ++i)
      if (i % 4 != 3 && m[i] != identity_rows[i]) return false;
    return true;
  }

  [[gnu::flatten]] void walk(const V* q) {  // all inlined, so that the frame stays in registers
    const std::int32_t* from = parameters();
    for (int c = 0; c < width(); ++c) values_.data()[c] = q[from[c]];
    for (int e = 0; e < values_.size(); ++e) sincos(values_[e], sines_[e], cosines_[e]);
    const Moves<V> moves{values_.data(), sines_.data(), cosines_.data()};
    Frame<V> now = constant_frame<V>(links_[0].constant);
    int c = 0;
    for (const Link& link : links_) {
      if (c > 0 && link.place == Place::full) now.multiply(link.constant);
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

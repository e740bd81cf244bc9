// Goals at a state, or at several in lanes: residuals, Jacobians, gradients.  Mirrors manikin/problem/network.py.
#pragma once

#include "evaluation/quantities.hpp"

namespace manikin {

// Call order: place_joints, values, residuals, then handle_jacobians and jacobian, or gradient.
template <class V> class Evaluation : public Quantities<V> {
 public:
  using Quantities<V>::Quantities;
  using Quantities<V>::handle_jacobians;
  using Quantities<V>::handle_jacobian;

  void residuals() { residuals(0, program_.goals.size()); }
  // Those of some goals, one after another.
  void residuals(std::size_t first, std::size_t last) {
    V* r = workspace_.residual.get();
    for (std::size_t g = first; g < last; ++g) {
      const GoalInfo& goal = program_.goals[g];
      workspace_.active.get()[g] = spread<V>(1.0);
      if (goal.code == kMatchValues) match_residual(goal, r + goal.row);
      else if (goal.code == kComfort)
        comfort(goal, [r, &goal](int, int, int row, V strain, V) { r[goal.row + row] = strain * larger(strain, -strain); });
      else {
        const V* in[kMaxInputs];
        inputs(goal, in);
        residual_of(goal.code, in, program_.goal_numbers.data() + goal.numbers, goal.count, r + goal.row);
      }
    }
    for (std::size_t g = first; g < last;) g = choose_among(g);
  }

  // Goal by goal the weighted rows over the goal's columns; after handle_jacobians().
  void jacobian() { jacobian(program_.goals.size()); }
  // Those of the first goals.
  void jacobian(std::size_t count) {
    V* blocks = workspace_.block.get();
    for (std::size_t g = 0; g < count; ++g) {
      const GoalInfo& goal = program_.goals[g];
      std::fill_n(blocks + goal.block, std::int64_t(goal.rows) * goal.width(), spread<V>(0.0));
      JacobianSink sink{*this, goal, blocks + goal.block};
      emit(goal, sink);
      for (int row = 0; row < goal.rows; ++row) {
        const V scale = workspace_.active.get()[g] * program_.row_scales[goal.row + row];
        V* to = blocks + goal.block + std::int64_t(row) * goal.width();
        for (int c = 0; c < goal.width(); ++c) to[c] = to[c] * scale;
      }
    }
  }

  V cost() const {
    V sum = spread<V>(0.0);
    for (std::int64_t i = 0; i < program_.rows; ++i) {
      const V r = workspace_.residual.get()[i] * program_.row_scales[i];
      sum = madd(r, r, sum);
    }
    return sum;
  }

  // d cost/d parameters = 2 Jᵀ r, without the Jacobian.  In a rigid tree the handles' gradients are summed down to the root as
  // forces and torques, which costs one walk over the joints for any number of handles.
  void gradient(V* out) {
    V* covectors = workspace_.covectors.get();
    std::fill(covectors, covectors + program_.tangents, spread<V>(0.0));
    for (std::size_t g = 0; g < program_.goals.size(); ++g) {
      GradientSink sink{*this, program_.goals[g], workspace_.active.get()[g]};
      emit(program_.goals[g], sink);
    }
    std::fill(out, out + tree_.size, spread<V>(0.0));
    if (tree_.rigid) gradient_by_forces(out);
    else gradient_by_jacobians(out);
  }

  // Forces on the parts of a rigid tree: clear them, add them, then add their generalised forces on the parameters to out.
  void clear_forces() {
    for (const std::int32_t i : program_.joints) std::fill_n(workspace_.forces.get() + 6 * std::int64_t(i), 6, spread<V>(0.0));
  }
  void add_force(std::int32_t joint, const Triple<V>& force, const Triple<V>& torque) {
    V* f = workspace_.forces.get() + 6 * std::int64_t(joint);
    put(f, triple(f) + force), put(f + 3, triple(f + 3) + torque);
  }
  void forces_to_parameters(V* out) {
    find_terms();
    for (auto it = program_.joints.rbegin(); it != program_.joints.rend(); ++it) {
      const Joint& joint = tree_.joints[*it];
      const V* f = workspace_.forces.get() + 6 * std::int64_t(*it);
      const Triple<V> force = triple(f), torque = triple(f + 3);
      if (joint.parent >= 0) add_force(joint.parent, force, torque);
      for (std::int32_t d = joint.first_dof; d < joint.last_dof; ++d) {
        const V share = tree_.dofs[d].hinge() ? dot(axis(d), torque - cross(origin(d), force)) : dot(axis(d), force);
        for (std::int32_t k = tree_.term_starts[d]; k < tree_.term_starts[d + 1]; ++k) {
          V& to = out[tree_.terms[k].column];
          to = tree_.identity ? to + share : madd(share, workspace_.terms.get()[k], to);
        }
      }
    }
  }

 private:
  using Quantities<V>::program_;
  using Quantities<V>::tree_;
  using Quantities<V>::workspace_;
  using Quantities<V>::zero;
  using Quantities<V>::origin;
  using Quantities<V>::axis;
  using Quantities<V>::moment;
  using Quantities<V>::mass;
  using Quantities<V>::find_terms;

  // ---- residuals --------------------------------------------------------------------------------------------------

  void inputs(const GoalInfo& goal, const V** in) const {
    for (std::int32_t k = goal.first_input; k < goal.last_input; ++k)
      in[k - goal.first_input] = workspace_.values.get() + program_.handles[program_.inputs[k].handle].value;
  }

  // The inputs of a match, one after another, are the vector and its target: r = v − t.  Calls use(input, number of it, row,
  // factor) for every number.
  template <class Use> void match(const GoalInfo& goal, const Use& use) const {
    int at = 0;
    for (std::int32_t k = goal.first_input; k < goal.last_input; ++k) {
      const HandleInfo& handle = program_.handles[program_.inputs[k].handle];
      for (int i = 0; i < handle.size; ++i, ++at) use(k - goal.first_input, i, at % goal.rows, at < goal.rows ? 1.0 : -1.0);
    }
  }

  void match_residual(const GoalInfo& goal, V* r) const {
    std::fill(r, r + goal.rows, spread<V>(-0.0));  // −0 + v is v to the bit
    match(goal, [&](int input, int number, int row, double factor) {
      const HandleInfo& handle = program_.handles[program_.inputs[goal.first_input + input].handle];
      r[row] = madd(workspace_.values.get()[handle.value + number], spread<V>(factor), r[row]);
    });
  }

  // Calls use(input, index of its number, row, strain, steepness there) for every number; the strain is the distance beyond the
  // easy range times the steepness.  Each number has four constants: both ends of its easy range, and the steepness beyond each.
  template <class Use> void comfort(const GoalInfo& goal, const Use& use) const {
    const double* numbers = program_.goal_numbers.data() + goal.numbers;
    int row = 0;
    for (std::int32_t k = goal.first_input; k < goal.last_input; ++k) {
      const HandleInfo& handle = program_.handles[program_.inputs[k].handle];
      for (int i = 0; i < handle.size; ++i, ++row, numbers += 4) {
        const V value = workspace_.values.get()[handle.value + i], lo = spread<V>(numbers[0]), hi = spread<V>(numbers[1]);
        const V steepness = choose(value < lo, spread<V>(numbers[2]), spread<V>(numbers[3]));
        use(k - goal.first_input, i, row, (value - smaller(larger(value, lo), hi)) * steepness, steepness);
      }
    }
  }

  // Of the members of a disjunction only the one with the smallest objective counts.  Gives the goal after them.
  std::size_t choose_among(std::size_t first) {
    const std::int32_t choice = program_.goals[first].choice;
    if (choice < 0) return first + 1;
    V best = spread<V>(0.0), winner = spread<V>(double(first));
    std::size_t g = first;
    for (; g < program_.goals.size() && program_.goals[g].choice == choice; ++g) {
      const GoalInfo& goal = program_.goals[g];
      V sum = spread<V>(0.0);
      for (int i = goal.row; i < goal.row + goal.rows; ++i) {
        const V r = workspace_.residual.get()[i] * program_.choice_scales[i];
        sum = madd(r, r, sum);
      }
      if (g == first) best = sum;
      const auto wins = sum < best;
      best = choose(wins, sum, best), winner = choose(wins, spread<V>(double(g)), winner);
    }
    for (std::size_t k = first; k < g; ++k) {
      const V on = choose(winner == spread<V>(double(k)), spread<V>(1.0), spread<V>(0.0));
      workspace_.active.get()[k] = on;
      for (int i = program_.goals[k].row; i < program_.goals[k].row + program_.goals[k].rows; ++i)
        workspace_.residual.get()[i] = choose(on > 0.0, workspace_.residual.get()[i], spread<V>(0.0));
    }
    return g;
  }

  // ---- derivatives of goals ---------------------------------------------------------------------------------------

  template <class Sink> void emit(const GoalInfo& goal, Sink& sink) const {
    if (goal.code == kMatchValues) {
      match(goal, [&](int input, int number, int row, double factor) { sink.single(input, row, number, spread<V>(factor)); });
      return;
    }
    if (goal.code == kComfort) {
      comfort(goal, [&](int input, int number, int row, V strain, V steepness) {
        sink.single(input, row, number, larger(strain, -strain) * steepness * spread<V>(2.0));
      });
      return;
    }
    const V* in[kMaxInputs];
    inputs(goal, in);
    derivatives_of(goal.code, in, program_.goal_numbers.data() + goal.numbers, goal.count, sink);
  }

  // Multiplies a goal's derivatives with its handles' Jacobians into the goal's block of the Jacobian.
  struct JacobianSink {
    Evaluation& at;
    const GoalInfo& goal;
    V* out;

    template <class Use> void columns(int input, int part, const Use& use) {
      const Input& in = at.program_.inputs[goal.first_input + input];
      const HandleInfo& handle = at.program_.handles[in.handle];
      const V* handle_jacobian = at.handle_jacobian(in.handle) + 3 * part;
      const std::int32_t* map = at.program_.maps.data() + in.map;
      for (int c = 0; c < handle.width(); ++c, handle_jacobian += handle.tangent) use(handle_jacobian, map[c]);
    }
    void block(int input, int row, int part, const Matrix<V>& m) {
      columns(input, part, [&](const V* handle_jacobian, int c) { add(row, c, m * triple(handle_jacobian)); });
    }
    void unit(int input, int row, int part, V s) {
      columns(input, part, [&](const V* handle_jacobian, int c) { add(row, c, triple(handle_jacobian) * s); });
    }
    void line(int input, int row, int part, const Triple<V>& g) {
      V* to = out + std::int64_t(row) * goal.width();
      columns(input, part, [&](const V* handle_jacobian, int c) { to[c] = to[c] + dot(g, triple(handle_jacobian)); });
    }
    void single(int input, int row, int number, V factor) {
      V* to = out + std::int64_t(row) * goal.width();
      columns(input, 0, [&](const V* handle_jacobian, int c) { to[c] = madd(handle_jacobian[number], factor, to[c]); });
    }
    void add(int row, int c, const Triple<V>& g) {
      V* to = out + std::int64_t(row) * goal.width() + c;
      to[0] = to[0] + g.x, to[goal.width()] = to[goal.width()] + g.y, to[2 * goal.width()] = to[2 * goal.width()] + g.z;
    }
  };

  // Multiplies a goal's residual with its derivatives into d cost/d value of its handles.
  struct GradientSink {
    const Evaluation& at;
    const GoalInfo& goal;
    V active;

    V pull(int row) const {
      const double scale = at.program_.row_scales[goal.row + row];
      return at.workspace_.residual.get()[goal.row + row] * active * (2.0 * scale * scale);
    }
    Triple<V> pull3(int row) const { return {pull(row), pull(row + 1), pull(row + 2)}; }
    V* to(int input) const {
      return at.workspace_.covectors.get() + at.program_.handles[at.program_.inputs[goal.first_input + input].handle].row;
    }
    void add(int input, int part, const Triple<V>& g) { put(to(input) + 3 * part, triple(to(input) + 3 * part) + g); }
    void block(int input, int row, int part, const Matrix<V>& m) { add(input, part, transposed(m) * pull3(row)); }
    void unit(int input, int row, int part, V s) { add(input, part, pull3(row) * s); }
    void line(int input, int row, int part, const Triple<V>& g) { add(input, part, g * pull(row)); }
    void single(int input, int row, int number, V factor) { to(input)[number] = madd(pull(row), factor, to(input)[number]); }
  };

  // ---- gradients --------------------------------------------------------------------------------------------------

  void gradient_by_forces(V* out) {
    clear_forces();
    for (const HandleInfo& handle : program_.handles) {
      const V *g = workspace_.covectors.get() + handle.row, *value = workspace_.values.get() + handle.value;
      switch (handle.code) {
        case kFixed:
        case kFixedVector: break;
        case kPoint: add_force(handle.joint, triple(g), cross(triple(value), triple(g))); break;
        case kDirection: add_force(handle.joint, zero(), cross(triple(value), triple(g))); break;
        case kOrientation: add_force(handle.joint, zero(), triple(g)); break;
        case kFrame: add_force(handle.joint, triple(g), cross(frame_position(value), triple(g)) + triple(g + 3)); break;
        case kCentreOfMass: {
          const std::int32_t end = tree_.joints[handle.joint].end;
          const Triple<V> per_mass = triple(g) * spread<V>(1.0 / mass(handle.joint, end));
          for (std::int32_t i = handle.joint; i < end; ++i)
            if (program_.masses[i] > 0)
              add_force(i, per_mass * spread<V>(program_.masses[i]), cross(moment(i, i + 1), per_mass));
          break;
        }
        default:
          for (int i = 0; i < handle.size; ++i) {
            V& to = out[program_.handle_dofs[handle.dofs + i]];
            to = to + g[i];
          }
      }
    }
    forces_to_parameters(out);
  }

  void gradient_by_jacobians(V* out) {
    handle_jacobians();
    for (std::size_t h = 0; h < program_.handles.size(); ++h) {
      const HandleInfo& handle = program_.handles[h];
      const V *g = workspace_.covectors.get() + handle.row, *handle_jacobian = this->handle_jacobian(std::int32_t(h));
      for (int c = 0; c < handle.width(); ++c, handle_jacobian += handle.tangent) {
        V& to = out[program_.handle_columns[handle.columns + c]];
        for (int i = 0; i < handle.tangent; ++i) to = madd(handle_jacobian[i], g[i], to);
      }
    }
  }
};

}  // namespace manikin

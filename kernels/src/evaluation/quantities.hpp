// Handles at a state, or at several in lanes: their values and their Jacobians over the parameters.
// Mirrors manikin/figure/derivatives.py and manikin/handles/.
#pragma once

#include "evaluation/program.hpp"
#include "kinematics/batch.hpp"

namespace manikin {

// Memory of one evaluation, allocated once.
template <class V> struct Workspace {
  Buffer<V> parameters, joint_values, sines, cosines, world, frames, origins, gradients, moments, values, handle_jacobians,
      terms, residual, active, covectors, forces, block, out;
  Buffer<double> moves;               // of a single state
  Buffer<std::uint8_t> has_jacobian;  // for every handle: whether its Jacobian is computed

  explicit Workspace(const Program& p)
      : parameters(p.tree.size), joint_values(width<V> > 1 ? p.tree.dofs.size() : 0),
        sines(width<V> > 1 ? p.tree.dofs.size() : 0), cosines(width<V> > 1 ? p.tree.dofs.size() : 0),
        world(12 * p.tree.joints.size()), frames((p.tree.rigid ? 3 : 9) * p.tree.dofs.size()), origins(3 * p.tree.dofs.size()),
        gradients(p.tree.rigid ? 0 : 9 * p.tree.dofs.size()), moments(p.centre_of_mass ? 3 * (p.tree.joints.size() + 1) : 0),
        values(p.values), handle_jacobians(p.jacobian_size), terms(p.tree.terms.size()), residual(p.rows),
        active(p.goals.size()), covectors(p.tangents), forces(6 * p.tree.joints.size()), block(p.blocks), out(p.tree.size),
        moves(width<V> > 1 ? 0 : moves_size(p.tree.dofs.size())), has_jacobian(p.handles.size()) {}
};

template <class V> class Quantities {
 public:
  Quantities(const Program& program, Workspace<V>& workspace) : program_(program), tree_(program.tree), workspace_(workspace) {}

  // Sets the values of constant handles, one after another; they stay until they are set again.
  void set_constants(const double* constants) {
    for (const std::int32_t h : program_.fixed) {
      const HandleInfo& handle = program_.handles[h];
      for (int i = 0; i < handle.size; ++i) workspace_.values.get()[handle.value + i] = spread<V>(*constants++);
    }
  }

  // The same for one lane.
  void set_lane_constants(int lane, const double* constants) {
    for (const std::int32_t h : program_.fixed) {
      const HandleInfo& handle = program_.handles[h];
      for (int i = 0; i < handle.size; ++i) workspace_.values.get()[handle.value + i][lane] = *constants++;
    }
  }

  // Places the joints that handles depend on, at the parameters in the workspace.
  void place_joints() {
    if constexpr (width<V> == 1) {
      const auto last = static_cast<std::int32_t>(tree_.dofs.size());
      walk_joints(single_moves(tree_, workspace_.parameters.get(), 0, last, workspace_.moves.get()));
    } else {
      V* q = workspace_.parameters.get();
      if (!tree_.identity) {
        q = workspace_.joint_values.get();
        for (std::size_t d = 0; d < tree_.dofs.size(); ++d)
          q[d] = joint_value(tree_, std::int32_t(d), workspace_.parameters.get());
      }
      for (std::size_t d = 0; d < tree_.dofs.size(); ++d)
        if (tree_.dofs[d].hinge()) sincos(q[d], workspace_.sines.get()[d], workspace_.cosines.get()[d]);
      walk_joints(Moves<V>{q, workspace_.sines.get(), workspace_.cosines.get()});
    }
  }

  Triple<V> joint_position(std::int32_t joint) const { return frame_position(world(joint)); }

  void values() {
    if (program_.centre_of_mass) find_moments();
    for (const HandleInfo& handle : program_.handles) find_value(handle, workspace_.values.get() + handle.value);
  }
  // The same for some handles.
  void values(const std::vector<std::int32_t>& some) {
    auto is_centre = [this](std::int32_t h) { return program_.handles[h].code == kCentreOfMass; };
    if (std::any_of(some.begin(), some.end(), is_centre)) find_moments();
    for (const std::int32_t h : some) find_value(program_.handles[h], workspace_.values.get() + program_.handles[h].value);
  }

  // d value/d parameters of every handle that is not lazy.
  void handle_jacobians() {
    find_terms();
    if (!tree_.rigid) find_gradients();
    for (std::size_t h = 0; h < program_.handles.size(); ++h) {
      const HandleInfo& handle = program_.handles[h];
      workspace_.has_jacobian.get()[h] = !handle.lazy;
      if (!handle.lazy) find_jacobian(handle, workspace_.handle_jacobians.get() + handle.jacobian);
    }
  }

  // That of some handles; of others when it is asked for.
  void handle_jacobians(const std::vector<std::int32_t>& some) {
    find_terms();
    if (!tree_.rigid) find_gradients();
    std::fill_n(workspace_.has_jacobian.get(), program_.handles.size(), std::uint8_t(0));
    for (const std::int32_t h : some)
      if (!program_.handles[h].lazy) handle_jacobian(h);
  }

  // d value/d parameters of one handle, after handle_jacobians().
  const V* handle_jacobian(std::int32_t h) {
    const HandleInfo& handle = program_.handles[h];
    V* found = workspace_.handle_jacobians.get() + handle.jacobian;
    if (!workspace_.has_jacobian.get()[h]) find_jacobian(handle, found), workspace_.has_jacobian.get()[h] = 1;
    return found;
  }

 protected:
  const Program& program_;
  const Tree& tree_;
  Workspace<V>& workspace_;

  static Triple<V> zero() { return {spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)}; }
  Triple<V> origin(std::int32_t d) const { return triple(workspace_.origins.get() + 3 * std::int64_t(d)); }
  Triple<V> axis(std::int32_t d) const { return triple(workspace_.frames.get() + 3 * std::int64_t(d)); }

  // d joint value/d parameter of every term of the coupling.
  void find_terms() {
    if (tree_.identity) return;
    for (std::size_t k = 0; k < tree_.terms.size(); ++k) {
      const Term& term = tree_.terms[k];
      workspace_.terms.get()[k] = curve_slope(term, workspace_.parameters.get()[term.column]) * term.factor;
    }
  }

  Triple<V> moment(std::int32_t from, std::int32_t to) const {
    return triple(workspace_.moments.get() + 3 * std::int64_t(to)) - triple(workspace_.moments.get() + 3 * std::int64_t(from));
  }
  double mass(std::int32_t from, std::int32_t to) const { return program_.mass_before[to] - program_.mass_before[from]; }

 private:
  // ---- placing ----------------------------------------------------------------------------------------------------

  void walk_joints(const Moves<V>& moves) {
    World<V> store{workspace_.world.get()};
    const auto count = static_cast<std::int64_t>(program_.joints.size());
    if (tree_.rigid) {
      DofTrace<V, true> trace{workspace_.frames.get(), workspace_.origins.get()};
      walk<V>(tree_, program_.joints.data(), count, moves, store, trace);
    } else {
      DofTrace<V, false> trace{workspace_.frames.get(), workspace_.origins.get()};
      walk<V>(tree_, program_.joints.data(), count, moves, store, trace);
    }
  }

  const V* world(std::int32_t joint) const { return workspace_.world.get() + 12 * std::int64_t(joint); }
  Triple<V> at(std::int32_t joint, const double* point) const {
    return frame_rotation(world(joint)) * constant<V>(point) + frame_position(world(joint));
  }

  // ---- values -----------------------------------------------------------------------------------------------------

  // moments[i]: mass times centre of those joints among 0 … i − 1 that handles depend on.
  void find_moments() {
    V* m = workspace_.moments.get();
    Triple<V> sum = {spread<V>(0.0), spread<V>(0.0), spread<V>(0.0)};
    put(m, sum);
    auto placed = program_.joints.begin();  // no other joint has a place
    for (std::size_t i = 0; i < tree_.joints.size(); ++i) {
      const bool has_place = placed != program_.joints.end() && *placed == std::int32_t(i);
      if (has_place) ++placed;
      if (has_place && program_.masses[i] > 0)
        sum = along(sum, at(std::int32_t(i), program_.centres.data() + 3 * i), spread<V>(program_.masses[i]));
      put(m + 3 * (i + 1), sum);
    }
  }

  [[gnu::flatten]] void find_value(const HandleInfo& handle, V* out) const {
    const double* numbers = program_.handle_numbers.data() + handle.numbers;
    switch (handle.code) {
      case kFixed:
      case kFixedVector: break;
      case kPoint: put(out, at(handle.joint, numbers)); break;
      case kDirection: {
        const Triple<V> d = frame_rotation(world(handle.joint)) * constant<V>(numbers);
        put(out, d * (1.0 / length(d)));
        break;
      }
      case kOrientation: {
        const Matrix<V> r = turned(handle, numbers);
        for (int i = 0; i < 3; ++i) put(out + 3 * i, r.r[i]);
        break;
      }
      case kFrame: {
        const Matrix<V> r = turned(handle, numbers + 3);
        const Triple<V> p = at(handle.joint, numbers);
        for (int i = 0; i < 3; ++i) put(out + 4 * i, r.r[i]);
        out[3] = p.x, out[7] = p.y, out[11] = p.z;
        break;
      }
      case kCentreOfMass: {
        const std::int32_t end = tree_.joints[handle.joint].end;
        put(out, moment(handle.joint, end) * spread<V>(1.0 / mass(handle.joint, end)));
        break;
      }
      default:
        for (int i = 0; i < handle.size; ++i) out[i] = workspace_.parameters.get()[program_.handle_dofs[handle.dofs + i]];
    }
  }

  Matrix<V> orientation(std::int32_t joint) const {
    const Matrix<V> m = frame_rotation(world(joint));
    return tree_.rigid ? m : orthonormal(m);
  }
  // The orientation of a handle: that of its joint times a constant rotation, given row by row.
  Matrix<V> turned(const HandleInfo& handle, const double* rotation) const {
    const Matrix<V> r = orientation(handle.joint);
    if (!handle.turned) return r;
    return r * Matrix<V>{{constant<V>(rotation), constant<V>(rotation + 3), constant<V>(rotation + 6)}};
  }

  // ---- Jacobians of handles ---------------------------------------------------------------------------------------

  // With scales, hinge d moves the point p by gradient · (p − origin), gradient = F [a]× F⁻¹ (W 4.1.3).
  void find_gradients() {
    for (const std::int32_t i : program_.joints)
      for (std::int32_t d = tree_.joints[i].first_dof; d < tree_.joints[i].last_dof; ++d) {
        if (!tree_.dofs[d].hinge()) continue;
        const Matrix<V> f = orientation_of(workspace_.frames.get() + 9 * std::int64_t(d));
        const Matrix<V> g = f * cross_matrix(constant<V>(tree_.dofs[d].axis)) * inverse(f);
        for (int row = 0; row < 3; ++row) put(workspace_.gradients.get() + 9 * std::int64_t(d) + 3 * row, g.r[row]);
      }
  }

  Matrix<V> gradient_of(std::int32_t d) const { return orientation_of(workspace_.gradients.get() + 9 * std::int64_t(d)); }
  Triple<V> slide_direction(std::int32_t d) const {
    if (tree_.rigid) return axis(d);
    return orientation_of(workspace_.frames.get() + 9 * std::int64_t(d)) * constant<V>(tree_.dofs[d].axis);
  }

  // The derivative of a point, a direction, an orientation over degree of freedom d.
  Triple<V> point_rate(std::int32_t d, const Triple<V>& p) const {
    if (!tree_.dofs[d].hinge()) return slide_direction(d);
    const Triple<V> arm = p - origin(d);
    return tree_.rigid ? cross(axis(d), arm) : gradient_of(d) * arm;
  }
  Triple<V> direction_rate(std::int32_t d, const Triple<V>& u) const {
    if (!tree_.dofs[d].hinge()) return zero();
    return tree_.rigid ? cross(axis(d), u) : orthogonal_part(gradient_of(d) * u, u);
  }
  Triple<V> turn_rate(std::int32_t d, const Matrix<V>& r) const {
    if (!tree_.dofs[d].hinge()) return zero();
    if (tree_.rigid) return axis(d);
    const Triple<V> x = column(r, 0), y = column(r, 1), z = column(r, 2);
    const Matrix<V> w = gradient_of(d);
    const Triple<V> dx = orthogonal_part(w * x, x), dz = orthogonal_part(transposed(w) * z * spread<V>(-1.0), z);
    return along(cross(x, dx), x, -dot(dz, y));
  }

  [[gnu::flatten]] void find_jacobian(const HandleInfo& handle, V* out) {  // rates are inlined: there are many of them
    if (is_constant(handle.code)) return;
    if (tree_.rigid && tree_.identity) {
      const V* value = workspace_.values.get() + handle.value;
      if (handle.code == kPoint) return plain_jacobian<true, false>(handle, triple(value), out);
      if (handle.code == kOrientation) return plain_jacobian<false, true>(handle, zero(), out);
      if (handle.code == kFrame) return plain_jacobian<true, true>(handle, frame_position(value), out);
    }
    std::fill(out, out + std::int64_t(handle.tangent) * handle.width(), spread<V>(0.0));
    if (handle.code == kParameters) return parameter_jacobian(handle, out);
    const V* value = workspace_.values.get() + handle.value;
    switch (handle.code) {
      case kPoint:
        return each_dof<1>(handle, out, [&](std::int32_t d, Triple<V>* rate) { rate[0] = point_rate(d, triple(value)); });
      case kDirection:
        return each_dof<1>(handle, out, [&](std::int32_t d, Triple<V>* rate) { rate[0] = direction_rate(d, triple(value)); });
      case kOrientation: {
        const Matrix<V> r = orientation(handle.joint);  // with scales the joint's own axes turn at different rates
        return each_dof<1>(handle, out, [&](std::int32_t d, Triple<V>* rate) { rate[0] = turn_rate(d, r); });
      }
      case kFrame: {
        const Matrix<V> r = orientation(handle.joint);
        const Triple<V> p = frame_position(value);
        return each_dof<2>(handle, out,
                           [&](std::int32_t d, Triple<V>* rate) { rate[0] = point_rate(d, p), rate[1] = turn_rate(d, r); });
      }
      default: {
        const double share = 1.0 / mass(handle.joint, tree_.joints[handle.joint].end);
        return each_dof<1>(handle, out, [&](std::int32_t d, Triple<V>* rate) { rate[0] = mass_rate(d) * spread<V>(share); });
      }
    }
  }

  // In a rigid tree whose parameters are joint values every degree of freedom above the handle is a column of its own.
  template <bool place_joints, bool turn> void plain_jacobian(const HandleInfo& handle, const Triple<V>& p, V* out) const {
    for (std::int32_t at = handle.dofs; at < handle.last_dof; ++at) {
      const std::int32_t d = program_.handle_dofs[at];
      const Triple<V> a = axis(d);
      const bool hinge = program_.hinges[d];
      if constexpr (place_joints) put(out, hinge ? cross(a, p - origin(d)) : a), out += 3;
      if constexpr (turn) put(out, hinge ? a : zero()), out += 3;
    }
  }

  // The derivative of mass times centre of all joints below a joint.
  Triple<V> mass_rate(std::int32_t d) const {
    const std::int32_t i = tree_.dofs[d].joint, end = tree_.joints[i].end;
    const V carried = spread<V>(mass(i, end));
    if (!tree_.dofs[d].hinge()) return slide_direction(d) * carried;
    const Triple<V> arm = along(moment(i, end), origin(d), -carried);
    return tree_.rigid ? cross(axis(d), arm) : gradient_of(d) * arm;
  }

  // Calls rate(dof, triples) for each dof and multiplies the result through the coupling into the handle's columns.
  template <int parts, class Rate> void each_dof(const HandleInfo& handle, V* out, const Rate& rate) const {
    Triple<V> found[parts] = {};
    std::int32_t latest = -1;
    for (std::int32_t e = handle.entries; e < handle.last_entry; ++e) {
      const Entry& entry = program_.entries[e];
      if (e == handle.entries || entry.dof != latest) rate(entry.dof, found);
      latest = entry.dof;
      V* to = out + std::int64_t(handle.tangent) * entry.column;
      for (int part = 0; part < parts; ++part, to += 3) {
        if (tree_.identity) put(to, found[part]);
        else put(to, along(triple(to), found[part], workspace_.terms.get()[entry.term]));
      }
    }
  }

  void parameter_jacobian(const HandleInfo& handle, V* out) const {
    const auto first = program_.handle_columns.begin() + handle.columns;
    for (int row = 0; row < handle.tangent; ++row) {
      const std::int32_t wanted = program_.handle_dofs[handle.dofs + row];
      const auto place_joints = std::lower_bound(first, first + handle.width(), wanted) - first;
      out[place_joints * handle.tangent + row] = spread<V>(1.0);
    }
  }
};

}  // namespace manikin

// The control term: a secondary criterion for the freedom that the goals leave.  Mirrors
// manikin/solvers/jacobian/{control,criteria}.py.
#pragma once

#include "numerics/elimination.hpp"
#include "solvers/jacobian/jacobian_method.hpp"

namespace manikin {

// dq = −J⁺ r + (I − J⁺J) z, z = −gains · ∇H (P eq. 5.25-5.31, W eq. 3.8).
class ControlTerm : public JacobianMethod {
 public:
  ControlTerm(const Program& program, const KernelLimits& limits, double tolerance, Options& in)
      : JacobianMethod(program, limits, tolerance), rows_by_lu_(rows_, n_), normal_(rows_ * rows_), factor_(rows_ * rows_),
        wanted_(rows_), damped_(rows_), y_(rows_), z_(n_), criterion_gradient_(n_), state_(n_), moved_(rows_) {
    read_step_options(in);
    damping_ = in.next(0, 1e150), rcond_ = in.next(0, 1), delta_ = in.positive(), margin_ = in.positive();
    criterion_ = static_cast<Criterion>(static_cast<int>(in.whole(3)));
    const auto spheres = static_cast<std::int64_t>(in.whole(double(in.left()) / 4));
    gains_ = in.several(n_), desired_ = in.several(n_), factors_ = in.several(n_);
    spheres_ = in.several(4 * spheres);
    if (criterion_ == Criterion::obstacles) read_bones(in);
    if (criterion_ == Criterion::obstacles || criterion_ == Criterion::dexterity)
      chain_.reset();  // they need the positions of joints
  }

  Status advance() override {
    if (criterion_ == Criterion::dexterity) dexterity_gradient();  // it overwrites the workspace, so it comes first
    linearise();
    if (criterion_ == Criterion::obstacles) obstacle_gradient();
    else if (criterion_ != Criterion::dexterity)
      for (std::int64_t i = 0; i < n_; ++i) criterion_gradient_[i] = 2 * factors_[i] * (q_[i] - desired_[i]);
    if (!step()) return Status::stalled;
    double longest = 0;
    for (const double x : step_) longest = std::max(longest, std::fabs(rate_ * x));
    if (is_minimum() && longest <= 1e-9) return Status::minimum;
    return take_scaled_step();
  }

 protected:
  bool step() override {
    for (std::int64_t i = 0; i < n_; ++i) {
      const double gain = limits_.gain[i];
      z_[i] = held_[i] || gain == 0 ? 0.0 : -gain * gains_[i] * criterion_gradient_[i];
    }
    product(blocks_, z_.data(), wanted_.data());
    full_normal(normal_.data());
    if (damping_ > 0) {
      std::copy(normal_.begin(), normal_.end(), factor_.begin());
      for (std::int64_t i = 0; i < rows_; ++i) factor_[i * rows_ + i] += damping_ * damping_, damped_[i] = -r_[i];
      if (!cholesky_in_place(factor_.data(), rows_, rows_)) return false;
      solve_cholesky(factor_.data(), damped_.data(), rows_, rows_);
    }
    std::copy(normal_.begin(), normal_.end(), rows_by_lu_.normal());
    for (std::int64_t i = 0; i < rows_; ++i) wanted_[i] = damping_ > 0 ? -wanted_[i] : -wanted_[i] - r_[i];
    rows_by_lu_.solve(rcond_, wanted_.data(), y_.data(),
                      [&](double* to, std::int64_t stride) { write_dense(blocks_, to, stride); });
    if (damping_ > 0)
      for (std::int64_t i = 0; i < rows_; ++i) y_[i] += damped_[i];
    transpose_product(blocks_, y_.data(), step_.data());
    for (std::int64_t i = 0; i < n_; ++i) step_[i] += z_[i];
    return true;
  }

 private:
  enum class Criterion { angles, range, dexterity, obstacles };
  struct Bone {
    std::int32_t joint, parent;
  };

  RowsByElimination rows_by_lu_;
  std::vector<double> normal_, factor_, wanted_, damped_, y_, z_, criterion_gradient_, state_;
  std::vector<double> gains_, desired_, factors_, spheres_;
  std::vector<Bone> bones_;
  std::vector<std::int64_t> moved_;
  double damping_, rcond_, delta_, margin_;
  Criterion criterion_;

  void read_bones(Options& in) {
    if (!program_.tree.rigid) throw InputError("obstacles need a tree without scales");
    std::vector<std::uint8_t> placed(program_.tree.joints.size());
    for (const std::int32_t i : program_.joints) placed[i] = 1;
    while (in.left() >= 2) {
      const double last = double(placed.size()) - 1;
      const Bone bone{static_cast<std::int32_t>(in.whole(last)), static_cast<std::int32_t>(in.whole(last))};
      if (!placed[bone.joint] || !placed[bone.parent]) throw InputError("a bone must lead to a goal's handle");
      bones_.push_back(bone);
    }
  }

  // The gradient of H = −√det(J Jᵀ) over the rows that are not zero, by central differences.
  void dexterity_gradient() {
    std::copy(q_.begin(), q_.end(), state_.begin());
    for (std::int64_t i = 0; i < n_; ++i) {
      criterion_gradient_[i] = 0;
      if (limits_.gain[i] == 0) continue;
      state_[i] = q_[i] + delta_;
      const double ahead = dexterity();
      state_[i] = q_[i] - delta_;
      criterion_gradient_[i] = -(ahead - dexterity()) / (2 * delta_);
      state_[i] = q_[i];
    }
  }

  double dexterity() {
    evaluate(state_.data(), trial_r_.data());
    at_.handle_jacobians(), at_.jacobian();
    blocks_ = workspace_.block.get();
    scale_by_gains(blocks_);
    normal_matrix(program_, plan_, blocks_, normal_.data(), rows_);
    std::int64_t rows = 0;  // the rows that are not zero, moved to the front
    for (std::int64_t i = 0; i < rows_; ++i) {
      if (!(normal_[i * rows_ + i] > 0)) continue;
      moved_[rows] = i;
      for (std::int64_t k = 0; k <= rows; ++k) factor_[rows * rows_ + k] = normal_[i * rows_ + moved_[k]];
      ++rows;
    }
    if (rows == 0 || !cholesky_in_place(factor_.data(), rows, rows_)) return 0;
    double product = 1, square = 1;
    for (std::int64_t i = 0; i < rows; ++i) product /= factor_[i * rows_ + i], square *= normal_[moved_[i] * rows_ + moved_[i]];
    return product * product > 1e-12 * square ? product : 0;  // smaller values are rounding
  }

  // The gradient of H = Σ ½ max(0, margin − d)² over bones and spheres; a force at the nearest point of a bone is
  // divided between its ends.
  void obstacle_gradient() {
    at_.clear_forces();
    for (const Bone& bone : bones_) {
      const Triple<double> a = at_.joint_position(bone.parent), b = at_.joint_position(bone.joint), along_bone = b - a;
      const double square = dot(along_bone, along_bone);
      for (std::size_t s = 0; s + 3 < spheres_.size(); s += 4) {
        const Triple<double> centre = triple(spheres_.data() + s);
        const double t = square > 0 ? std::min(std::max(dot(centre - a, along_bone) / square, 0.0), 1.0) : 0.0;
        const Triple<double> away = along(a, along_bone, t) - centre;
        const double distance = std::sqrt(dot(away, away)), depth = margin_ - (distance - spheres_[s + 3]);
        if (!(depth > 0) || distance == 0) continue;
        const Triple<double> force = away * (-depth / distance);  // dH/d point
        at_.add_force(bone.parent, force * (1 - t), cross(a, force * (1 - t)));
        at_.add_force(bone.joint, force * t, cross(b, force * t));
      }
    }
    std::fill(criterion_gradient_.begin(), criterion_gradient_.end(), 0.0);
    at_.forces_to_parameters(criterion_gradient_.data());
  }
};

}  // namespace manikin

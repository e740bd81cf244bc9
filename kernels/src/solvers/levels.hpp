// Targets before posture: a shift of the target rows so that leaning to a posture costs them no accuracy.  Mirrors
// manikin/solvers/levels.py, which has the reasons.
#pragma once

#include "numerics/singular.hpp"
#include "solvers/edge.hpp"
#include "solvers/lm/damping.hpp"
#include "solvers/relaxation.hpp"
#include "solvers/run.hpp"
#include "solvers/steady.hpp"

namespace manikin {

// Up to the first share of the posture a direction of the rows is met exactly; from the second on the posture keeps its share.
constexpr double kExactShare = 0.9, kSoftShare = 0.999;
// The least and the most that a shift changes by, times what a row is missed by.
constexpr double kLeastNewton = 0.5, kMostNewton = 10;
// The most that a target pulls, times what the posture does.
constexpr double kMostPull = 3;
// Targets are met if they are missed by less.
constexpr double kMet = 1e-3;

class Levels {
 public:
  // exact: the rows that come before the posture.
  Levels(const Program& program, const KernelLimits& limits, std::vector<std::int64_t> exact)
      : program_(program), limits_(limits), exact_(std::move(exact)), n_(program.tree.size), place_(program.rows, -1),
        values_(static_cast<std::int64_t>(exact_.size()), n_), wanted_(exact_.size()), found_(exact_.size()), moved_(n_),
        weights_(program.rows), moved_rows_(program.rows), levers_(program.goals.size()), wishes_(n_), held_(program.blocks),
        is_bound_(program.rows), changes_(exact_.size()), rows_(exact_.size()), way_(exact_.size()), steady_(program.constants.size()) {
    for (const std::uint8_t hard : limits.hard) hard_rows_ += hard;
    basis_.resize(hard_rows_ * n_), scales_.resize(hard_rows_), part_.resize(hard_rows_);
    pulls_.resize(n_), gain_.resize(n_);
    shared_.resize((hard_rows_ + exact_.size()) * hard_rows_);
    for (std::size_t i = 0; i < exact_.size(); ++i) place_[exact_[i]] = static_cast<std::int64_t>(i);
  }

  // Solves with the targets before the posture, in at most so many rounds; the shift of the search stays for the next frame.
  // fresh is 1 while the targets are where they were at the start, 0 once they have left.  targets: all constants.
  Outcome solve(Search& search, const RunOptions& options, int rounds, double tolerance, double fresh, const double* targets) {
    Outcome out;
    fresh_ = fresh;
    if (at_ != search.q())  // what was learnt elsewhere does not count
      dampings_ = {kInitialDamping}, before_.clear(), goes_on_ = false;
    if (!started_) start(search);
    find_way(search);
    follow_edges(search);
    const bool moved = steady_.moved(targets);
    go_on(search, targets);
    for (int round = 0; round < rounds; ++round) {
      if (round) search.begin_at(std::vector<double>(search.q()).data());
      search.plan_dampings(dampings_);
      const Outcome one = run(search, options);
      if (round == 0 && !search.learnt_dampings().empty()) learn(search.learnt_dampings());
      out.status = one.status, out.iterations += one.iterations, ++out.attempts;
      at_ = search.q();
      std::fill(is_bound_.begin(), is_bound_.end(), 0);
      if (one.iterations > 0) search.held_bounds(held_, is_bound_);
      if (!(goes_on_ = !exact_.empty() && update(search, round == 0) > tolerance)) break;
    }
    search.plan_dampings({});  // other solves have their own
    remember_bends(moved);
    return out;
  }

  const std::vector<std::int64_t>& exact() const { return exact_; }
  // Which parameters tell how far a limb is bent.
  void set_telling(std::vector<std::uint8_t> telling) { telling_ = std::move(telling); }
  // Factor of how far limbs give way near the end of their reach.
  void set_softness(double softness) { softness_ = softness; }
  // The next state is a start: limbs that are straight there bend once their targets have left.
  void forget_start() { started_ = false; }

  // How much the speed changes with which a limb bends near the end of its reach, from frame to frame [rad per frame²].
  double bending() const { return bending_; }

 private:
  const Program& program_;
  const KernelLimits& limits_;
  std::vector<std::int64_t> exact_;
  std::int64_t n_, hard_rows_ = 0;
  std::vector<std::int64_t> place_;  // of every row among the exact ones; −1 for none
  SingularValues values_;
  std::vector<double> wanted_, found_, basis_;
  std::vector<double> scales_, shared_, part_;           // how the basis was made: see leave_hard_rows and weigh_rows
  std::vector<double> moved_, weights_, moved_rows_, levers_;
  std::vector<double> wishes_;  // Jᵀr of the rows that come after the targets
  std::vector<double> gain_;           // of the parameters: less in the margins of their limits, none where these hold them
  std::vector<double> pulls_;          // Jᵀ of what the targets are missed by
  std::vector<Edge> edges_, last_;          // at the state at_, and in the frame before
  std::vector<double> first_, first_rows_;  // the state at the start, and what its targets were missed by
  std::vector<double> at_, before_;         // the state of the last frame, and of the one before
  std::vector<std::uint8_t> telling_;       // which parameters tell how far a limb is bent; none: all of them
  std::vector<double> held_;                // blocks of hard inequalities, as the last step held them
  std::vector<std::uint8_t> is_bound_;      // which rows these are
  std::vector<double> changes_;             // of the shift, in the last round
  std::vector<double> rows_, way_;          // what targets are missed by at at_; how far they have come since
  Steady steady_;                           // whether the targets go on as they did
  std::vector<double> dampings_ = {kInitialDamping};  // of the first steps of a solve
  Relaxation relaxation_;
  double fresh_ = 0, bending_ = 0, off_ = 0;  // off_: what targets are missed by, soft reach left out
  double softness_ = 1;
  bool started_ = false, goes_on_ = false;  // goes_on_: the last frame ended before its shift came to rest

  void learn(const std::vector<double>& dampings) {
    dampings_ = dampings;
    for (double& damping : dampings_) damping = std::min(damping, kInitialDamping);
  }

  // Begins where the last two frames lead to, if the targets go on as they did and no reach ends there: beyond the end of one a
  // limb would bend the other way.
  void go_on(Search& search, const double* targets) {
    std::vector<double> ahead = search.q();
    const bool known = steady_.go_on(targets) && !before_.empty() && edges_.empty();
    for (std::int64_t j = 0; j < n_ && known; ++j) ahead[j] += ahead[j] - before_[j];
    before_ = search.q();
    if (known) search.begin_inside(ahead.data());
  }

  // How far the targets have come since the last frame.
  void find_way(Search& search) {
    const bool known = at_ == search.q();
    for (std::size_t k = 0; k < exact_.size(); ++k)
      way_[k] = known ? search.residual()[exact_[k]] - search.shift()[exact_[k]] - rows_[k] : 0.0;
  }

  // ---- the shift ---------------------------------------------------------------------------------------------------

  // Sets the shift from the state; gives its largest change before it is relaxed.
  double update(Search& search, bool first) {
    const auto count = static_cast<std::int64_t>(exact_.size());
    decompose(search);
    edges_.clear(), off_ = 0;
    std::fill(found_.begin(), found_.end(), 0.0);
    const double away = search.off_posture() + std::sqrt(inner(wishes_.data(), wishes_.data(), n_)) / search.posture_weight();
    for (std::int64_t i = 0; i < count; ++i) {
      const double square = values_.sigma(i) * values_.sigma(i), weight = search.posture_weight();
      double keeps = kept(weight / (square + weight));
      const double* left = values_.left(i);
      double pull = 0, shift = 0;
      for (std::int64_t k = 0; k < count; ++k)
        pull += left[k] * wanted_[k], shift += left[k] * search.shift()[exact_[k]];
      double miss = pull - shift, given = 0;
      const Curved found = keeps > 0 ? find_edge(search, i) : Curved{};
      const double curvature = found.curvature;
      keeps *= found.worth;
      if (found.edge) edges_.back().meet(miss, fresh_), given = edges_.back().given, miss -= given;
      off_ = std::max(off_, std::fabs(miss));
      if (keeps == 0) continue;
      // the step of Newton: a shift moves the row by σ²/(σ² + ε + pull · curvature) of itself
      const double yields = std::min(std::max((square + weight + pull * curvature) / square, kLeastNewton), kMostNewton);
      // a target that cannot be met must not pull ever more: no posture holds against more than this
      const double most = kMostPull * weight * (1 + away) / values_.sigma(i);
      const double next = std::min(std::max(shift + miss * yields + given, -most), most);
      add_scaled(found_.data(), left, keeps * (next - given), count);
    }
    return take_shift(search, first);
  }

  // Sets the shift to what was found, or more or less of the way there: as far as the last two changes tell that it ends.
  double take_shift(Search& search, bool first) {
    double change = 0, along = 0, size = 0, same = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const double step = found_[i] - search.shift()[exact_[i]], turn = step - changes_[i];
      change = std::max(change, std::fabs(step));
      along = madd(changes_[i], turn, along), size = madd(turn, turn, size), same = madd(changes_[i], step, same);
      changes_[i] = step;
    }
    relaxation_.tell(first, goes_on_, along, size, same);
    for (std::size_t i = 0; i < found_.size(); ++i)
      search.set_shift(exact_[i], madd(relaxation_.share(), changes_[i], search.shift()[exact_[i]]));
    return change;
  }

  // How much of a row with this share of the posture is met: 1 exactly, 0 not at all, with two continuous derivatives.
  static double kept(double share) { return 1 - between(share, kExactShare, kSoftShare); }

  // The singular values of the target rows, over what hard rows and limits leave free.
  void decompose(Search& search) {
    const auto count = static_cast<std::int64_t>(exact_.size());
    const double* blocks = search.blocks();
    for (std::int64_t i = 0; i < count; ++i) {
      std::fill(values_.row(i), values_.row(i) + values_.stride(), 0.0);
      wanted_[i] = search.residual()[exact_[i]];
      rows_[i] = wanted_[i] - search.shift()[exact_[i]];
    }
    std::fill(basis_.begin(), basis_.end(), 0.0), std::fill(wishes_.begin(), wishes_.end(), 0.0);
    find_pulls(search, blocks);
    for (std::int64_t j = 0; j < n_; ++j)
      gain_[j] = bends(j) || is_free(search.q()[j], j) ? limits_.gain[j] / search.stiffness(j) : 0.0;
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int k = 0; k < goal.rows; ++k) {
        const std::int64_t row = goal.row + k, at = place_[row];
        double* to = row < hard_rows_ ? basis_.data() + row * n_ : at >= 0 ? values_.row(at) : nullptr;
        const double* from = (is_bound_[row] ? held_.data() : blocks) + goal.block + std::int64_t(k) * goal.width();
        for (int c = 0; !to && c < goal.width(); ++c) wishes_[columns[c]] += from[c] * search.residual()[row];
        for (int c = 0; to && c < goal.width(); ++c) {
          const std::int32_t j = columns[c];
          to[j] = limits_.gain[j] > 0 ? gain_[j] / limits_.gain[j] * from[c] : 0.0;
        }
      }
    }
    find_levers(blocks);
    leave_hard_rows(count);
    values_.decompose();
  }

  // What the targets, where they are missed, pull each parameter by: against its growth where it is above 0.
  void find_pulls(Search& search, const double* blocks) {
    std::fill(pulls_.begin(), pulls_.end(), 0.0);
    for (const GoalInfo& goal : program_.goals) {
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int k = 0; k < goal.rows; ++k) {
        const std::int64_t row = goal.row + k;
        if (place_[row] < 0) continue;
        const double miss = search.residual()[row] - search.shift()[row];
        const double* from = blocks + goal.block + std::int64_t(k) * goal.width();
        for (int c = 0; c < goal.width(); ++c) pulls_[columns[c]] = madd(from[c], miss, pulls_[columns[c]]);
      }
    }
  }
  // Whether a parameter is inside its limits, or led inside.
  bool is_free(double q, std::int64_t j) const {
    return (q > limits_.lo[j] || pulls_[j] < 0) && (q < limits_.hi[j] || pulls_[j] > 0);
  }

  // Whether a limb near the end of its reach bends by a parameter: then its limit is where the limb is straight.
  bool bends(std::int64_t j) const {
    return std::any_of(edges_.begin(), edges_.end(), [&](const Edge& edge) { return edge.fastest == j; });
  }

  // Takes from the target rows what they share with the hard rows, by orthogonal rows with the same span.
  void leave_hard_rows(std::int64_t count) {
    double most = 0;
    for (std::int64_t i = 0; i < hard_rows_; ++i) most = std::max(most, inner(basis(i), basis(i), n_));
    for (std::int64_t i = 0; i < hard_rows_; ++i) {
      for (std::int64_t k = 0; k < i; ++k) take_out(basis(i), i, k);
      const double square = inner(basis(i), basis(i), n_);
      scales_[i] = square > 1e-16 * most ? 1 / std::sqrt(square) : 0.0;
      for (std::int64_t j = 0; j < n_; ++j) basis(i)[j] *= scales_[i];
      for (std::int64_t t = 0; t < count; ++t) take_out(values_.row(t), hard_rows_ + t, i);
    }
  }
  double* basis(std::int64_t i) { return basis_.data() + i * n_; }
  void take_out(double* row, std::int64_t at, std::int64_t k) {
    const double part = inner(row, basis(k), n_);
    shared_[at * hard_rows_ + k] = part;
    add_scaled(row, basis(k), -part, n_);
  }

  // ---- ends of reaches ---------------------------------------------------------------------------------------------

  // Remembers the start: where the parameters are, and what the targets are missed by.
  void start(Search& search) {
    started_ = true, first_ = search.q(), first_rows_.resize(exact_.size());
    for (std::size_t k = 0; k < exact_.size(); ++k) first_rows_[k] = search.residual()[exact_[k]] - search.shift()[exact_[k]];
  }

  // What the bend of the start lacks where soft reach begins, over that: how the fastest parameter has moved since tells how bent the
  // limb was.  A target that was elsewhere has left already.
  double still_of(const Edge& edge, double q, double speed) const {
    const double miss = inner(edge.rows.data(), first_rows_.data(), static_cast<std::int64_t>(first_rows_.size()));
    if (std::fabs(miss) > kMet) return 0;
    const double bend = std::fabs(edge.state + edge.out * (q - first_[edge.fastest]) / speed);
    return std::max(edge.share(edge.gap(bend)) - bend / edge.begin, 0.0);
  }

  // Lets the shift go with targets that have moved near the end of a reach: a solve for one that is beyond it would straighten
  // the limb.
  void follow_edges(Search& search) {
    if (at_ != search.q()) edges_.clear();
    for (Edge& edge : edges_) {
      const double before = edge.given, last = edge.target;
      double miss = 0;
      for (std::size_t k = 0; k < exact_.size(); ++k)
        miss += edge.rows[k] * (search.residual()[exact_[k]] - search.shift()[exact_[k]]);
      edge.meet(miss, fresh_);
      edge.moved = edge.target - last;
      for (std::size_t k = 0; k < exact_.size(); ++k)
        search.set_shift(exact_[k], search.shift()[exact_[k]] - (edge.given - before) * edge.rows[k]);
    }
    last_ = edges_;
    if (!edges_.empty()) search.begin_at(std::vector<double>(search.q()).data());
  }

  // How fast limbs bend; what the next frame must know for that.  If no target has moved, it is another solve of the same frame.
  void remember_bends(bool moved) {
    bending_ = 0;
    for (Edge& edge : edges_)
      for (const Edge& last : last_) {
        if (!last.goes_on(edge)) continue;
        edge.before = moved ? last.moved : last.before;
        if (moved && std::isfinite(last.before) && off_ <= kMet)  // an edge that has just appeared says nothing
          bending_ = std::max(bending_, edge.bending(last.moved, last.before));
        break;
      }
  }

  // What the curvature of the rows along a direction tells: 0 where it does not matter; how much it is worth to meet the rows, from
  // 0 to 1; and whether the direction is an edge.
  struct Curved {
    double curvature = 0, worth = 1;
    bool edge = false;
  };

  // Adds the edge of a direction, if it is one.
  Curved find_edge(Search& search, std::int64_t i) {
    const double sigma = values_.sigma(i), *step = values_.row(i);  // sigma times the direction of the parameters
    std::int64_t fastest = -1;
    for (std::int64_t j = 0; j < n_; ++j)
      if ((telling_.empty() || telling_[j]) &&
          (fastest < 0 || std::fabs(gain_[j] * step[j]) > std::fabs(gain_[fastest] * step[fastest])))
        fastest = j;
    if (fastest < 0) return {};
    const double speed = std::fabs(gain_[fastest] * step[fastest]) / sigma, fast = lever_of(i, 1.0) * speed;
    if (!(sigma < kFarSigma * fast)) return {};
    Curved found;
    found.curvature = curvature_along(search, i, speed);
    const double bent = std::fabs(found.curvature), limb = between(bent, kFlat * fast * speed, kCurved * fast * speed);
    found.worth = 1 - (1 - limb) * (1 - between(sigma, kIdle * fast, kSlow * fast));
    if (limb == 0) return found;
    Edge edge;
    edge.out = found.curvature > 0 ? -1.0 : 1.0, edge.curvature = bent, edge.speed = speed, edge.fastest = fastest;
    // the fastest parameter may meet its limit before the limb is straight
    const double at = search.q()[fastest], out = edge.out * step[fastest], limit = (out > 0 ? limits_.hi : limits_.lo)[fastest];
    edge.state = std::min(sigma / bent, std::fabs(limit - at) / speed), edge.slope = sigma - bent * edge.state;
    if (!(edge.state * speed < kMostBent)) return found;
    const double way = std::fabs(inner(values_.left(i), way_.data(), static_cast<std::int64_t>(way_.size())));
    const double soft = widened(limb * softness_ * kSoftReach * lever_of(i, kPoseShare), way);
    edge.begin = (std::sqrt(edge.slope * edge.slope + 2 * bent * soft) - edge.slope) / bent;
    edge.begin = std::min(edge.begin, std::sqrt(softness_) * kMostSoftBend / speed);
    if (!(edge.begin > 0)) return found;
    edge.rows.assign(values_.left(i), values_.left(i) + exact_.size());
    edge.end = at + std::copysign(edge.state * speed, out), edge.still = still_of(edge, at, gain_[fastest] * step[fastest] / sigma);
    edges_.push_back(std::move(edge)), found.edge = true;
    return found;
  }

  // The second derivative of a direction of the rows along its own movement, on the hard rows.
  double curvature_along(Search& search, std::int64_t i, double speed) {
    weigh_rows(i);
    const double size = kCurvatureStep / speed;
    double curved = 0;
    for (std::size_t k = 0; k < weights_.size(); ++k) curved -= 2 * weights_[k] * (search.residual()[k] - search.shift()[k]);
    for (const double side : {1.0, -1.0}) {
      for (std::int64_t j = 0; j < n_; ++j)
        moved_[j] = search.q()[j] + side * size * gain_[j] * values_.row(i)[j] / values_.sigma(i);
      search.rows_at(moved_.data(), moved_rows_.data());
      for (std::size_t k = 0; k < weights_.size(); ++k) curved += weights_[k] * moved_rows_[k];
    }
    return curved / (size * size);
  }

  // The weights of all rows in the Lagrangian of a direction: hard rows bend its movement.
  void weigh_rows(std::int64_t i) {
    std::fill(weights_.begin(), weights_.end(), 0.0), std::fill(part_.begin(), part_.end(), 0.0);
    for (std::size_t t = 0; t < exact_.size(); ++t) {
      weights_[exact_[t]] = values_.left(i)[t];
      for (std::int64_t k = 0; k < hard_rows_; ++k) part_[k] += values_.left(i)[t] * shared_[(hard_rows_ + t) * hard_rows_ + k];
    }
    for (std::int64_t k = hard_rows_; k-- > 0;) {
      weights_[k] = -part_[k] * scales_[k];
      for (std::int64_t before = 0; before < k; ++before) part_[before] += weights_[k] * shared_[k * hard_rows_ + before];
    }
    for (std::int64_t k = 0; k < hard_rows_; ++k) weights_[k] *= !is_bound_[k];  // inside it has no rows that could curve
  }

  // How far the rows of each goal move with one parameter, at most, squared.
  void find_levers(const double* blocks) {
    for (std::size_t g = 0; g < program_.goals.size(); ++g) {
      const GoalInfo& goal = program_.goals[g];
      levers_[g] = 0;
      if (place_[goal.row] < 0) continue;
      for (int c = 0; c < goal.width(); ++c) {
        const double gain = limits_.gain[program_.goal_columns[goal.columns + c]];
        double sum = 0;
        for (int k = 0; k < goal.rows; ++k) {
          const double own = blocks[goal.block + std::int64_t(k) * goal.width() + c];
          sum = madd(own, own, sum);
        }
        if (gain > 0) levers_[g] = std::max(levers_[g], sum / (gain * gain));
      }
    }
  }

  // The lever of a direction of the rows, the mean over its goals; that of goals with an orientation is multiplied.
  double lever_of(std::int64_t i, double of_poses) const {
    double sum = 0;
    for (std::size_t g = 0; g < program_.goals.size(); ++g) {
      const GoalInfo& goal = program_.goals[g];
      if (place_[goal.row] < 0) continue;
      const double* own = values_.left(i) + place_[goal.row];
      sum = madd(inner(own, own, goal.rows), (goal.rows > 3 ? of_poses * of_poses : 1.0) * levers_[g], sum);
    }
    return std::sqrt(sum);
  }
};

}  // namespace manikin

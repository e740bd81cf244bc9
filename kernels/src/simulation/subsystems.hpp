// Independent subsystems of a constrained system: rows and columns that are coupled.  Mirrors manikin/simulation/subsystems.py.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>

#include "evaluation/evaluate.hpp"
#include "simulation/active_set.hpp"

namespace manikin {

// A disjunction: of its members, given by their rows (first, last), one counts.
struct Choice {
  std::vector<std::array<std::int32_t, 2>> members;
  double hysteresis = 0;
};

// The kinds, ranges and scales of the program's rows and, after them, of the linear limits; and how parameters may move.
struct Terms {
  std::vector<std::uint8_t> kinds, turns;
  std::vector<double> low, high, scales;
  std::vector<std::int32_t> springs;  // pairs: first and last row of a spring's distances
  std::vector<double> lo, hi, root, speed, linear;
  std::int64_t linear_rows = 0;
  std::vector<Choice> choices = {};
};

struct Subsystem {
  // A goal in the subsystem: its first row there, and its columns there, −1 for those that cannot move.
  struct GoalRows {
    std::int32_t goal;
    std::int64_t row;
    std::vector<std::int32_t> columns;
  };

  Subsystem(const Terms& terms, std::vector<std::int32_t> columns_, std::vector<std::int32_t> rows_, double truncation)
      : columns(std::move(columns_)), rows(std::move(rows_)),
        programme(kinds_of(terms, rows), yields_of(terms, rows), std::int64_t(columns.size()), truncation),
        demands(programme.rows(), programme.columns()), dq(columns.size()), correction(columns.size()), wanted(rows.size()),
        gradient(columns.size()), last_gradient(columns.size()), last_x(columns.size()), missing(columns.size()) {}

  std::vector<std::int32_t> columns, rows;
  std::vector<GoalRows> goal_rows;
  std::vector<std::array<std::int32_t, 2>> springs;  // ranges of the subsystem's rows
  QuadraticProgramme programme;
  Demands demands;
  std::vector<double> dq, correction, wanted;  // change since the last step; of a correction; right sides
  // of the springs by x = √K⁻¹ q: their gradient at this step; at the last one, and where that was; what rows lack of the change
  std::vector<double> gradient, last_gradient, last_x, missing;
  double trust = 0, merit = 0, worst = 0, merit_before = 0, energy_before = 0, longest = 0, fraction = 1,
         correction_fraction = 1, fall = 0;  // fall: energy given off along the step if forces stayed as they are [J]
  bool chord = false, released = false, own_sets = false, open = true, has_correction = false, shortened = false,
       pending = false, has_last = false;

  // Learns the curvature that the rows of the springs lack from how their gradient changed since the last step: the symmetric
  // rank-one update of quasi-Newton methods, kept as rows; only stiffness is kept.  `q`, `root`: of all parameters.
  void learn_curvature(const double* q, const double* root, double h) {
    const std::int64_t n = programme.columns();
    if (has_last) {
      double known = 0, lacking = 0;
      for (std::int64_t j = 0; j < n; ++j) {
        const double x = q[columns[j]] / root[columns[j]];
        dq[j] = x - last_x[j], known = madd(dq[j], dq[j] / h, known);
        missing[j] = gradient[j] - last_gradient[j];
      }
      for (std::int64_t i = 0; i < programme.rows() + programme.secants(); ++i) {
        if (programme.kind(i) != kSoft) continue;
        const double change = programme.times(i, dq.data());
        known = madd(change, change, known);
        programme.add_row(i, -change, missing.data());
      }
      lacking = inner(dq.data(), missing.data(), n);
      if (lacking > kLackingShare * known) {
        double* row = programme.new_secant();
        for (std::int64_t j = 0; j < n; ++j) row[j] = missing[j] / std::sqrt(lacking);
      } else if (lacking < -kLackingShare * known) {
        programme.drop_oldest_secant();
      }
    }
    has_last = true, last_gradient = gradient;
    for (std::int64_t j = 0; j < n; ++j) last_x[j] = q[columns[j]] / root[columns[j]];
  }

  // Forgets what was learnt: the springs are others now, or the state is another.
  void forget_curvature() { has_last = false, programme.drop_secants(); }

  // The share of the tried step at which the energy is lowest: of the parabola through what is known of it.
  double lowest(double gained) const {
    const double falls = fraction * fall;
    return falls > 0 && gained + falls > 0 ? falls / (2 * (gained + falls)) : 1.0;
  }

 private:
  static constexpr double kLackingShare = 0.1;  // curvature is learnt where the rows lack more than this share of it

  static std::vector<std::uint8_t> kinds_of(const Terms& terms, const std::vector<std::int32_t>& rows) {
    std::vector<std::uint8_t> kinds;
    for (const std::int32_t row : rows) kinds.push_back(terms.kinds[row]);
    return kinds;
  }
  // Goals may yield, linear limits may not.
  static std::vector<std::uint8_t> yields_of(const Terms& terms, const std::vector<std::int32_t>& rows) {
    const auto goals = std::int64_t(terms.kinds.size()) - terms.linear_rows;
    std::vector<std::uint8_t> yields;
    for (const std::int32_t row : rows) yields.push_back(terms.kinds[row] != kSoft && row < goals);
    return yields;
  }
};

class Subsystems {
 public:
  Subsystems(const Program& program, Terms terms, double trust, double truncation)
      : program_(program), terms_(std::move(terms)), n_(program.tree.size), rows_(program.rows), workspace_(program),
        at_(program, workspace_), c_(rows_ + terms_.linear_rows), scales_(terms_.scales), low_(terms_.low),
        high_(terms_.high), least_(n_, -INFINITY), most_(n_, INFINITY), chosen_(terms_.choices.size(), -1) {
    divide(trust, truncation);
    set_constants(program.constants.data());
  }

  std::int64_t rows() const { return std::int64_t(c_.size()); }

  // Makes these members of the disjunctions count; −1 where none is chosen yet.
  void favour(const std::vector<std::int32_t>& chosen) {
    chosen_ = chosen, scales_ = terms_.scales;
    for (std::size_t k = 0; k < chosen.size(); ++k)
      for (std::size_t i = 0; i < terms_.choices[k].members.size(); ++i) {
        const auto [first, last] = terms_.choices[k].members[i];
        if (std::int32_t(i) != chosen[k]) std::fill(scales_.begin() + first, scales_.begin() + last, 0.0);
      }
    forget_curvature();
  }

  void set_constants(const double* constants) {
    at_.set_constants(constants);
    is_evaluated_ = false;
    forget_curvature();
  }

 protected:
  const Program& program_;
  const Terms terms_;
  std::int64_t n_, rows_;
  Workspace<double> workspace_;
  Evaluation<double> at_;
  std::vector<double> c_;       // rows at the state evaluated last, linear limits at the end
  std::vector<double> scales_;  // weights of the rows; 0 where a row does not count
  std::vector<double> low_, high_;    // what the present step asks of the rows, perhaps a part of the way only
  std::vector<double> least_, most_;  // how far the present step may go, limits apart
  std::vector<std::int32_t> chosen_;
  std::vector<std::unique_ptr<Subsystem>> subsystems_;
  bool is_evaluated_ = false, has_jacobian_ = false;

  const double* linear(std::int64_t k) const { return terms_.linear.data() + k * n_; }
  void forget_curvature() {
    for (auto& subsystem : subsystems_) subsystem->forget_curvature();
  }
  // A value of a parameter, moved inside its limits and what one step may change.
  double inside(std::int32_t i, double q) const {
    return std::min(std::max(std::min(std::max(q, least_[i]), most_[i]), terms_.lo[i]), terms_.hi[i]);
  }
  // The largest share of a change of a parameter, 1 at most, for which it is not too fast.
  double share_within_window(std::int32_t i, double q, double change) const {
    const double room = (change > 0 ? most_[i] - q : q - least_[i]) + kRounding * (most_[i] - least_[i]);
    return change == 0 ? 1.0 : std::min(1.0, room / std::fabs(change));
  }

  void evaluate_at(const double* q) {
    if (is_evaluated_ && std::equal(q, q + n_, workspace_.parameters.get())) return;
    std::copy(q, q + n_, workspace_.parameters.get());
    at_.place_joints(), at_.values(), at_.residuals();
    std::copy(workspace_.residual.get(), workspace_.residual.get() + rows_, c_.begin());
    for (std::int64_t k = 0; k < terms_.linear_rows; ++k) c_[rows_ + k] = inner(linear(k), q, n_);
    is_evaluated_ = true, has_jacobian_ = false;
  }

  // Chooses among the members of disjunctions at the state evaluated last: the one with the smallest residual.  The
  // member that counted last stays until another's residual is smaller by the share `hysteresis`.  A satisfied member
  // that holds the figure at an end is replaced by a satisfied one with slack.
  void choose_members(double tolerance) {
    if (terms_.choices.empty()) return;
    std::vector<std::int32_t> found;
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      const Choice& choice = terms_.choices[k];
      const std::int32_t favoured = chosen_[k];
      const Nearness own = favoured < 0 ? Nearness{1, 0} : nearness(choice.members[favoured], tolerance);
      std::int32_t best = favoured;
      if (own.cost > 0 || own.slack <= 0) {
        const double share = 1 - choice.hysteresis;
        Nearness least{favoured < 0 ? INFINITY : own.cost * (share * share), own.slack};
        for (std::int32_t i = 0; i < std::int32_t(choice.members.size()); ++i) {
          if (i == favoured) continue;
          const Nearness other = nearness(choice.members[i], tolerance);
          if (other.cost < least.cost || (other.cost == least.cost && other.slack > least.slack)) best = i, least = other;
        }
      }
      found.push_back(best);
    }
    if (found != chosen_) favour(found);
  }

  std::vector<QuadraticProgramme::Sets> all_sets() const {
    std::vector<QuadraticProgramme::Sets> found;
    for (const auto& subsystem : subsystems_) found.push_back(subsystem->programme.sets());
    return found;
  }
  void restore(std::vector<QuadraticProgramme::Sets>& sets) {
    for (std::size_t k = 0; k < sets.size(); ++k) subsystems_[k]->programme.restore(std::move(sets[k]));
  }

  void find_jacobian() {
    if (has_jacobian_) return;
    at_.handle_jacobians(), at_.jacobian();
    has_jacobian_ = true;
  }

  // A = J √K of a subsystem at the state evaluated last.
  void scaled_jacobian(Subsystem& subsystem) {
    find_jacobian();
    const std::int64_t n = subsystem.programme.columns();
    for (const Subsystem::GoalRows& placed : subsystem.goal_rows) {
      const GoalInfo& goal = program_.goals[placed.goal];
      const std::int32_t* columns = program_.goal_columns.data() + goal.columns;
      for (int i = 0; i < goal.rows; ++i) {
        const double* from = workspace_.block.get() + goal.block + std::int64_t(i) * goal.width();
        double* to = subsystem.programme.a.data() + (placed.row + i) * n;
        if (scales_[goal.row + i] == 0) {
          std::fill(to, to + n, 0.0);
          continue;
        }
        for (int c = 0; c < goal.width(); ++c)
          if (placed.columns[c] >= 0) to[placed.columns[c]] = from[c] * terms_.root[columns[c]];
      }
    }
  }

  // How far a row is beyond its range [own unit]; 0 for springs.
  double violation(std::int32_t row) const {
    if (terms_.kinds[row] == kSoft || scales_[row] == 0) return 0;
    return c_[row] - std::min(std::max(c_[row], low_[row]), high_[row]);
  }

  // Σ weighted violation², and the largest violation in its own unit.
  void measure_violation(const Subsystem& subsystem, double& merit, double& worst) const {
    merit = worst = 0;
    for (const std::int32_t row : subsystem.rows) {
      const double beyond = violation(row), weighted = beyond * scales_[row];
      merit = madd(weighted, weighted, merit);
      worst = beyond == beyond ? std::max(worst, std::fabs(beyond)) : INFINITY;
    }
  }

  // The energy of the springs: ½ Σ strength · distance² [J].
  double energy(const Subsystem& subsystem) const {
    double sum = 0;
    for (const std::int32_t row : subsystem.rows) {
      if (terms_.kinds[row] != kSoft) continue;
      const double r = c_[row] * scales_[row];
      sum = madd(r, r, sum);
    }
    return 0.5 * sum;
  }

  // How far rows and parameters may go from the state.  A row beyond its range must go back, or, without `back`, no farther.
  // `within_window`: not only within the limits, but no farther than this step may go.
  void find_ranges(Subsystem& subsystem, const double* q, bool back, bool within_window = false) const {
    Demands& d = subsystem.demands;
    for (std::size_t i = 0; i < subsystem.rows.size(); ++i) {
      const std::int32_t row = subsystem.rows[i];
      const bool on = scales_[row] > 0;
      d.low[i] = on ? (low_[row] - c_[row]) * scales_[row] : -INFINITY;
      d.high[i] = on ? (high_[row] - c_[row]) * scales_[row] : INFINITY;
      if (!back) d.low[i] = std::min(d.low[i], 0.0), d.high[i] = std::max(d.high[i], 0.0);
    }
    for (std::size_t j = 0; j < subsystem.columns.size(); ++j) {
      const std::int32_t c = subsystem.columns[j];
      const double lower = within_window ? std::max(terms_.lo[c], least_[c]) : terms_.lo[c],
                   upper = within_window ? std::min(terms_.hi[c], most_[c]) : terms_.hi[c];
      d.xl[j] = (lower - q[c]) / terms_.root[c], d.xu[j] = (upper - q[c]) / terms_.root[c];
    }
  }

 private:
  static constexpr double kRounding = 1e-12;  // share of what a step may change a parameter by that counts as rounding

  // Of a member of a disjunction: its squared weighted residual, 0 if it is satisfied, and its weighted slack, 0 at an end.
  struct Nearness {
    double cost, slack;
  };
  Nearness nearness(const std::array<std::int32_t, 2>& rows, double tolerance) const {
    Nearness found{0, INFINITY};
    double worst = 0, least = INFINITY;
    for (std::int32_t row = rows[0]; row < rows[1]; ++row) {
      const double beyond = c_[row] - std::min(std::max(c_[row], terms_.low[row]), terms_.high[row]),
                   scale = terms_.scales[row];
      const double slack = std::min(c_[row] - terms_.low[row], terms_.high[row] - c_[row]);
      found.cost += scale * beyond * (scale * beyond), worst = std::max(worst, std::fabs(beyond));
      found.slack = std::min(found.slack, scale * slack), least = std::min(least, slack);
    }
    return {worst > tolerance ? found.cost : 0, least > tolerance ? found.slack : 0};
  }

  // Divides rows into subsystems that share movable columns.  The first one takes the columns that no row uses.
  void divide(double trust, double truncation) {
    std::vector<std::int32_t> owner(n_);
    std::iota(owner.begin(), owner.end(), 0);
    auto find = [&](std::int32_t i) {
      while (owner[i] != i) i = owner[i] = owner[owner[i]];
      return i;
    };
    auto movable = [&](std::int32_t c) { return terms_.root[c] > 0 && terms_.lo[c] < terms_.hi[c]; };
    struct Block {
      std::int32_t goal, row, rows;  // goal −1: a linear limit
      std::vector<std::int32_t> columns;
    };
    std::vector<Block> blocks;
    for (std::size_t g = 0; g < program_.goals.size(); ++g) {
      const GoalInfo& goal = program_.goals[g];
      const std::int32_t* first = program_.goal_columns.data() + goal.columns;
      blocks.push_back({std::int32_t(g), goal.row, goal.rows, {first, first + goal.width()}});
    }
    for (std::int64_t k = 0; k < terms_.linear_rows; ++k) {
      blocks.push_back({-1, std::int32_t(rows_ + k), 1, {}});
      for (std::int32_t c = 0; c < n_; ++c)
        if (linear(k)[c] != 0) blocks.back().columns.push_back(c);
    }
    std::vector<std::int32_t> home(blocks.size(), -1);  // a column of the block's subsystem
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (const std::int32_t c : blocks[b].columns) {
        if (!movable(c)) continue;
        if (home[b] < 0) home[b] = c;
        const std::int32_t x = find(home[b]), y = find(c);
        owner[std::max(x, y)] = std::min(x, y);
      }
    for (const Choice& choice : terms_.choices) {  // members of a disjunction are in one subsystem
      std::int32_t first = -1;
      for (std::size_t b = 0; b < program_.goals.size(); ++b) {
        if (home[b] < 0 || blocks[b].row < choice.members.front()[0] || blocks[b].row >= choice.members.back()[1]) continue;
        if (first < 0) first = home[b];
        const std::int32_t x = find(first), y = find(home[b]);
        owner[std::max(x, y)] = std::min(x, y);
      }
    }
    // subsystems by their smallest column, −1 for rows that nothing can move and unused columns
    std::vector<std::int32_t> subsystem_of(n_ + 1, -1), keys;
    auto key_of = [&](std::size_t b) { return home[b] < 0 ? -1 : find(home[b]); };
    std::vector<std::vector<std::int32_t>> rows(n_ + 1), columns(n_ + 1);
    for (std::size_t b = 0; b < blocks.size(); ++b)
      for (std::int32_t i = 0; i < blocks[b].rows; ++i) rows[key_of(b) + 1].push_back(blocks[b].row + i);
    for (std::int32_t c = 0; c < n_; ++c)
      if (movable(c)) columns[(rows[find(c) + 1].empty() ? -1 : find(c)) + 1].push_back(c);
    for (std::int32_t key = 0; key <= n_; ++key) {
      if (rows[key].empty() && columns[key].empty()) continue;
      std::stable_sort(rows[key].begin(), rows[key].end(), [&](std::int32_t x, std::int32_t y) {
        return terms_.kinds[x] != terms_.kinds[y] ? terms_.kinds[x] < terms_.kinds[y] : x < y;
      });
      subsystem_of[key] = std::int32_t(subsystems_.size());
      subsystems_.push_back(std::make_unique<Subsystem>(terms_, columns[key], rows[key], truncation));
      subsystems_.back()->trust = trust;
    }
    for (std::size_t b = 0; b < blocks.size(); ++b)
      place_rows(blocks[b].goal, blocks[b].row, blocks[b].rows, blocks[b].columns, *subsystems_[subsystem_of[key_of(b) + 1]]);
    for (std::size_t k = 0; k + 1 < terms_.springs.size(); k += 2)
      for (auto& subsystem : subsystems_) {
        const auto at = std::find(subsystem->rows.begin(), subsystem->rows.end(), terms_.springs[k]);
        const auto first = std::int32_t(at - subsystem->rows.begin());
        if (at != subsystem->rows.end())
          subsystem->springs.push_back({first, first + terms_.springs[k + 1] - terms_.springs[k]});
      }
  }

  void place_rows(std::int32_t goal, std::int32_t row, std::int32_t count, const std::vector<std::int32_t>& columns,
                  Subsystem& subsystem) {
    const std::int64_t first = std::find(subsystem.rows.begin(), subsystem.rows.end(), row) - subsystem.rows.begin();
    Subsystem::GoalRows placed{goal, first, {}};
    std::int64_t begin = subsystem.programme.columns(), end = 0;
    for (const std::int32_t c : columns) {
      const auto at = std::lower_bound(subsystem.columns.begin(), subsystem.columns.end(), c);
      const bool here = at != subsystem.columns.end() && *at == c;
      placed.columns.push_back(here ? std::int32_t(at - subsystem.columns.begin()) : -1);
      if (here)
        begin = std::min<std::int64_t>(begin, placed.columns.back()),
        end = std::max<std::int64_t>(end, placed.columns.back() + 1);
    }
    for (std::int32_t i = 0; i < count; ++i) subsystem.programme.extent(first + i, std::min(begin, end), end);
    if (goal >= 0) subsystem.goal_rows.push_back(placed);
    else
      for (std::size_t c = 0; c < columns.size(); ++c)
        if (placed.columns[c] >= 0)
          subsystem.programme.row(first)[placed.columns[c]] = linear(row - rows_)[columns[c]] * terms_.root[columns[c]];
  }
};

}  // namespace manikin

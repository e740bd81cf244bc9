// Cyclic coordinate descent: one joint at a time takes its best value (W 4.2, 5.4).  Mirrors manikin/solvers/ccd/ccd.py.
//
// The Python form places the whole figure again for every joint.  Here only the vectors that a joint moves are turned.
// From tip to base these are the vectors of the goals, since a joint's own axis does not depend on joints beyond it.
// From base to tip the frames are computed during the sweep.  By rank the axes beyond the joint are turned too.
#pragma once

#include "solvers/ccd/hinge_objective.hpp"
#include "solvers/ccd/terms.hpp"

namespace manikin {

class CyclicCoordinateDescent : public Search {
 public:
  CyclicCoordinateDescent(const Program& program, const KernelLimits& limits, double tolerance, const Span<double>& options)
      : Search(program, limits, tolerance), tree_(program.tree), order_(static_cast<Order>(int(options[0]))),
        thesis_weights_(options[1] != 0), plan_(program, thesis_weights_ ? 1.0 : 0.5), vectors_(plan_.vectors.size()),
        rates_(plan_.pairs.size()) {
    if (!(options[0] == 0 || options[0] == 1 || options[0] == 2)) throw InputError("there are three orders");
    if (!(options[2] > 0 && std::isfinite(options[2]))) throw InputError("k must be above 0 and finite");
    if (!(options[3] >= 0 && std::isfinite(options[3]))) throw InputError("calm must be 0 or above and finite");
    world_size_ = size_of(tree_), alpha_ = options[2] / world_size_, calm_ = options[3];
    exact_ = !(thesis_weights_ || plan_.whole_orientations || limits.linear_rows());
    for (std::int64_t c = 0; c < n_; ++c) add_visit(c);
    sort_visits();
  }

  Status advance() override {
    if (!is_evaluated_) refresh();
    else gather();
    longest_ = 0;
    if (order_ == Order::tip_to_base)
      for (const Visit& visit : visits_) change(visit);
    else if (order_ == Order::base_to_tip) walk_and_change();
    else change_by_rank();
    evaluate_current();
    return longest_ > kMinChange ? Status::running : exact_ ? Status::minimum : Status::stalled;
  }

 protected:
  void reset() override {}

 private:
  enum class Order { tip_to_base, base_to_tip, rank };
  static constexpr double kMinChange = 1e-10;       // a sweep whose changes are all smaller is the last [rad, m]
  static constexpr std::size_t kRankedChanges = 4;  // changes of one iteration by rank

  // A parameter to change: it drives one dof by a factor, or several dofs if the factor is 0.
  struct Visit {
    std::int32_t column, first, last, dof;  // the lowest and highest dof that it drives; dof: if it is the only one
    double factor;
  };

  const Tree& tree_;
  Order order_;
  bool thesis_weights_, exact_ = true;
  PairPlan plan_;
  std::vector<Triple3> vectors_, rates_;
  std::vector<Visit> visits_;
  std::vector<std::int32_t> left_;  // by rank: the remaining visits
  double world_size_ = 1, alpha_ = 1, calm_ = 0, longest_ = 0;

  // W of the thesis: the longest path from a root to a joint [m].
  static double size_of(const Tree& tree) {
    std::vector<double> reach(tree.joints.size());
    double most = 0;
    for (std::size_t i = 0; i < reach.size(); ++i) {
      const Joint& joint = tree.joints[i];
      if (joint.parent < 0) continue;
      const double* after = joint.after < 0 ? nullptr : tree.constants[joint.after].rows;
      reach[i] =
          reach[joint.parent] + length(triple(joint.offset)) + (after ? length(Triple3{after[3], after[7], after[11]}) : 0.0);
      most = std::max(most, reach[i]);
    }
    return most > 0 ? most : 1.0;
  }

  void add_visit(std::int64_t column) {
    if (limits_.gain[column] == 0) return;
    Visit visit{static_cast<std::int32_t>(column), -1, -1, -1, 0.0};
    int terms = 0;
    bool used = false;
    for (std::int32_t i = tree_.reader_starts[column]; i < tree_.reader_starts[column + 1]; ++i) {
      const std::int32_t d = visit.last = visit.dof = tree_.readers[i];
      if (visit.first < 0) visit.first = d;
      used |= plan_.use_starts[d] < plan_.use_starts[d + 1];
      for (std::int32_t k = tree_.term_starts[d]; k < tree_.term_starts[d + 1]; ++k) {
        if (tree_.terms[k].column != column) continue;
        visit.factor = tree_.terms[k].curve == Curve::linear ? tree_.terms[k].factor : 0.0;
        ++terms;
      }
    }
    if (terms > 1) visit.factor = 0;
    if (used) visits_.push_back(visit);  // the others move no goal
  }

  void sort_visits() {
    left_.resize(visits_.size());
    auto tip_first = [](const Visit& a, const Visit& b) { return a.last != b.last ? a.last > b.last : a.column > b.column; };
    auto base_first = [&](const Visit& a, const Visit& b) {
      const std::int32_t i = tree_.dofs[a.first].joint, j = tree_.dofs[b.first].joint;
      if (i != j) return i < j;
      if ((a.factor == 0) != (b.factor == 0)) return a.factor == 0;
      return a.first != b.first ? a.first < b.first : a.column < b.column;
    };
    if (order_ == Order::tip_to_base) std::sort(visits_.begin(), visits_.end(), tip_first);
    else std::sort(visits_.begin(), visits_.end(), base_first);
  }

  // ---- vectors at the state ----------------------------------------------------------------------------------------

  Triple3 axis(std::int32_t d) const { return triple(workspace_.frames.get() + 3 * std::int64_t(d)); }
  Triple3 origin(std::int32_t d) const { return triple(workspace_.origins.get() + 3 * std::int64_t(d)); }

  void gather() {
    const double* values = workspace_.values.get();
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      const Carried& v = plan_.vectors[i];
      const double* at = values + v.base;
      vectors_[i] = {at[0], at[v.stride], at[2 * v.stride]};
    }
  }

  // Evaluates everything at the state.
  void refresh() {
    std::copy(q_.begin(), q_.end(), workspace_.parameters.get());
    at_.place_joints(), at_.values();
    gather();
  }

  bool opposite(const Pair& pair) const { return pair.either_way && dot(vectors_[pair.a], vectors_[pair.b]) < 0; }

  Triple3 difference(const Pair& pair) const {
    return opposite(pair) ? vectors_[pair.a] + vectors_[pair.b] : vectors_[pair.a] - vectors_[pair.b];
  }

  // The part of a difference that counts, weighted.
  Triple3 counted(const Pair& pair, Triple3 v) const {
    if (pair.normal >= 0) {
      const Triple3 n = vectors_[pair.normal], part = n * dot(n, v);
      v = pair.across ? v - part : part;
    }
    return {pair.weights[0] * v.x, pair.weights[1] * v.y, pair.weights[2] * v.z};
  }

  // The part of a − b that a hinge turns, from its origin.
  Triple3 carried(const Use& use, std::int32_t d) const {
    const Pair& pair = plan_.pairs[use.pair];
    const Triple3 centre = pair.point ? origin(d) : Triple3{0, 0, 0};
    Triple3 m{0, 0, 0};
    if (use.a) m = vectors_[pair.a] - centre;
    if (use.b) m = opposite(pair) ? m + (vectors_[pair.b] - centre) : m - (vectors_[pair.b] - centre);
    return m;
  }

  double sum() const {
    double total = 0;
    for (const Pair& pair : plan_.pairs) {
      const Triple3 r = counted(pair, difference(pair));
      total = madd(thesis_weights_ && pair.point ? alpha_ : 1.0, dot(r, r), total);
    }
    return total;
  }

  // Turns or shifts the vectors that a dof moves; by rank the axes and origins beyond it as well.
  void carry(std::int32_t d, double by) {
    const Triple3 k = axis(d), o = origin(d);
    const std::int32_t *v = plan_.moved.data() + plan_.moved_starts[d], *end = plan_.moved.data() + plan_.moved_starts[d + 1];
    if (!tree_.dofs[d].hinge()) {
      for (; v < end; ++v) vectors_[*v] = along(vectors_[*v], k, by);
      if (order_ == Order::rank) each_beyond(d, [&](double*, double* place) { put(place, along(triple(place), k, by)); });
      return;
    }
    double s, c;
    sincos(by, s, c);
    const double rest = 1 - c;
    auto turned = [&](const Triple3& x) { return along(along(x * c, cross(k, x), s), k, rest * dot(k, x)); };
    for (; v < end; ++v) vectors_[*v] = plan_.vectors[*v].point ? turned(vectors_[*v] - o) + o : turned(vectors_[*v]);
    if (order_ == Order::rank)
      each_beyond(d, [&](double* along_axis, double* place) {
        put(along_axis, turned(triple(along_axis))), put(place, turned(triple(place) - o) + o);
      });
  }

  template <class Use_> void each_beyond(std::int32_t d, const Use_& use) {
    const Joint& joint = tree_.joints[tree_.dofs[d].joint];
    const std::int32_t end = tree_.joints[joint.end - 1].last_dof;
    for (std::int32_t other = d + 1; other < end; ++other)
      if (plan_.use_starts[other] < plan_.use_starts[other + 1])
        use(workspace_.frames.get() + 3 * std::int64_t(other), workspace_.origins.get() + 3 * std::int64_t(other));
  }

  // ---- one parameter -----------------------------------------------------------------------------------------------

  void change(const Visit& visit) {
    const double gain = limits_.gain[visit.column], before = q_[visit.column];
    double lo, hi;
    find_range(visit.column, lo, hi);
    if (visit.factor == 0) {
      longest_ = std::max(longest_, std::fabs(step(visit, lo, hi)));
      return;
    }
    const double wanted = best(visit, lo, hi);
    if (!(std::fabs(wanted) < INFINITY)) return;
    longest_ = std::max(longest_, std::fabs(wanted));
    q_[visit.column] = inside(visit.column, before + gain * wanted);
    carry(visit.dof, visit.factor * (q_[visit.column] - before));
  }

  // The best change for the goals, within lo:hi.
  double best(const Visit& visit, double lo, double hi) {
    if (visit.factor != 0 && tree_.dofs[visit.dof].hinge()) return best_turn(hinge_objective(visit.dof), visit, lo, hi);
    return rates_of(visit).best(lo, hi);
  }

  static double best_turn(const HingeObjective& objective, const Visit& visit, double lo, double hi) {
    const double x = lo * visit.factor, y = hi * visit.factor;
    return objective.best(std::min(x, y), std::max(x, y)) / visit.factor;
  }

  // How far a parameter may go down and up while the others stay.
  void find_range(std::int32_t column, double& lo, double& hi) const {
    lo = limits_.lo[column] - q_[column], hi = limits_.hi[column] - q_[column];
    for (std::int64_t k = 0; k < limits_.linear_rows(); ++k) {
      const double* a = limits_.linear.data() + k * n_;
      if (a[column] == 0) continue;
      const double value = inner(a, q_.data(), n_);
      const double x = (limits_.linear_lo[k] - value) / a[column], y = (limits_.linear_hi[k] - value) / a[column];
      lo = std::max(lo, std::min(x, y)), hi = std::min(hi, std::max(x, y));
    }
    lo = std::min(lo, 0.0), hi = std::max(hi, 0.0);
  }

  // The sum of squares as a function of one hinge: W eq. 4.19 - 4.22, summed over the goals beyond it.
  HingeObjective hinge_objective(std::int32_t d) const {
    HingeObjective objective;
    const Triple3 own = axis(d);
    for (std::int32_t i = plan_.use_starts[d]; i < plan_.use_starts[d + 1]; ++i) {
      const Use& use = plan_.uses[i];
      const Pair& pair = plan_.pairs[use.pair];
      const Triple3 k = own * use.sign, m = carried(use, d), r = difference(pair), across = orthogonal_part(m, k);
      const double unit = pair.point ? world_size_ : 1.0, m2 = dot(m, m);
      if (dot(across, across) <= 1e-18 * m2 + 1e-24 * unit * unit) continue;  // on the axis: it moves by rounding only
      const double weight = thesis_weights_ && pair.point ? weight_at(pair, origin(d)) : 1.0;
      const Triple3 still = counted(pair, r - across), one = counted(pair, across), two = counted(pair, cross(k, m));
      objective.cosine = madd(2 * weight, dot(still, one), objective.cosine),
      objective.sine = madd(2 * weight, dot(still, two), objective.sine);
      const double held = calm_ * unit * pair.heaviest;
      objective.cosine -= 2 * weight * (held * held);  // 2 (1 − cos φ) is what a turn costs
      const double reach = std::sqrt(m2);
      objective.size += weight * pair.heaviest * pair.heaviest * reach * (std::sqrt(dot(r, r)) + reach);
      if (!pair.even) {
        objective.cosine2 += 0.5 * weight * (dot(one, one) - dot(two, two));
        objective.sine2 += weight * dot(one, two);
      }
    }
    return objective;
  }

  // w_p = α(1 + ρ).
  double weight_at(const Pair& pair, const Triple3& joint) const {
    const double a = length(vectors_[pair.a] - joint), b = length(vectors_[pair.b] - joint);
    return alpha_ * (1 + std::min(a, b) / std::max({a, b, 1e-300}));
  }

  // Half the derivative of the sum of squares over a parameter, and half its Gauss-Newton curvature.
  struct Rates {
    double gradient = 0, curvature = 0;
    double best(double lo, double hi) const { return curvature == 0 ? 0.0 : std::min(std::max(-gradient / curvature, lo), hi); }
  };

  Rates rates_of(const Visit& visit) {
    std::fill(rates_.begin(), rates_.end(), Triple3{0, 0, 0});
    const std::int32_t c = visit.column;
    for (std::int32_t i = tree_.reader_starts[c]; i < tree_.reader_starts[c + 1]; ++i) {
      const std::int32_t d = tree_.readers[i];
      double rise = 0;
      for (std::int32_t k = tree_.term_starts[d]; k < tree_.term_starts[d + 1]; ++k)
        if (tree_.terms[k].column == c) rise += derivative_of_term(tree_.terms[k]);
      for (std::int32_t u = plan_.use_starts[d]; u < plan_.use_starts[d + 1]; ++u) {
        const Use& use = plan_.uses[u];
        const Triple3 by = tree_.dofs[d].hinge() ? cross(axis(d), carried(use, d)) * use.sign : axis(d) * (use.a ? 1.0 : -1.0);
        rates_[use.pair] = along(rates_[use.pair], by, rise);
      }
    }
    Rates rates;
    for (std::size_t i = 0; i < plan_.pairs.size(); ++i) {
      const Pair& pair = plan_.pairs[i];
      if (rates_[i].x == 0 && rates_[i].y == 0 && rates_[i].z == 0) continue;
      const double weight = thesis_weights_ && pair.point ? alpha_ : 1.0;
      const Triple3 rate = counted(pair, rates_[i]);
      rates.gradient = madd(weight, dot(rate, counted(pair, difference(pair))), rates.gradient);
      rates.curvature = madd(weight, dot(rate, rate), rates.curvature);
    }
    return rates;
  }

  double derivative_of_term(const Term& term) const { return term.factor * curve_slope(term, q_[term.column]); }

  // A Gauss-Newton step along one parameter, shortened until it helps.  Everything is evaluated at the end.
  double step(const Visit& visit, double lo, double hi) {
    double by = best(visit, lo, hi);
    if (!(std::fabs(by) < INFINITY) || by == 0) return 0;
    const double before = q_[visit.column], least = sum();
    for (int tries = 0; tries < 4; ++tries, by *= 0.25) {
      q_[visit.column] = inside(visit.column, before + limits_.gain[visit.column] * by);
      refresh();
      if (sum() < least) return by;
    }
    q_[visit.column] = before;
    refresh();
    return 0;
  }

  // ---- orders ------------------------------------------------------------------------------------------------------

  // From base to tip: each joint is placed on the new frame of its parent.
  void walk_and_change() {
    World<double> store{workspace_.world.get()};
    DofTrace<double, true> trace{workspace_.frames.get(), workspace_.origins.get()};
    auto next = visits_.begin();
    for (const std::int32_t i : program_.joints) {
      const Joint& joint = tree_.joints[i];
      bool stale = true;
      for (; next != visits_.end() && next->factor == 0 && tree_.dofs[next->first].joint <= i; ++next) {
        if (stale) refresh();
        stale = false;
        change(*next);
      }
      Frame<double> now =
          joint.parent < 0 ? constant_frame<double>(tree_.constants[joint.constant].rows) : store.load(joint.parent);
      if (joint.parent >= 0 && joint.before == FrameForm::offset) now.shift(joint.offset);
      if (joint.parent >= 0 && joint.before == FrameForm::full) now.multiply(tree_.constants[joint.constant].rows);
      for (std::int32_t d = joint.first_dof; d < joint.last_dof; ++d) {
        trace.dof(d, tree_.dofs[d], now);
        for (; next != visits_.end() && next->factor != 0 && next->dof == d; ++next) change(*next);
        double s, c;
        const double value = joint_value(tree_, d, q_.data());
        sincos(value, s, c);
        move(now, tree_.dofs[d], 0, Moves<double>{&value, &s, &c});
      }
      if (joint.after >= 0) now.multiply(tree_.constants[joint.after].rows);
      store.save(i, now);
    }
  }

  void change_by_rank() {
    for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = static_cast<std::int32_t>(i);
    const std::size_t all = left_.size();
    for (std::size_t count = all; count > 0 && count + kRankedChanges > all; --count) {
      std::size_t chosen = 0;
      double most = -INFINITY;
      for (std::size_t i = 0; i < count; ++i) {
        const Visit& visit = visits_[left_[i]];
        const double gain = limits_.gain[visit.column];
        double lo, hi, gained;
        if (visit.factor != 0 && tree_.dofs[visit.dof].hinge()) {
          const HingeObjective objective = hinge_objective(visit.dof);
          if (!(gain * objective.most() * (1 + 1e-9) > most)) continue;  // not better even without limits
          find_range(visit.column, lo, hi);
          gained = objective.gain(visit.factor * best_turn(objective, visit, lo, hi));
        } else {
          find_range(visit.column, lo, hi);
          const Rates rates = rates_of(visit);
          const double by = rates.best(lo, hi);
          gained = -(2 * rates.gradient + rates.curvature * by) * by;
        }
        if (gain * gained > most) most = gain * gained, chosen = i;
      }
      change(visits_[left_[chosen]]);
      std::copy(left_.begin() + chosen + 1, left_.begin() + count, left_.begin() + chosen);
    }
  }
};

}  // namespace manikin

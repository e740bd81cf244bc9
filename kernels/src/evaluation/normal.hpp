// The normal equations of a problem's rows: J Jᵀ by goals, over the columns that two goals share.
#pragma once

#include "evaluation/program.hpp"
#include "numerics/dense.hpp"

namespace manikin {

// Which columns two goals share: the first `prefix` of both (they share a trunk), or the listed pairs.
struct Shared {
  std::int32_t prefix = 0;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
};

// A goal that uses a parameter, and the index of the parameter among the goal's columns.
struct User {
  std::int32_t goal, place;
};

struct NormalPlan {
  std::vector<Shared> shared;            // of goals a ≥ b, the rows of a triangle
  std::vector<std::vector<User>> users;  // of every parameter, goals ascending

  explicit NormalPlan(const Program& p) : users(p.tree.size) {
    for (std::size_t a = 0; a < p.goals.size(); ++a) {
      const std::int32_t* columns = p.goal_columns.data() + p.goals[a].columns;
      for (int i = 0; i < p.goals[a].width(); ++i) users[columns[i]].push_back({std::int32_t(a), i});
      for (std::size_t b = 0; b <= a; ++b) shared.push_back(between(p, p.goals[a], p.goals[b]));
    }
  }

 private:
  static Shared between(const Program& p, const GoalInfo& a, const GoalInfo& b) {
    const std::int32_t *ca = p.goal_columns.data() + a.columns, *cb = p.goal_columns.data() + b.columns;
    Shared found;
    bool prefix = true;
    for (int i = 0, j = 0; i < a.width() && j < b.width();) {
      if (ca[i] < cb[j]) ++i;
      else if (ca[i] > cb[j]) ++j;
      else {
        prefix &= i == j && i == int(found.pairs.size());
        found.pairs.push_back({i++, j++});
      }
    }
    if (prefix) found.prefix = std::int32_t(found.pairs.size()), found.pairs.clear();
    return found;
  }
};

// m := J Jᵀ, the lower triangle; `blocks` as Evaluation::jacobian leaves them.
inline void normal_matrix(const Program& p, const NormalPlan& plan, const double* blocks, double* m, std::int64_t stride) {
  std::size_t pair = 0;
  for (std::size_t a = 0; a < p.goals.size(); ++a)
    for (std::size_t b = 0; b <= a; ++b, ++pair) {
      const GoalInfo &ga = p.goals[a], &gb = p.goals[b];
      const Shared& shared = plan.shared[pair];
      for (int i = 0; i < ga.rows; ++i) {
        const double* row = blocks + ga.block + std::int64_t(i) * ga.width();
        const int end = a == b ? i + 1 : gb.rows;
        for (int k = 0; k < end; ++k) {
          const double* other = blocks + gb.block + std::int64_t(k) * gb.width();
          double sum = inner(row, other, shared.prefix);
          for (const auto& [x, y] : shared.pairs) sum = madd(row[x], other[y], sum);
          m[(ga.row + i) * stride + gb.row + k] = sum;
        }
      }
    }
}

}  // namespace manikin

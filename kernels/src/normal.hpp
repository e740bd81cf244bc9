// The normal equations of a problem's rows: J Jᵀ by goals, over the columns that two goals share.
#pragma once

#include "program.hpp"

namespace manikin {

// The sum of all lanes, halves added to halves.
inline double sum_of(Lanes s) {
  double part[width<Lanes>];
  store(part, s);
  for (int half = width<Lanes> / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) part[i] += part[i + half];
  return part[0];
}

// The inner product; the lanes fix the order of summation.
inline double inner(const double* a, const double* b, std::int64_t n) {
  std::int64_t i = 0;
  double sum = 0;
  if (n >= width<Lanes>) {
    Lanes s{};
    for (; i + width<Lanes> <= n; i += width<Lanes>) s = madd(load<Lanes>(a + i), load<Lanes>(b + i), s);
    sum = sum_of(s);
  }
  for (; i < n; ++i) sum = madd(a[i], b[i], sum);
  return sum;
}

// y += s·x
inline void add_scaled(double* y, const double* x, double s, std::int64_t n) {
  std::int64_t i = 0;
  const Lanes all = spread<Lanes>(s);
  for (; i + width<Lanes> <= n; i += width<Lanes>) store(y + i, madd(load<Lanes>(x + i), all, load<Lanes>(y + i)));
  for (; i < n; ++i) y[i] = madd(x[i], s, y[i]);
}

// The lower triangle of m becomes its Cholesky factor, the inverses of the diagonal in its place.  False where m is not
// positive.
inline bool cholesky_in_place(double* m, std::int64_t size, std::int64_t stride) {
  for (std::int64_t i = 0; i < size; ++i) {
    double* row = m + i * stride;
    for (std::int64_t j = 0; j < i; ++j) {
      const double* other = m + j * stride;
      row[j] = (row[j] - inner(row, other, j)) * other[j];
    }
    const double pivot = row[i] - inner(row, row, i);
    if (!(pivot > 0)) return false;
    row[i] = 1 / std::sqrt(pivot);
  }
  return true;
}

// x := (L Lᵀ)⁻¹ x
inline void solve_cholesky(const double* l, double* x, std::int64_t size, std::int64_t stride) {
  for (std::int64_t i = 0; i < size; ++i) x[i] = (x[i] - inner(l + i * stride, x, i)) * l[i * stride + i];
  for (std::int64_t i = size - 1; i >= 0; --i) {
    x[i] *= l[i * stride + i];
    add_scaled(x, l + i * stride, -x[i], i);
  }
}

// Which columns two goals share: the first `prefix` of both (they hang from one trunk), or else the pairs listed.
struct Shared {
  std::int32_t prefix = 0;
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
};

// A goal that uses a parameter, and the place of it among the goal's columns.
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

// Forward kinematics without Python, to be run under sanitizers (see sanitize.sh).
#include "support/check.hpp"
#include "support/forest.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

std::vector<double> loop(const Tree& tree, const std::vector<double>& p, std::int64_t count) {
  const std::size_t row = 12 * tree.joints.size();
  std::vector<double> out(row * count), scratch(moves_size(tree.dofs.size()) + 16);
  for (std::int64_t i = 0; i < count; ++i)
    forward_single(tree, p.data() + i * tree.size, scratch.data(), out.data() + i * row, NoTrace{});
  return out;
}

void a_batch_gives_the_bits_of_a_loop(Random& random, const Tree& tree) {
  const std::int64_t count = whole(random, 0, 150), row = 12 * static_cast<std::int64_t>(tree.joints.size());
  std::vector<double> p(tree.size * count);
  for (double& x : p) x = uniform(random, -7, 7);
  const std::vector<double> wanted = loop(tree, p, count);
  for (const int threads : {1, 3}) {
    std::vector<double> out(wanted.size());
    CHECK(forward_batch(tree, Plan(tree), p.data(), count, threads, out.data()) == never);
    CHECK(same_bits(out, wanted));
    for (const std::size_t shift : {0, 1, 2, 3, 5, 14}) {  // in single precision, at any place of a line
      std::vector<float> rounded(shift + wanted.size() + 1, -1.0f);
      CHECK(forward_batch(tree, Plan(tree), p.data(), count, threads, rounded.data() + shift) == never);
      for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(rounded[shift + i] == static_cast<float>(wanted[i]));
      CHECK(rounded.back() == -1 && (shift == 0 || rounded[shift - 1] == -1));
    }
    std::vector<std::int32_t> parts(whole(random, 0, 5));
    for (std::int32_t& part : parts) part = whole(random, 0, static_cast<int>(tree.joints.size()) - 1);
    const Plan plan(tree, parts.data(), static_cast<std::int64_t>(parts.size()));
    std::vector<double> some(12 * parts.size() * count);
    CHECK(forward_batch(tree, plan, p.data(), count, threads, some.data()) == never);
    for (std::int64_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < parts.size(); ++k)
        for (int j = 0; j < 12; ++j)
          CHECK(same_bits(some[12 * (i * parts.size() + k) + j], wanted[i * row + 12 * parts[k] + j]));
  }
  if (count && tree.size) {
    const std::int64_t bad = whole(random, 0, static_cast<int>(count) - 1);
    p[bad * tree.size + whole(random, 0, static_cast<int>(tree.size) - 1)] = whole(random, 0, 1) ? std::nan("") : HUGE_VAL;
    std::vector<double> out(wanted.size());
    CHECK(forward_batch(tree, Plan(tree), p.data(), count, 2, out.data()) == bad);
  }
}

void a_result_larger_than_the_caches_is_streamed_right(Random& random) {
  for (const int joints : {1, 2, 5, 41}) {
    const Tree tree = compiled(random_forest(random, joints, true, true).tables());
    const std::int64_t stripe = 3 * stripe_unit, count = width<Lanes> * stripe;
    std::vector<double> p(tree.size * count);
    for (double& x : p) x = uniform(random, -7, 7);
    const std::vector<double> wanted = loop(tree, p, count);
    const Plan plan(tree);
    ForwardWorkspace<double> scratch(tree, plan);
    for (int shift = 0; shift < 8; ++shift)
      for (const bool past_caches : {false, true}) {
        std::vector<double> out(wanted.size() + shift + 1, -1.0);
        const auto forward = past_caches ? forward_stripes<true, double> : forward_stripes<false, double>;
        CHECK(forward(tree, plan, scratch, p.data(), stripe, out.data() + shift));
        CHECK(out.back() == -1 && (shift == 0 || out[shift - 1] == -1));
        CHECK(same_bits({out.begin() + shift, out.end() - 1}, wanted));
      }
  }
}

void an_update_gives_the_bits_of_a_new_walk(Random& random, const Tree& tree) {
  if (tree.size == 0) return;
  std::vector<double> p(tree.size), scratch(moves_size(tree.dofs.size()) + 16);
  for (double& x : p) x = uniform(random, -7, 7);
  std::vector<double> world = loop(tree, p, 1);
  std::vector<std::int32_t> changed(whole(random, 0, 4));
  for (std::int32_t& c : changed) {
    c = whole(random, 0, static_cast<int>(tree.size) - 1);
    p[c] = uniform(random, -7, 7);
  }
  update_single(tree, p.data(), changed.data(), static_cast<std::int64_t>(changed.size()), scratch.data(), world.data());
  CHECK(same_bits(world, loop(tree, p, 1)));
}

void both_traces_agree(Random& random, const Tree& tree) {
  if (!tree.rigid) return;
  const std::size_t m = tree.dofs.size();
  std::vector<double> p(tree.size), scratch(moves_size(m) + 16), world(12 * tree.joints.size());
  for (double& x : p) x = uniform(random, -7, 7);
  std::vector<double> axes(3 * m), frames(9 * m), origins(3 * m), again(3 * m);
  forward_single(tree, p.data(), scratch.data(), world.data(), DofTrace<double, true>{axes.data(), origins.data()});
  forward_single(tree, p.data(), scratch.data(), world.data(), DofTrace<double, false>{frames.data(), again.data()});
  CHECK(same_bits(origins, again));
  for (std::size_t d = 0; d < m; ++d)
    for (int i = 0; i < 3; ++i) {
      double sum = 0;
      for (int j = 0; j < 3; ++j) sum += frames[9 * d + 3 * i + j] * tree.dofs[d].axis[j];
      CHECK(std::fabs(sum - axes[3 * d + i]) < 1e-13);
    }
}

// Damages one of the arrays: the tables are refused, or the tree made from them still accesses its own memory only.
void damaged_tables_are_refused_or_harmless(Random& random, Arrays a) {
  auto damage = [&](auto& v) {
    using Number = std::decay_t<decltype(v[0])>;
    const int how = whole(random, 0, 3);
    if (v.empty() || how == 0) return v.resize(v.size() + whole(random, 0, 2));
    if (how == 1) return v.pop_back();
    const Number strange[] = {Number(-1), Number(-2), Number(7), Number(255), Number(1 << 30), Number(0)};
    v[whole(random, 0, static_cast<int>(v.size()) - 1)] = strange[whole(random, 0, 5)];
    if constexpr (std::is_floating_point_v<Number>)
      if (how == 3) v[whole(random, 0, static_cast<int>(v.size()) - 1)] = std::nan("");
  };
  switch (whole(random, 0, 13)) {
    case 0: damage(a.parents); break;
    case 1: damage(a.ends); break;
    case 2: damage(a.dof_starts); break;
    case 3: damage(a.term_starts); break;
    case 4: damage(a.columns); break;
    case 5: damage(a.motions); break;
    case 6: damage(a.curve_codes); break;
    case 7: damage(a.before); break;
    case 8: damage(a.after); break;
    case 9: damage(a.axes); break;
    case 10: damage(a.offsets); break;
    case 11: damage(a.factors); break;
    case 12: damage(a.curve_numbers); break;
    default: a.size = whole(random, -2, 40);
  }
  try {
    const Tree tree = compiled(a.tables());
    if (tree.size < 1000) a_batch_gives_the_bits_of_a_loop(random, tree);
  } catch (const InputError&) {}
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  Random random(3);
  for (int i = 0; i < 400; ++i) {
    const Arrays arrays = random_forest(random, whole(random, 1, i % 20 ? 30 : 300), i % 2, i / 2 % 2);
    const Tree tree = compiled(arrays.tables());
    CHECK(i % 2 || tree.rigid);
    a_batch_gives_the_bits_of_a_loop(random, tree);
    an_update_gives_the_bits_of_a_new_walk(random, tree);
    both_traces_agree(random, tree);
    for (int k = 0; k < 5; ++k) damaged_tables_are_refused_or_harmless(random, arrays);
  }
  a_result_larger_than_the_caches_is_streamed_right(random);
  std::puts("  all kernel tests passed");
  return 0;
}

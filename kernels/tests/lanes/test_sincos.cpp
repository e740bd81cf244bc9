// Sine and cosine of all lanes, without Python, to be run under sanitizers (see sanitize.sh).
#include "support/check.hpp"
#include "support/forest.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

// |found − wanted| in units of the last place of wanted.
double ulps(double found, long double wanted) {
  int exponent = 0;
  std::frexp(static_cast<double>(wanted), &exponent);
  return static_cast<double>(std::fabs(found - wanted) / std::ldexp(1.0L, std::max(exponent, -1000) - 53));
}

void sine_and_cosine_are_right_to_the_last_place() {
  Random random(1);
  double worst = 0;
  auto judge = [&](double x) {
    double s, c;
    sincos(x, s, c);
    worst = std::max({worst, ulps(s, std::sin(static_cast<long double>(x))), ulps(c, std::cos(static_cast<long double>(x)))});
  };
  for (const double reach : {1e-300, 1e-8, 1.0, 4.0, 100.0, 1e5, 1e6, 1e9, 1e300})
    for (int i = 0; i < 20000; ++i) judge(uniform(random, -reach, reach));
  for (int k = -40000; k <= 40000; ++k) {  // where one of them is nearly zero, and where the quadrants meet
    const auto near = static_cast<double>(k * 0.78539816339744830961566084581987572L);
    for (const double x : {near, std::nextafter(near, 1e9), std::nextafter(near, -1e9)}) judge(x);
  }
  std::printf("  sincos: at most %.3f ulp\n", worst);
  CHECK(worst < 1.0);
  double s, c;
  sincos(0.0, s, c);
  CHECK(s == 0 && c == 1);
  sincos(std::nan(""), s, c);
  CHECK(std::isnan(s) && std::isnan(c));
  sincos(HUGE_VAL, s, c);
  CHECK(std::isnan(s) && std::isnan(c));
}

void every_lane_gives_the_bits_of_a_single_number() {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    double x[width<Lanes>], s[width<Lanes>], c[width<Lanes>];
    for (double& value : x) value = uniform(random, -1, 1) * std::pow(10.0, whole(random, -10, 12));
    Lanes lane_s, lane_c;
    sincos(load<Lanes>(x), lane_s, lane_c);
    store(s, lane_s), store(c, lane_c);
    for (int j = 0; j < width<Lanes>; ++j) {
      double one_s, one_c;
      sincos(x[j], one_s, one_c);
      CHECK(same_bits(s[j], one_s) && same_bits(c[j], one_c));
    }
  }
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  sine_and_cosine_are_right_to_the_last_place();
  every_lane_gives_the_bits_of_a_single_number();
  return 0;
}

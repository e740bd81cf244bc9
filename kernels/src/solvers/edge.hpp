// Soft reach: what a target near the end of a reach is missed by, so that the limb does not snap straight.  Mirrors
// manikin/solvers/edge.py, which has the reasons.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "numerics/dense.hpp"

namespace manikin {

// How far from the end of a reach soft reach begins, over the lever; of targets with an orientation, times the second.
constexpr double kSoftReach = 0.0126, kPoseShare = 0.125;
// How much farther from it soft reach begins where a target crosses all of it in a frame.
constexpr double kWider = 0.25;
// How bent a limb is at most where soft reach begins; one that is bent by more than the second is far from its end [rad].
constexpr double kMostSoftBend = 0.45, kMostBent = 0.8;
// Of the bend where soft reach begins: what is left where the limb slows down, and what it never gives up.
constexpr double kTail = 0.25, kLeastBend = 0.05;
// A direction whose rows move faster than this, over the lever, is far from the end of a reach.
constexpr double kFarSigma = 0.25;
// A direction whose rows curve less than the first, over the lever, is no end of a reach; more than the second, it may be one.
constexpr double kFlat = 0.02, kCurved = 0.05;
// What is no end of a reach and moves its rows slower than the first, over the lever, is not met; faster than the second, exactly.
constexpr double kIdle = 0.005, kSlow = 0.02;
// How far a state is moved to see how rows curve [rad].
constexpr double kCurvatureStep = 0.01;

// Directions with a larger cosine are the same edge; it goes on while the place of its fastest parameter where the limb would be
// straight moves by less than the second, times how far that is, or by that much of the third [rad].
constexpr double kSameEdge = 0.7, kSameEnd = 0.2, kLeastEnd = 0.1;

// 0 up to the first bound, 1 from the second on, by the logarithm, with two continuous derivatives.
inline double between(double value, double none, double all) {
  if (!(value > none)) return 0;
  const double t = std::min(std::log(value / none) / std::log(all / none), 1.0);
  return t * t * t * (10 - 15 * t + 6 * t * t);
}

// From how far soft reach begins, if that is so far for a target at rest, for one that comes so far in a frame.
inline double widened(double soft, double way) {
  const double crossed = soft > 0 ? std::min(way / soft, 1.0) : 0.0;
  return soft * (1 + kWider * crossed * crossed);
}

// A direction of the rows along which a reach ends: target rows go out by σ b + ½ κ b² less if the limb bends by b.
struct Edge {
  std::vector<double> rows;           // the direction; out is 1 if the reach ends along it, −1 if against it
  double out = 1, slope = 0, curvature = 0;  // σ at the end, κ
  double state = 0;                   // the bend of the state
  std::int64_t fastest = 0;           // the parameter that bends most
  double begin = 0, speed = 1;        // the bend where soft reach begins; how fast the fastest parameter bends
  double end = 0;                     // where that one is if the limb is straight
  double still = 0;                   // what the bend of the start lacks
  double given = 0, target = 0;       // what the target is missed by along the direction; how far from the end it is
  double moved = 0, before = NAN;     // how far the target has come since the last frame; and before that, NaN if the edge was new

  // Whether the direction of another edge is about the same.
  bool is_along(const Edge& other) const {
    return std::fabs(inner(rows.data(), other.rows.data(), static_cast<std::int64_t>(rows.size()))) > kSameEdge;
  }

  // Whether another edge, of the next frame, is this one: the same limb, which would be straight at the same place.  How its rows
  // curve may change: near the end other joints take part.
  bool goes_on(const Edge& other) const {
    const bool same_end = std::fabs(other.end - end) <= kSameEnd * (other.state * other.speed + kLeastEnd);
    return same_end && other.fastest == fastest && is_along(other);
  }

  double gap(double b) const { return (slope + 0.5 * curvature * b) * b; }

  // The bend for a target, over where soft reach begins, if the limb did not start straighter.
  double share(double target) const {
    const double line = 1 - (gap(begin) - target) / (begin * (slope + curvature * begin)), tail = kTail - kLeastBend;
    if (line >= 1) return (std::sqrt(slope * slope + 2 * curvature * target) - slope) / (curvature * begin);
    return line > kTail ? line : kLeastBend + tail * tail / (tail + kTail - line);
  }

  // Sets what a target is missed by, if the state misses it by so much; fresh is 1 while targets are where they were at the
  // start, 0 once they have left.
  void meet(double miss, double fresh) {
    target = gap(state) + out * miss;
    given = out * (target - gap(std::max(share(target) - fresh * still, 0.0) * begin));
  }

  // How much the speed of the bend changes [rad per frame²], if the target came so far in the last two frames.
  double bending(double way, double first) const {
    const auto bend = [&](double at) { return std::max(share(at), 0.0); };
    return std::fabs(bend(target) - 2 * bend(target - way) + bend(target - way - first)) * begin * speed;
  }
};

}  // namespace manikin

// How much of a change of the shift is made (see levels.hpp).  Mirrors parts of manikin/solvers/levels.py.
#pragma once

#include <algorithm>

namespace manikin {

class Relaxation {
 public:
  // A change after another one: before·(change − before), |change − before|² and before·change.  It is the first one of its frame or
  // not; goes_on tells whether the frame before ended before its shift came to rest.
  void tell(bool first, bool goes_on, double along, double size, double same) {
    const double right = size > 0 ? -along / size : 1.0;  // how much of the last change was right
    if (!first)
      share_ = size > 0 ? std::min(std::max(share_ * right, kLeast), kMost) : 1.0;
    else if (!goes_on)
      share_ = carried_ = 1.0;
    else  // targets that have moved lead on: only what goes to and fro tells that it was too much
      share_ = carried_ = same < 0 ? std::min(std::max(carried_ * right, kLeastCarried), carried_) : std::min(kGrowing * carried_, 1.0);
  }
  double share() const { return share_; }

 private:
  static constexpr double kLeast = 0.2, kMost = 2;  // within a frame, by Aitken's rule
  // From frame to frame: the least that is made where it goes to and fro, and how fast more is made again.
  static constexpr double kLeastCarried = 0.1, kGrowing = 1.2;
  double share_ = 1, carried_ = 1;  // of the last round, and of the first round of the last frame
};

}  // namespace manikin

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <fstream>
#include <string>

/// How much memory something takes at its height.
namespace espy::test {

/// A line of /proc/self/status, in bytes.
inline double statusBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word != key) continue;
    double kilobytes = 0;
    status >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}

/// From its making on. Sanitizers keep what is freed, so with them nothing can be said.
class PeakMemory {
 public:
  PeakMemory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    std::ofstream clear("/proc/self/clear_refs");
    known_ = static_cast<bool>(clear << "5" << std::flush);
#endif
    before_ = statusBytes("VmRSS:");
  }

  bool isKnown() const {
    return known_;
  }
  /// Over what there was.
  double bytes() const {
    return std::max(0.0, statusBytes("VmHWM:") - before_);
  }

 private:
  bool known_ = false;
  double before_ = 0;
};

}  // namespace espy::test

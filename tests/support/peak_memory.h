// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <fstream>
#include <string>

/// Measures peak memory.
namespace espy::test {

/// Value of a line of /proc/self/status, in bytes.
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

/// Peak resident memory since construction. Unknown under sanitizers, which delay frees.
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
  /// Increase over the resident size at construction.
  double bytes() const {
    return std::max(0.0, statusBytes("VmHWM:") - before_);
  }

 private:
  bool known_ = false;
  double before_ = 0;
};

}  // namespace espy::test

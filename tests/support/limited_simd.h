// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/simd.h"

namespace espy::test {

/// RAII limit of the SIMD level; nullopt lifts the limit.
class LimitedSimd {
 public:
  explicit LimitedSimd(std::optional<SimdLevel> level) {
    if (!simdIsUnlimited()) before_ = simdLevel();
    limitSimd(level);
  }
  ~LimitedSimd() { limitSimd(before_); }
  LimitedSimd(const LimitedSimd&) = delete;
  LimitedSimd& operator=(const LimitedSimd&) = delete;

 private:
  std::optional<SimdLevel> before_;
};

}  // namespace espy::test

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Complete DTW tables of many windows at once: each vector lane has a window.
namespace espy::lab {

struct WindowLoop {
  std::int64_t windows;  ///< of a call
  /// Costs of the `windows` consecutive windows that begin at `samples`, each z-normalised; the
  /// query is. Bit-equal to `normalise` and `warpedCost` without a limit. Reads `length` +
  /// `windows` - 1 samples; `scratch` has 2 * `length` * `windows` numbers.
  void (*costs)(const double* query, const double* samples, std::int64_t length, double* scratch,
                double* to);
};
/// The loop for this processor.
const WindowLoop& windowLoop();

}  // namespace espy::lab

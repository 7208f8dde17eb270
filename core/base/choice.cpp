// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/choice.h"

#include <fmt/format.h>

namespace espy {

std::string timeInWords(double milliseconds) {
  return milliseconds < 1000 ? fmt::format("{:.0f} ms", milliseconds)
                             : fmt::format("{:.1f} s", milliseconds / 1000);
}

}  // namespace espy

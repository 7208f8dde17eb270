// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>

#include "espy/control.h"
#include "espy/error.h"

namespace espy::test {

/// The code of the error that work() throws; none if it returns.
template <class Work>
std::optional<ErrorCode> codeOf(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

/// Control of a call that was stopped before it began.
inline Control stopped() {
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  return control;
}

}  // namespace espy::test

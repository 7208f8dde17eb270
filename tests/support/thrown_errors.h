// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "espy/control.h"
#include "espy/error.h"

/// Expected errors.
namespace espy::test {

/// The code of the `Error` that work() throws; none if it returns.
template <class Work>
std::optional<ErrorCode> codeOf(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

/// The message of the `Error` that `action` throws, which must have this code; empty if it throws
/// none.
inline std::string errorOf(ErrorCode code, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
    return error.what();
  }
  return "";
}

inline void expectError(ErrorCode code, const std::function<void()>& action) {
  EXPECT_NE(errorOf(code, action), "") << "nothing was thrown";
}

/// A control whose stop was requested already.
inline Control stoppedControl() {
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  return control;
}

}  // namespace espy::test

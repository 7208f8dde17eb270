// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/modules.h"
#include "espy/control.h"
#include "espy/error.h"

/// Without OpenCV there are no features.
#define NEEDS_FEATURES()                                                   \
  if (modulePath("espy_features.so").empty()) {                            \
    GTEST_SKIP() << "built without OpenCV's features2d, calib3d, imgproc"; \
  }

namespace espy::identifytest {

inline Control onThreads(int threads) {
  Control control;
  control.threads = threads;
  return control;
}

/// The error message of `work`; empty without an error.
template <class Work>
std::string refusalOf(ErrorCode code, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return error.what();
  }
  return {};
}

}  // namespace espy::identifytest

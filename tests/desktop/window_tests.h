// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QtTest>
#include <memory>

namespace espy::desktop {

/// Timeout in milliseconds; generous, since nothing is timed.
inline constexpr int kPatience = 30000;

using MakeWindowTest = std::unique_ptr<QObject> (*)();

/// Registers a test in the common test program; always returns true.
bool addWindowTest(const char* name, MakeWindowTest make);

}  // namespace espy::desktop

/// Replaces QTEST_MAIN: `desktop_tests NAME` runs the test.
#define ESPY_WINDOW_TEST(name, Class)                \
  [[maybe_unused]] static const bool kKnows##Class = \
      addWindowTest(#name, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); })

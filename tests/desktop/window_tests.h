// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QtTest>
#include <memory>

namespace espy::desktop {

/// How long a test waits for what must come, in milliseconds; for slow machines, nothing is timed.
inline constexpr int kPatience = 30000;

using MakeWindowTest = std::unique_ptr<QObject> (*)();

/// Makes a test known to the one program of the window's tests; always true.
bool addWindowTest(const char* name, MakeWindowTest make);

}  // namespace espy::desktop

/// At the end of a test's source, in place of Qt's own main function: `desktop_tests NAME` runs it.
#define ESPY_WINDOW_TEST(name, Class)                \
  [[maybe_unused]] static const bool kKnows##Class = \
      addWindowTest(#name, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); })

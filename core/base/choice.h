// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "espy/error.h"
#include "espy/timeline.h"

namespace espy {

/// The GPU engine that `auto` may choose.
inline constexpr const char* kDeviceEngine = "cuda";
/// Milliseconds: start-up of a GPU; least saving for which `auto` chooses it.
inline constexpr double kDeviceStart = 250;
inline constexpr double kDeviceGain = 350;
/// Milliseconds of work on one thread from which several threads are faster.
inline constexpr double kWorthThreads = 0.2;

/// Estimated cost of a task, in milliseconds, by which `auto` chooses an engine.
struct WorkCost {
  int threads = 1;            ///< available to the processor's engines
  bool worthThreads = true;   ///< several threads are faster, their start included
  double processor = 0;       ///< on those threads; 0: a GPU is never considered
  double device = 0;          ///< on a GPU, start-up and transfers included
  double gain = kDeviceGain;  ///< least saving for which a GPU is chosen
  Message worth = {};         ///< reason for several threads; empty: their time
};

/// The engine that `auto` chose.
struct Choice {
  std::string engine;
  Message why;          ///< for the user
  std::string instead;  ///< used if the engine's device fails; empty: none
};

/// Chooses an engine by cost. `objection` returns why kDeviceEngine cannot do the task, or an empty
/// message; it is called only if a GPU would be faster, because it may start the driver, which
/// takes longer than most searches.
Choice chooseEngine(const WorkCost& cost, const std::function<Message()>& objection);

/// Formats a duration for the user: "40 ms", "2.5 s".
std::string timeInWords(double milliseconds);

/// Handles a failure of the chosen engine, which started at `start`: writes the reason and the lost
/// time to the report, and replaces the engine by `choice.instead`. Rethrows the current exception
/// if it is no device error or there is no such engine; so call it in a catch block.
void fallBack(Choice& choice, RunReport& report, std::chrono::steady_clock::time_point start,
              const Error& error);

/// Runs `run(engine)` on the chosen engine, and on `choice.instead` if its device fails. `run`
/// writes its report to the finding.
template <class Finding, class Run>
auto runOnChosen(Choice choice, Finding& finding, const Run& run) {
  const auto start = std::chrono::steady_clock::now();
  finding.report.choice = choice.why;
  try {
    return run(choice.engine);
  } catch (const Error& error) {
    fallBack(choice, finding.report, start, error);
  }
  return run(choice.engine);
}

}  // namespace espy

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "espy/error.h"
#include "espy/timeline.h"

namespace espy {

/// The GPU's engine that `auto` may choose.
inline constexpr const char* kDeviceEngine = "cuda";
/// Milliseconds until a GPU has started, and that it must save besides.
inline constexpr double kDeviceStart = 250;
inline constexpr double kDeviceGain = 350;
/// Milliseconds of work on one thread that are worth starting more.
inline constexpr double kWorthThreads = 0.2;

/// Estimated cost of a piece of work, in milliseconds, by which `auto` chooses an engine.
struct WorkCost {
  int threads = 1;            ///< that the engines of the processor may use
  bool worthThreads = true;   ///< several are faster, though they must start
  double processor = 0;       ///< on those threads; 0: never a GPU's work
  double device = 0;          ///< on a GPU, start and transfers included
  double gain = kDeviceGain;  ///< that a GPU must save
  Message worth = {};         ///< why several threads; empty: because of their time
};

/// An engine that `auto` chooses.
struct Choice {
  std::string engine;
  Message why;          ///< for people
  std::string instead;  ///< runs if the engine's device fails; empty: none
};

/// Chooses by cost alone. `objection` returns why kDeviceEngine cannot do the work, or nothing; it
/// is called only if a GPU would be faster, because starting a driver takes longer than most
/// searches.
Choice chooseEngine(const WorkCost& cost, const std::function<Message()>& objection);

/// A time for people: "40 ms", "2.5 s".
std::string timeInWords(double milliseconds);

/// After a failure of the chosen engine, which began at `start`: leaves in the report why and how
/// long it took, and in the choice the engine that does the work instead. Throws the error again
/// where there is none; to be called while it is handled.
void fallBack(Choice& choice, RunReport& report, std::chrono::steady_clock::time_point start,
              const Error& error);

/// Runs `run(engine)`, which leaves its report in the finding, on the chosen engine, and on the
/// other one if its device fails.
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

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// Runs `run(engine)`, which leaves its report in the finding, on the chosen engine. If its device
/// fails, runs it on the other one; `finding.report.fallback` is the reason.
template <class Finding, class Run>
auto runOnChosen(const Choice& choice, Finding& finding, const Run& run) {
  finding.report.choice = choice.why;
  Timeline attempt;
  Message fallback;
  try {
    const StageTimer timer(attempt, "failed on " + choice.engine);
    return run(choice.engine);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::device || choice.instead.empty()) throw;
    fallback = error.message();
  }
  finding.report = {};
  finding.report.timeline.add(attempt);
  finding.report.choice = choice.why;
  finding.report.fallback = fallback;
  return run(choice.instead);
}

}  // namespace espy

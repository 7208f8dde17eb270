// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/error.h"
#include "espy/timeline.h"

namespace espy {

/// Which engine `auto` takes.
struct Choice {
  std::string engine;
  Message why;          ///< for people
  std::string instead;  ///< who does it where the engine's device fails; empty: nobody
};

/// A time for people: "40 ms", "2.5 s".
std::string timeInWords(double milliseconds);

/// Runs `run(engine)`, which leaves its report in the finding, on the engine that was chosen. Where
/// its device fails, the other one does the work, and the finding says why.
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

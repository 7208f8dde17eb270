// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "timing/timing_result.h"

namespace espy::desktop {

/// One run of what is measured, the whole way that the command `espy find` goes: the picture is
/// read from its file, if it has one, searched, its matches are flagged, and a copy is marked. Each
/// stage is named as the engines name it.
class TimingWork {
 public:
  TimingWork(const Registry& registry, TimingSubject subject);

  /// Why this engine cannot do it here, or empty.
  Message refusalOf(const std::string& engine) const;
  /// What must be known about the figures, or empty.
  const QString& note() const { return note_; }

  /// Throws what the engine throws. Returns something to tell other answers from this one by.
  std::string run(const std::string& engine, const Control& control, RunReport& report) const;

 private:
  const Registry& registry_;
  TimingSubject subject_;
  std::vector<Needle> needles_;
  std::string file_;  ///< read in every run; empty: the picture is in memory already
  QString note_;
};

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QString>
#include <memory>
#include <vector>

#include "espy/engine/measure.h"
#include "espy/engine/registry.h"
#include "model/machine_facts.h"
#include "model/needle_tray.h"
#include "model/settings.h"

namespace espy::desktop {

/// What to measure: searching and marking one picture.
struct TimingSubject {
  PicturePtr scene;
  std::vector<NeedleItem> needles;
  SearchSettings settings;
  MarkSettings marks;

  bool complete() const { return scene && !needles.empty(); }
};

/// How to measure.
struct TimingOptions {
  int runs = 10;           ///< after the warm-up run
  bool reference = false;  ///< include the reference engine
  bool sweep = true;       ///< measure multi-threaded engines on 1, 2, ... threads
};

/// Results so far, or at the end.
struct TimingResult {
  TimingSubject subject;
  TimingOptions options;
  std::vector<MeasuredEngine> engines;  ///< one row each
  std::vector<MeasuredEngine> sweep;    ///< by engine, then by threads, ascending
  std::vector<Engine> facts;            ///< registry entries of the engines above
  MachineFacts machine;
  QDateTime date;      ///< of the start
  QString note;        ///< caveat about the figures, or empty
  QString failure;     ///< error that ended it, or empty
  bool whole = false;  ///< nothing is missing
};
using TimingResultPtr = std::shared_ptr<const TimingResult>;

}  // namespace espy::desktop

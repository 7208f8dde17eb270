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

/// What is measured: the search and the marking of one picture.
struct TimingSubject {
  PicturePtr scene;
  std::vector<NeedleItem> needles;
  SearchSettings settings;
  MarkSettings marks;

  bool complete() const { return scene && !needles.empty(); }
};

/// How it is measured.
struct TimingOptions {
  int runs = 10;           ///< after the first
  bool reference = false;  ///< the plain definition takes part, too
  bool sweep = true;       ///< engines of several threads on 1, 2, ...
};

/// What came out, so far or at the end.
struct TimingResult {
  TimingSubject subject;
  TimingOptions options;
  std::vector<MeasuredEngine> engines;  ///< one row each
  std::vector<MeasuredEngine> sweep;    ///< engine by engine, on more and more threads
  std::vector<Engine> facts;            ///< what the registry says of the engines above
  MachineFacts machine;
  QDateTime date;      ///< when it began
  QString note;        ///< what must be known about the figures, or empty
  QString failure;     ///< why it ended early, or empty
  bool whole = false;  ///< everything was measured that was to be
};
using TimingResultPtr = std::shared_ptr<const TimingResult>;

}  // namespace espy::desktop

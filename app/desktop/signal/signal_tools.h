// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "espy/engine/measure.h"
#include "espy/engine/motif.h"

namespace espy::desktop {

/// A recording as read, and what there is to say about its file.
struct LoadedRecording {
  Recording recording;
  Message note;
};

/// What the view asks of the core. Tests have recordings and answers of their own.
struct SignalTools {
  /// What may be chosen beside "auto".
  std::vector<std::string> engines;
  /// Can this engine do it here?
  std::function<bool(std::string_view engine)> can;
  std::function<LoadedRecording(const std::string& path, const std::stop_token& stop)> read;
  std::function<MotifFinding(std::string_view engine, const MotifTask& task,
                             const Control& control)>
      find;
  std::function<std::vector<std::pair<std::int64_t, std::int64_t>>(
      const MotifTask& task, const MotifMatch& match, std::size_t channel, const Control& control)>
      path;
  std::function<std::vector<MeasuredEngine>(const MeasuredWork& work, const Control& control)>
      measure;
  /// Writes marks; the ending chooses the format.
  std::function<void(const std::string& path, const std::vector<RecordingMark>& marks, double rate)>
      writeMarks;
};

SignalTools signalTools(const Registry& registry);

}  // namespace espy::desktop

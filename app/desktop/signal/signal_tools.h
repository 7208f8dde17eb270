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

/// A recording and a remark on its file.
struct LoadedRecording {
  Recording recording;
  Message note;
};

/// The view's interface to the core; tests replace it.
struct SignalTools {
  /// Selectable besides "auto".
  std::vector<std::string> engines;
  /// Whether the engine is available.
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
  /// Writes marks in the format of the extension.
  std::function<void(const std::string& path, const std::vector<RecordingMark>& marks, double rate)>
      writeMarks;
};

SignalTools signalTools(const Registry& registry);

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/signal_tools.h"

#include "espy/engine/registry.h"
#include "espy/recordings.h"

namespace espy::desktop {

SignalTools signalTools(const Registry& registry) {
  SignalTools tools;
  tools.engines = registry.engineNames();
  tools.can = [&registry](std::string_view engine) {
    return registry.refusal<FindMotif>(engine).empty();
  };
  tools.read = [](const std::string& path, const std::stop_token& stop) {
    RecordingOptions options;
    options.stop = stop;
    ReadRecording read = readRecording(path, options);
    Message note = std::move(read.note);
    return LoadedRecording{std::move(read), std::move(note)};
  };
  tools.find = [&registry](std::string_view engine, const MotifTask& task, const Control& control) {
    return findMotif(registry, engine, task, control);
  };
  tools.path = warpingPath;
  tools.measure = [&registry](const MeasuredWork& work, const Control& control) {
    return measure(registry, work, control);
  };
  tools.writeMarks = [](const std::string& path, const std::vector<RecordingMark>& marks,
                        double rate) { writeMarks(path, marks, rate); };
  return tools;
}

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "judge/fast.h"

#include "base/phrase.h"

namespace espy::judge {
namespace {

/// Registers of samples in lanes; 0: one sample at a time.
int registersFor(std::int64_t samples, int lanes) {
  if (samples * 4 < lanes || samples == 1) return 0;
  const std::int64_t single = (samples + lanes - 1) / lanes;
  const std::int64_t twice = (samples + 2 * lanes - 1) / (2 * lanes);
  // Two registers take less than twice the time of one, since each weight is loaded once.
  return twice * 20 <= single * 12 ? 2 : 1;
}

}  // namespace

void runFast(const NetworkTask& task, NetworkResult result, std::span<float> results,
             const FastOptions& options, const Control& control, RunReport& report) {
  const StageTimer timer(report.timeline, "layers");
  const FastTask fast{task, layersOf(task.network.shape), result, results, loops(), options};
  const int lanes = fast.loops.lanes;
  const int registers = registersFor(task.count(), lanes);
  const Message together = registers == 0
                               ? phrase("one sample at a time")
                               : phrase("{} samples for each weight loaded", registers * lanes);
  const bool oneRow = fast.layers.front().inputRows == 1 && task.network.shape.columns == 0;
  const std::int64_t inCache = options.cached / 2;
  if (oneRow && (registers == 0 || task.network.shape.inputs * registers * lanes > inCache)) {
    report.strategy = phrase("{}, tiles of rows through several layers", together);
    runTiles(fast, registers, control);
  } else if (registers == 0) {
    report.strategy = phrase("{}, row by row", together);
    runRows(fast, control);
  } else {
    report.strategy = phrase("{}, all layers at once", together);
    runWhole(fast, registers, control);
  }
}

}  // namespace espy::judge

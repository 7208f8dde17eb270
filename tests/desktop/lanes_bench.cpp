// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// lanes_bench: time to build the levels of 10^8 samples, and frame times while scrolling and
// zooming. Run on a quiet machine.
#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "espy/engine/measure.h"
#include "signal/lanes_view.h"

namespace espy::desktop {
namespace {

constexpr std::int64_t kSamples = 100000000;
constexpr int kLanes = 3;
constexpr int kFrames = 120;

/// A slow oscillation with noise, 16-bit.
std::shared_ptr<const std::vector<std::int16_t>> longSignal(std::uint32_t state) {
  auto samples = std::make_shared<std::vector<std::int16_t>>(kSamples);
  std::int32_t level = 0;
  for (std::int16_t& sample : *samples) {
    state = state * 1664525U + 1013904223U;
    level += static_cast<std::int32_t>(state >> 24U) - 128 - level / 256;
    sample = static_cast<std::int16_t>(std::clamp(level, -32000, 32000));
  }
  return samples;
}

ShownRecordingPtr longRecording() {
  auto shown = std::make_shared<ShownRecording>();
  shown->name = QStringLiteral("long");
  auto held = std::make_shared<std::vector<std::shared_ptr<const std::vector<std::int16_t>>>>();
  QElapsedTimer clock;
  qint64 summing = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    held->push_back(longSignal(static_cast<std::uint32_t>(lane) + 1));
    Samples::Layout layout;
    layout.type = Samples::Type::int16;
    layout.stride = 2;
    const Samples samples(held->back()->data(), kSamples, layout);
    shown->recording.channels.push_back({"", "", 250, samples});
    shown->levels.push_back(std::make_shared<SampleLevels>(samples));
    clock.start();
    shown->levels.back()->fill({});
    summing += clock.elapsed();
  }
  shown->recording.memory = held;
  std::printf("%d lanes of %lld samples: summed up in %lld ms, %zu bytes of levels a lane\n",
              kLanes, static_cast<long long>(kSamples), static_cast<long long>(summing),
              shown->levels.front()->bytes());
  return shown;
}

template <class Step>
void timeFrames(const char* name, LanesView& lanes, const Step& step) {
  std::vector<double> milliseconds;
  std::int64_t samples = 0;
  std::int64_t ranges = 0;
  for (int frame = 0; frame < kFrames; ++frame) {
    step(frame);
    QElapsedTimer clock;
    clock.start();
    lanes.viewport()->repaint();
    milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    samples = std::max(samples, lanes.lastRead().samples);
    ranges = std::max(ranges, lanes.lastRead().ranges);
  }
  const Statistics all = statisticsOf(milliseconds);
  std::printf("%-28s median %6.2f ms, MAD %5.2f, most %6.2f; reads %lld samples, %lld ranges\n",
              name, all.median, all.mad, all.most, static_cast<long long>(samples),
              static_cast<long long>(ranges));
}

void run() {
  LanesView lanes;
  lanes.resize(1920, 900);
  lanes.show();
  lanes.setRecording(longRecording());
  QApplication::processEvents();
  const auto all = static_cast<double>(kSamples);
  timeFrames("zooming in, all to samples", lanes, [&](int) { lanes.zoom(1.11); });
  for (const double seen : {1e3, 1e5, 1e7, 5e7}) {
    lanes.showPart(0, seen);
    char name[64];
    std::snprintf(name, sizeof name, "scrolling, %.0e samples seen", seen);
    timeFrames(name, lanes, [&](int frame) {
      lanes.setFrom((all - seen) * static_cast<double>(frame) / kFrames);
    });
  }
}

}  // namespace
}  // namespace espy::desktop

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  espy::desktop::run();
  return 0;
}

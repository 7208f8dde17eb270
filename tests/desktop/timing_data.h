// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "espy/engine/measure.h"
#include "model/needle_tray.h"

namespace espy::desktop {

/// Statistics of ten runs with a spread of a tenth of the median.
inline Statistics statisticsAround(double median) {
  Statistics made;
  made.median = median;
  made.mad = median / 10;
  made.mean = median;
  made.deviation = median / 8;
  made.least = median * 0.8;
  made.most = median * 1.2;
  made.count = 10;
  return made;
}

/// A measured engine; its total is the sum of its stages, its first run takes half as long again.
inline MeasuredEngine measuredEngine(const std::string& name, int threads,
                                     const std::vector<std::pair<std::string, double>>& stages) {
  MeasuredEngine made;
  made.engine = name;
  made.threads = threads;
  made.facts.oneThread = name == "sequential" || name == "reference";
  made.facts.device = name.starts_with("cuda");
  double sum = 0;
  for (const auto& [stage, milliseconds] : stages) {
    made.stages.push_back({stage, statisticsAround(milliseconds), {}});
    sum += milliseconds;
  }
  made.total = statisticsAround(sum);
  made.firstMilliseconds = sum * 1.5;
  made.milliseconds.assign(10, sum);
  return made;
}

inline MeasuredEngine refusedEngine(const std::string& name, const std::string& why) {
  MeasuredEngine made;
  made.engine = name;
  made.refusal = why;
  return made;
}

/// Four engines of a machine without a GPU.
inline std::vector<MeasuredEngine> someEngines() {
  return {
      measuredEngine("sequential", 1,
                     {{"load", 4}, {"pass 1", 60}, {"pass 2", 10}, {"pass 3", 20}, {"other", 6}}),
      measuredEngine("openmp", 4,
                     {{"load", 4}, {"pass 1", 15}, {"pass 2", 4}, {"pass 3", 5}, {"other", 2}}),
      refusedEngine("cuda-passes", "no NVIDIA driver (libcuda.so.1) was found"),
      refusedEngine("cuda", "no NVIDIA driver (libcuda.so.1) was found")};
}

/// A small colour picture without repetitions, except for one pattern that occurs twice.
inline PicturePtr smallScene() {
  auto scene = std::make_shared<Picture>();
  scene->image = Image({96, 64}, {3, Depth::u8});
  scene->name = QStringLiteral("small");
  const MutableImageView pixels = scene->image.pixels();
  std::uint32_t state = 1;
  for (std::int64_t y = 0; y < pixels.height(); ++y) {
    for (std::int64_t i = 0; i < pixels.rowBytes(); ++i) {
      state = state * 1664525U + 1013904223U;
      pixels.row(y)[i] = static_cast<std::uint8_t>(state >> 24U);
    }
  }
  for (std::int64_t y = 0; y < 8; ++y) {
    for (std::int64_t i = 0; i < 24; ++i) {
      pixels.pixel(60, 40 + y)[i] = pixels.pixel(10, 12 + y)[i];
    }
  }
  return scene;
}

/// The pattern that occurs twice.
inline NeedleItem smallNeedle(const Picture& scene) {
  NeedleItem item;
  auto picture = std::make_shared<Picture>();
  picture->image = cutOut(scene.image, QRect(10, 12, 8, 8));
  item.picture = picture;
  item.colour = QColor(0xd5, 0x5e, 0x00);
  return item;
}

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// texture-search with OpenCV's knnMatch, in a separate module.
#include <opencv2/core.hpp>
#include <opencv2/features2d.hpp>

#include "base/phrase.h"
#include "espy/engine/plugin.h"
#include "espy/error.h"
#include "lab/engines.h"
#include "lab/texture_counting.h"
#include "lab/texture_strategies.h"

namespace espy::lab {
namespace {

/// Converts to floats, which hold the sums exactly: OpenCV's byte loops take eight times as long.
cv::Mat rowsOf(std::span<const std::uint8_t> bytes) {
  cv::Mat floats;
  cv::Mat(static_cast<int>(std::ssize(bytes) / kFeatureBytes), kFeatureBytes, CV_8UC1,
          const_cast<std::uint8_t*>(bytes.data()))
      .convertTo(floats, CV_32F);
  return floats;
}

std::vector<std::vector<cv::DMatch>> twoNearest(std::span<const std::uint8_t> query,
                                                std::span<const std::uint8_t> reference) {
  std::vector<std::vector<cv::DMatch>> matches;
  try {
    const cv::BFMatcher matcher(cv::NORM_L2SQR);
    // Prevents nested parallelism: OpenCV runs a loop within a loop on one thread, and
    // cv::setNumThreads would affect the whole program.
    cv::parallel_for_(cv::Range(0, 1), [&](const cv::Range&) {
      matcher.knnMatch(rowsOf(query), rowsOf(reference), matches, 2);
    });
  } catch (const cv::Exception& error) {
    throw Error(ErrorCode::unsupported, phrase("knnMatch failed: {}", error.msg));
  }
  return matches;
}

void count(const TextureTask& task, std::span<std::int32_t> counts, const Control& control,
           Timeline& timeline) {
  overReferences(task, counts, control, timeline, [&](std::size_t q, std::int64_t reference, int) {
    std::int32_t matching = 0;
    for (const auto& two : twoNearest(task.queries[q], task.reference(reference))) {
      const bool match = isMatch(static_cast<std::int64_t>(two.at(0).distance),
                                 static_cast<std::int64_t>(two.at(1).distance), task.ratio);
      matching += match ? 1 : 0;
    }
    return matching;
  });
}

void addOpenCv(Registry& registry) {
  registry.setEngine({kOpenCv, true, "OpenCV " CV_VERSION, ""});
  registry.add<CountByOpenCv>(kOpenCv, count);
}

const EnginePlugin kPlugin{kEnginePluginInterface, ESPY_VERSION, addOpenCv};

}  // namespace
}  // namespace espy::lab

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* espyEnginePlugin() {
  return &espy::lab::kPlugin;
}

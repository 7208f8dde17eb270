// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/conclusions.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "base/phrase.h"

namespace espy::lab {
namespace {

constexpr const char* kGrowingSearches[] = {"sequential", "openmp-product", "best",
                                            "cuda-fp16-batch", "cuda-best"};
constexpr const char* kOthers[] = {"sequential", "openmp-loop", "openmp-product", "opencv"};
constexpr const char* kOthersOnGpu[] = {"cuda-fp32",       "cuda-mixed",       "cuda-fp16",
                                        "cuda-fp32-batch", "cuda-mixed-batch", "cuda-fp16-batch"};
constexpr const char* kOthersFromHost[] = {"cuda-fp16-host", "cuda-fp16-pinned",
                                           "cuda-fp16-threads"};

/// Factor by which the best of the others is slower than `ours`, at the point where it is least.
Message gainOver(const LabReport& report, const char* ours, std::span<const char* const> others) {
  double least = 0;
  std::string nearest;
  for (const LabPoint& point : report.points) {
    const LabRow* own = rowOf(point, ours);
    if (own == nullptr || own->work.median <= 0) continue;
    for (const char* strategy : others) {
      const LabRow* row = rowOf(point, strategy);
      if (row == nullptr) continue;
      const double gain = row->work.median / own->work.median;
      if (!nearest.empty() && gain >= least) continue;
      least = gain;
      nearest = strategy;
    }
  }
  if (nearest.empty()) return {};
  return phrase("{} took at least {} times as long as {}.", nearest, shown(least), ours);
}

/// Effect of rounding on the counts, over all points.
Message lossByRounding(const LabReport& report) {
  struct Loss {
    std::int64_t differing = 0;
    double items = 0;
  };
  std::map<std::string, Loss> losses;
  for (const LabPoint& point : report.points) {
    for (const LabRow& row : point.rows) {
      if (!row.refusal.empty() || !row.differing) continue;
      Loss& loss = losses[row.strategy];
      loss.differing += *row.differing;
      loss.items += point.items;
    }
  }
  Message all;
  for (const auto& [strategy, loss] : losses) {
    Message part =
        phrase("{} {} of {}", strategy, loss.differing, static_cast<std::int64_t>(loss.items));
    all = all.empty() ? part : phrase("{}, {}", all, part);
  }
  if (all.empty()) return {};
  return phrase("Counts that differ from those of integers: {}.", all);
}

}  // namespace

std::vector<Message> textureConclusions(const LabReport& report) {
  std::vector<Message> sentences;
  for (Message sentence :
       {growth(report, kGrowingSearches), gainOver(report, "best", kOthers),
        gainOver(report, "cuda-best", kOthersOnGpu),
        gainOver(report, "cuda-best-host", kOthersFromHost), lossByRounding(report)}) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace espy::lab

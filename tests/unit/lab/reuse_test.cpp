// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// memory-reuse on the processor.
#include <gtest/gtest.h>

#include <cmath>

#include "espy/engine/all.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/reuse_task.h"

namespace espy::lab {
namespace {

double variationOf(const std::vector<float>& values, int width) {
  double sum = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (i % static_cast<std::size_t>(width) != 0) sum += std::abs(values[i] - values[i - 1]);
  }
  return sum;
}

TEST(LabReuse, TheSameOnAnyThreads) {
  for (const auto kernel :
       {ReuseKernel::denoising, ReuseKernel::segmentation, ReuseKernel::registration}) {
    const ReuseTask task = drawReuse(kernel, 19, 12, 4);
    Timeline unheard;
    const std::vector<float> one = runReuse(task, {1, {}, {}}, unheard);
    EXPECT_EQ(one.size(), task.start.size());
    EXPECT_NE(one, task.start);
    EXPECT_EQ(one, runReuse(task, {3, {}, {}}, unheard));
  }
}

TEST(LabReuse, CurvatureFlowRemovesNoise) {
  const ReuseTask task = drawReuse(ReuseKernel::denoising, 16, 20, 1);
  Timeline unheard;
  EXPECT_LT(variationOf(runReuse(task, {}, unheard), 16), 0.7 * variationOf(task.start, 16));
}

TEST(LabReuse, TheLevelSetFindsTheDisc) {
  const ReuseTask task = drawReuse(ReuseKernel::segmentation, 48, 60, 1);
  Timeline unheard;
  const std::vector<float> levels = runReuse(task, {}, unheard);
  int wrong = 0;
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 48; ++x) {
      const bool inDisc = std::hypot(x - 24, y - 24) < 0.3 * 48;
      const bool found = levels[static_cast<std::size_t>(y * 48 + x)] > 0;
      wrong += inDisc != found ? 1 : 0;
    }
  }
  EXPECT_LT(wrong, 48 * 48 / 50);
}

TEST(LabReuse, RegistrationBringsThePicturesTogether) {
  const ReuseTask task = drawReuse(ReuseKernel::registration, 40, 400, 1);
  Timeline unheard;
  const std::vector<float> found = runReuse(task, {}, unheard);
  const auto difference = [&](const std::vector<float>& displacements) {
    double sum = 0;
    for (int i = 0; i < 1600; ++i) {
      const auto at = static_cast<std::size_t>(i);
      sum += std::abs(greyAt(task.pictures.data() + 1600, 40, 40,
                             static_cast<float>(i % 40) + displacements[at],
                             static_cast<float>(i / 40) + displacements[1600 + at]) -
                      task.pictures[at]);
    }
    return sum;
  };
  EXPECT_LT(difference(found), 0.7 * difference(task.start));
}

TEST(LabMemoryReuse, TheExperimentRunsAndIsRight) {
  for (const char* kernel : {"denoising", "segmentation", "registration"}) {
    LabRequest request;
    request.experiment = "memory-reuse";
    request.settings = {{"kernel", kernel}, {"size", "12"}, {"iterations", "3"}};
    request.runs = 1;
    const LabReport report = runLab(makeRegistry(), request);
    ASSERT_EQ(report.points.size(), 1U);
    EXPECT_EQ(report.points[0].rows.size(), 5U);
    for (const LabRow& row : report.points[0].rows) {
      EXPECT_TRUE(!row.refusal.empty() || row.same) << row.strategy;
    }
  }
  LabRequest large;
  large.experiment = "memory-reuse";
  large.settings = {{"size", "513"}};
  EXPECT_THROW(runLab(makeRegistry(), large), Error);
}

}  // namespace
}  // namespace espy::lab

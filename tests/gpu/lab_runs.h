// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "espy/engine/all.h"
#include "espy/engine/lab.h"

namespace espy::test {

/// Runs an experiment, and expects that every strategy works, and `onGpu` of them on the GPU.
inline void expectExperiment(const std::string& name,
                             const decltype(LabRequest::settings)& settings, int onGpu,
                             std::size_t points = 1) {
  LabRequest request;
  request.experiment = name;
  request.settings = settings;
  request.runs = 2;
  // Strategies of the processor are slow where others use its cores.
  request.patience = 600;
  const LabReport report = runLab(makeRegistry(), request);
  ASSERT_EQ(report.points.size(), points);
  for (const LabPoint& point : report.points) {
    for (const LabRow& row : point.rows) {
      EXPECT_EQ(row.refusal, "") << row.strategy;
      EXPECT_TRUE(row.same) << row.strategy;
    }
    EXPECT_EQ(std::ranges::count(point.rows, 0, &LabRow::threads), onGpu);
  }
}

}  // namespace espy::test

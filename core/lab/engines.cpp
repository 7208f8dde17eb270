// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/engines.h"

#include "base/plugins.h"

namespace espy::lab {

Message whyNot(const Engine& engine) {
  if (engine.available) return {};
  return engine.detail.empty() ? phrase("it cannot run here") : engine.detail;
}

Registry ownEngines() {
  Registry registry;
  registry.addEnginesLater({{kGpu, false, "", "", {.device = true}}}, [](Registry& engines) {
    openPlugin("espy_cuda_lab.so", phrase("espy_cuda_lab.so was not found: install the package "
                                          "espy-cuda-lab, or build with nvcc"))
        .addEngines(engines);
  });
  registry.addEnginesLater({{kOpenCv, false, "", ""}}, [](Registry& engines) {
    openPlugin(
        "espy_lab_opencv.so",
        phrase(
            "espy_lab_opencv.so was not found: install the package espy-lab, or build with OpenCV"))
        .addEngines(engines);
  });
  return registry;
}

}  // namespace espy::lab

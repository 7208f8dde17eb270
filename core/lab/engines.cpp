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
    openPlugin("espy_cuda_lab.so",
               phrase("there is no espy_cuda_lab.so: the package espy-cuda-lab has it, or a build "
                      "where nvcc is"))
        .addEngines(engines);
  });
  registry.addEnginesLater({{kOpenCv, false, "", ""}}, [](Registry& engines) {
    openPlugin("espy_lab_opencv.so",
               phrase("there is no espy_lab_opencv.so: the package espy-lab has it, or a build "
                      "where OpenCV is"))
        .addEngines(engines);
  });
  return registry;
}

}  // namespace espy::lab

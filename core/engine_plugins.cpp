// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/phrase.h"
#include "base/plugins.h"
#include "espy/engine/plugin.h"

#include <dlfcn.h>

#include <string_view>

#include "base/modules.h"
#include "espy/engine/all.h"
#include "espy/error.h"

namespace espy {

void addPluginEngines(Registry& registry) {
  const EngineFacts card{.device = true};
  registry.addEnginesLater(
      {{"cuda", false, "", phrase("the fast search on a graphics card"), card},
       {"cuda-passes", false, "",
        phrase("the three passes as plain kernels on a graphics card, to look at"), card}},
      [](Registry& engines) {
        openPlugin("espy_cuda.so", phrase("there is no espy_cuda.so: the package espy-cuda has it, "
                                          "or a build where nvcc is"))
            .addEngines(engines);
      });
}

}  // namespace espy

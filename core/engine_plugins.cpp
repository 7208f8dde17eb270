// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/phrase.h"
#include "base/plugins.h"
#include "espy/engine/all.h"
#include "espy/engine/plugin.h"
#include "espy/error.h"

namespace espy {

void addPluginEngines(Registry& registry) {
  const EngineFacts gpus{.device = true};
  registry.addEnginesLater({{"cuda", false, "", phrase("the fast search on a GPU"), gpus},
                            {"cuda-passes", false, "",
                             phrase("the three passes as plain GPU kernels, for study"), gpus}},
                           [](Registry& engines) {
                             openPlugin("espy_cuda.so",
                                        phrase("no GPU support installed (package espy-cuda)"))
                                 .addEngines(engines);
                           });
}

}  // namespace espy

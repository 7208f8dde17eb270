// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/identify_tools.h"

#include "espy/engine/registry.h"

namespace espy::desktop {

IdentifyTools identifyTools(const Registry& registry) {
  IdentifyTools tools;
  tools.engines = registry.engineNames();
  tools.maker = featureMaker;
  tools.features = featuresOf;
  tools.identify = [&registry](std::string_view engine, const SurfaceLibrary& library,
                               const ImageView& photograph, const Control& control) {
    return identifySurface(registry, engine, library, photograph, {}, control);
  };
  return tools;
}

}  // namespace espy::desktop

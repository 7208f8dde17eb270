// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "espy/engine/surfaces.h"

namespace espy {
class Registry;
}

namespace espy::desktop {

/// Functions of the core that the view calls. Tests replace them.
struct IdentifyTools {
  /// Engine names to offer in addition to "auto".
  std::vector<std::string> engines;
  std::function<std::string()> maker;
  std::function<Features(const ImageView& photograph, const FeatureOptions& options,
                         const Control& control)>
      features;
  std::function<SurfaceAnswer(std::string_view engine, const SurfaceLibrary& library,
                              const ImageView& photograph, const Control& control)>
      identify;
};

IdentifyTools identifyTools(const Registry& registry);

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/registry.h"

namespace espy::test {

/// The engines that run here and have this capability, without the reference.
template <class Capability>
std::vector<std::string> enginesWith(const Registry& registry) {
  std::vector<std::string> names;
  for (const Engine& engine : registry.engines()) {
    if (engine.name != "reference" && engine.available && registry.has<Capability>(engine.name)) {
      names.push_back(engine.name);
    }
  }
  return names;
}

}  // namespace espy::test

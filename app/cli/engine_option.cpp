// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "engine_option.h"

#include "messages.h"

namespace espy::cli {

void checkEngine(const Registry& registry, const std::string& engine) {
  if (engine == "auto") return;
  std::string known = "auto";
  for (const Engine& candidate : registry.engines()) {
    if (candidate.name != engine) {
      known += ", " + candidate.name;
    } else if (!candidate.available) {
      throw UseError("--engine " + engine + ": cannot run here: " + candidate.detail);
    } else {
      return;
    }
  }
  throw UseError("--engine " + engine + ": must be one of " + known);
}

}  // namespace espy::cli

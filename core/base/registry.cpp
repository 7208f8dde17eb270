// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/registry.h"

#include "base/parallel.h"
#include "espy/error.h"

namespace espy {

const Engine& Registry::engine(std::string_view name) const {
  std::string known;
  for (const Engine& engine : engines_) {
    if (engine.name == name) return engine;
    known += (known.empty() ? "" : ", ") + engine.name;
  }
  throw Error(ErrorCode::badUse,
              "there is no engine named " + std::string(name) + "; known are " + known);
}

const std::any& Registry::lookUp(std::string_view name, std::type_index capability,
                                 std::string_view capabilityName) const {
  const Engine& asked = engine(name);
  if (!asked.available) {
    throw Error(ErrorCode::unsupported,
                "engine " + asked.name + " cannot run here: " + asked.detail);
  }
  const auto found = functions_.find({asked.name, capability});
  if (found == functions_.end()) {
    throw Error(ErrorCode::unsupported,
                "engine " + asked.name + " has no " + std::string(capabilityName));
  }
  return found->second;
}

void addBuiltInEngines(Registry& registry) {
  registry.addEngine({"reference", true, "1 thread", "the definition: plain, sequential, slow"});
  registry.addEngine({"sequential", true, "1 thread", "the fast search on one core"});
  const int threads = hardwareThreads();
  registry.addEngine({"openmp", true,
                      std::to_string(threads) + (threads == 1 ? " thread" : " threads"),
                      "the fast search on all cores"});
}

}  // namespace espy

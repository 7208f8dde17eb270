// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Fake espy_cuda.so that needs no GPU. FAKE_INTERFACE, FAKE_VERSION and FAKE_ENTRY select a defect
// at compile time.
#include <cstdlib>
#include <fstream>

#include "espy/engine/all.h"
#include "espy/engine/plugin.h"

#ifndef FAKE_INTERFACE
#define FAKE_INTERFACE espy::kEnginePluginInterface
#endif
#ifndef FAKE_VERSION
#define FAKE_VERSION espy::version()
#endif
#ifndef FAKE_ENTRY
#define FAKE_ENTRY espyEnginePlugin
#endif

namespace {

/// Writes a trace file when the library is loaded.
const bool kTraced = [] {
  if (const char* path = std::getenv("ESPY_FAKE_PLUGIN_TRACE")) std::ofstream{path} << "loaded\n";
  return true;
}();

/// Finds every needle at 1,2, or fails like a GPU.
std::vector<std::vector<espy::Place>> findAtOneTwo(const espy::Scene& /*scene*/,
                                                   std::span<const espy::Needle> needles,
                                                   const espy::ExactOptions& /*options*/,
                                                   const espy::Control& /*control*/,
                                                   espy::RunReport& report) {
  report.engine = "cuda";
  if (std::getenv("ESPY_FAKE_CARD_FAILS") != nullptr) {
    throw espy::Error(espy::ErrorCode::device, "the card is out of memory");
  }
  return {needles.size(), {{1, 2}}};
}

void addEngines(espy::Registry& registry) {
  registry.setEngine({"cuda", kTraced, "a card that is none", "finds everything at 1,2"});
  registry.add<espy::FindExact>("cuda", findAtOneTwo);
  registry.addEngine({"cuda:1",
                      kTraced,
                      "half a card",
                      "the same alone",
                      {.device = true, .part = true, .memory = 7, .peers = {"cuda:0"}}});
  registry.add<espy::FindExact>(
      "cuda:1",
      [](const espy::Scene& scene, std::span<const espy::Needle> needles,
         const espy::ExactOptions& options, const espy::Control& control, espy::RunReport& report) {
        auto places = findAtOneTwo(scene, needles, options, control, report);
        report.engine = "cuda:1";
        return places;
      });
  registry.setEngine({"cuda-passes", false, "this card has no passes", "would find nothing"});
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* FAKE_ENTRY() {
  static const espy::EnginePlugin plugin{FAKE_INTERFACE, FAKE_VERSION, addEngines};
  return &plugin;
}

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What Espy sees of this library.
#include "espy/engine/plugin.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/base/gpu.h"
#include "cuda/base/resident.h"
#include "cuda/contour/engines.h"
#include "cuda/denoise/engines.h"
#include "cuda/exact/engines.h"
#include "cuda/find/engines.h"
#include "cuda/identify/engines.h"
#include "cuda/index/engines.h"
#include "cuda/judge/engines.h"
#include "cuda/mark/engines.h"
#include "cuda/pose/engines.h"
#include "cuda/score/engines.h"
#include "cuda/signal/engines.h"
#include "espy/engine/network.h"
#include "espy/engine/several.h"

namespace espy::cuda {
namespace {

/// Adds functions to an engine, bound to a device.
class DeviceEngine {
 public:
  DeviceEngine(Registry& registry, std::string name, int device)
      : registry_(registry), name_(std::move(name)), device_(device) {}

  template <class Capability, class Function>
  void add(const Function& function) const {
    registry_.add<Capability>(name_,
                              Bound<typename Capability::Function>::to(device_, name_, function));
  }

 private:
  template <class Function>
  struct Bound;
  template <class Result, class... Arguments>
  struct Bound<std::function<Result(Arguments...)>> {
    template <class Function>
    static std::function<Result(Arguments...)> to(int device, const std::string& name,
                                                  const Function& function) {
      return [=](Arguments... arguments) -> Result {
        const OnDevice here(device, name);
        return function(std::forward<Arguments>(arguments)...);
      };
    }
  };

  Registry& registry_;
  std::string name_;
  int device_;
};

void addFunctions(const DeviceEngine& engine) {
  engine.add<FindExact>(findExact);
  engine.add<FindIndexed>(findIndexed);
  engine.add<FlagMatches>(flagMatches);
  engine.add<KeepPicture>(keepPicture);
  engine.add<FillDistances>(fillDistances);
  engine.add<MarkPicture>(markPicture);
  engine.add<FindScored>(findScored);
  engine.add<MapScores>(mapScores);
  engine.add<FindPosed>(findPosed);
  engine.add<DenoiseSamples>(denoiseOnGpu);
  engine.add<FillIntervals<float>>(fillIntervalsOnGpu<float>);
  engine.add<FillIntervals<std::int32_t>>(fillIntervalsOnGpu<std::int32_t>);
  engine.add<FillIntervals<std::uint16_t>>(fillIntervalsOnGpu<std::uint16_t>);
  engine.add<DivideIntervals<float>>(divideIntervalsOnGpu<float>);
  engine.add<DivideIntervals<std::int32_t>>(divideIntervalsOnGpu<std::int32_t>);
  engine.add<FindSignal<std::int32_t>>(findSignal<std::int32_t>);
  engine.add<FindSignal<float>>(findSignal<float>);
  engine.add<FindMotif>(findMotifOnGpu);
  engine.add<FindMotifAgain>(findMotifAgainOnGpu);
  engine.add<RankReferences>(rankOnGpu);
  engine.add<RunNetwork>(runNetwork);
  engine.add<RateSamples>(rateSamples);
  engine.add<TrainNetwork>(trainNetwork);
  engine.add<PaintMarks>(paintMarks);
  engine.add<ScreenColour>(screenColour);
}

std::string nameOf(int device) {
  return "cuda:" + std::to_string(device);
}

/// The engine of one device, a part of `cuda`.
Engine engineOf(const Engine& whole, int device, const Availability& found) {
  Engine engine{nameOf(device), found.available, found.detail, phrase("the same on this GPU alone"),
                whole.facts};
  engine.facts.part = true;
  engine.facts.memory = found.memory;
  for (const int peer : found.peers) engine.facts.peers.push_back(nameOf(peer));
  return engine;
}

/// Adds `cuda:0`, `cuda:1` and so on, and returns those that can run.
std::vector<int> addDevices(Registry& registry, const Engine& whole,
                            const std::vector<Availability>& devices) {
  std::vector<int> usable;
  for (int device = 0; device < static_cast<int>(devices.size()); ++device) {
    const Engine engine = engineOf(whole, device, devices[static_cast<std::size_t>(device)]);
    registry.addEngine(engine);
    if (!engine.available) continue;
    addFunctions({registry, engine.name, device});
    usable.push_back(device);
  }
  return usable;
}

void addEngines(Registry& registry) {
  const std::vector<Availability> devices = findDevices();
  Engine whole = registry.engine("cuda");
  whole.detail = devices.front().detail;
  whole.facts.hidden = hiddenGpus();
  std::vector<int> usable;
  // Without any device the first entry is the reason.
  if (devices.front().memory > 0 || devices.size() > 1) {
    usable = addDevices(registry, whole, devices);
  }
  whole.available = !usable.empty();
  Several several{"cuda", {}};
  if (devicesPerGpu() > 1) several.least = 0;  // tests divide small work too
  for (const int device : usable) {
    several.members.push_back(nameOf(device));
    whole.facts.memory += devices[static_cast<std::size_t>(device)].memory;
  }
  if (usable.size() > 1) {
    whole.detail =
        phrase("{} GPUs: {} to {}", usable.size(), several.members.front(), several.members.back());
  } else if (usable.size() == 1) {
    whole.detail = devices[static_cast<std::size_t>(usable.front())].detail;
  }
  registry.setEngine(whole);
  Engine passes = registry.engine("cuda-passes");
  passes.available = whole.available;
  passes.detail =
      usable.empty() ? whole.detail : devices[static_cast<std::size_t>(usable.front())].detail;
  registry.setEngine(passes);
  if (usable.empty()) return;

  if (usable.size() > 1) {
    addSeveral(registry, several);
  } else {
    addFunctions({registry, "cuda", usable.front()});
  }
  const DeviceEngine plain(registry, "cuda-passes", usable.front());
  plain.add<FindExact>(findByPasses);
  plain.add<FlagMatches>(flagByPasses);
  plain.add<RunNetwork>(runNetworkPlainly);
  plain.add<RateSamples>(rateSamplesPlainly);
  plain.add<PaintMarks>(paintMarks);
  plain.add<ScreenColour>(screenColour);
}

const EnginePlugin kPlugin{kEnginePluginInterface, ESPY_VERSION, addEngines};

}  // namespace
}  // namespace espy::cuda

extern "C" __attribute__((visibility("default"))) const espy::EnginePlugin* espyEnginePlugin() {
  return &espy::cuda::kPlugin;
}

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "cuda/base/device.h"
#include "cuda/base/resident.h"
#include "cuda/exact/engines.h"
#include "cuda/identify/engines.h"
#include "cuda/pose/engines.h"
#include "cuda/score/engines.h"
#include "espy/engine/all.h"

/// The GPU engines linked to this program instead of those of the plug-in, so that what they keep
/// can be limited and failures planned.
namespace espy::test {

inline std::string deviceName(int device) {
  return "gpu:" + std::to_string(device);
}

template <class Capability, class Function>
void addOnDevice(Registry& registry, int device, Function* function) {
  registry.add<Capability>(deviceName(device), [=](auto&&... arguments) {
    const cuda::OnDevice here(device, deviceName(device));
    return function(std::forward<decltype(arguments)>(arguments)...);
  });
}

/// Adds the engine `gpu:DEVICE`.
inline void addDeviceEngine(Registry& registry, int device) {
  registry.addEngine({deviceName(device), true, "", "", {.device = true}});
  addOnDevice<KeepPicture>(registry, device, cuda::keepPicture);
  addOnDevice<FindExact>(registry, device, cuda::findExact);
  addOnDevice<FillDistances>(registry, device, cuda::fillDistances);
  addOnDevice<FindScored>(registry, device, cuda::findScored);
  addOnDevice<FindPosed>(registry, device, cuda::findPosed);
  addOnDevice<RankReferences>(registry, device, cuda::rankOnGpu);
}

}  // namespace espy::test

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/phrase.h"
#include "espy/engine/registry.h"

namespace espy::lab {

/// Engines of the lab's own modules.
inline constexpr const char* kGpu = "cuda";
inline constexpr const char* kOpenCv = "opencv";

/// Returns why the engine cannot run here, or nothing.
Message whyNot(const Engine& engine);

/// What the experiments compare.
struct Engines {
  const Registry& registry;  ///< the program's
  const Registry& own;       ///< the lab's: strategies on a GPU and by OpenCV

  Engines(const Registry& all) : Engines(all, all) {}
  Engines(const Registry& programs, const Registry& labs) : registry(programs), own(labs) {}

  /// Why the GPU cannot run this strategy of the lab, or nothing.
  template <class Capability>
  Message gpuRefusal() const {
    if (Message no = whyNot(registry.engine(kGpu)); !no.empty()) return no;
    if (Message no = whyNot(own.engine(kGpu)); !no.empty()) return no;
    return own.has<Capability>(kGpu) ? Message() : phrase("this build has no such kernels");
  }
};

/// The engines `kGpu` and `kOpenCv`. A module is loaded when its engine is first used.
Registry ownEngines();

}  // namespace espy::lab

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/phrase.h"
#include "espy/engine/registry.h"

namespace espy::lab {

/// Names of the lab's engines.
inline constexpr const char* kGpu = "cuda";
inline constexpr const char* kOpenCv = "opencv";

/// Returns why the engine is not available, or an empty message.
Message whyNot(const Engine& engine);

/// Registries of the engines that experiments compare.
struct Engines {
  const Registry& registry;  ///< the program's
  const Registry& own;       ///< the lab's: strategies on a GPU and with OpenCV

  Engines(const Registry& all) : Engines(all, all) {}
  Engines(const Registry& programs, const Registry& labs) : registry(programs), own(labs) {}

  /// Returns why the GPU cannot run this strategy of the lab, or an empty message.
  template <class Capability>
  Message gpuRefusal() const {
    if (Message no = whyNot(registry.engine(kGpu)); !no.empty()) return no;
    if (Message no = whyNot(own.engine(kGpu)); !no.empty()) return no;
    return own.has<Capability>(kGpu) ? Message() : phrase("this build has no such kernels");
  }
};

/// Returns the engines `kGpu` and `kOpenCv`. Their modules are loaded on first use.
Registry ownEngines();

}  // namespace espy::lab

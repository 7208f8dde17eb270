// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What a search of pictures needs, without all else, so that it can be compiled and linked alone.
#include "base/within_memory.h"
#include "espy/engine/all.h"

namespace espy {

Registry makeFindRegistry() {
  checkSimdVariable();
  Registry registry;
  addBuiltInEngines(registry);
  addPictures(registry);
  addFind(registry);
  addExact(registry);
  addIndexed(registry);
  addScored(registry);
  addPosed(registry);
  addDenoise(registry);
  addContour(registry);
  addMark(registry);
  addNetwork(registry);
  addPluginEngines(registry);
  return registry;
}

Finding find(const Scene& scene, std::span<const Needle> needles, const FindOptions& options) {
  return withinMemory([&] { return find(allEngines(), scene, needles, options); });
}

const char* version() {
  return ESPY_VERSION;
}

}  // namespace espy

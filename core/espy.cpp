// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The one place of the library where the rooms meet.
#include "espy/espy.h"

#include "espy/engine_plugin.h"

namespace espy {

Registry makeRegistry() {
  checkSimdVariable();
  Registry registry;
  addBuiltInEngines(registry);
  addPictures(registry);
  addFind(registry);
  addExact(registry);
  addScored(registry);
  addPosed(registry);
  addMark(registry);
  addIdentify(registry);
  addSignal(registry);
  addMotif(registry);
  addNetwork(registry);
  addPluginEngines(registry);
  return registry;
}

const char* version() {
  return ESPY_VERSION;
}

}  // namespace espy

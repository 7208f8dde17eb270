// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// In place of espy.cpp, for a program that only finds.
#include "espy/engine/all.h"

namespace espy {

const Registry& allEngines() {
  static const Registry registry = makeFindRegistry();
  return registry;
}

}  // namespace espy

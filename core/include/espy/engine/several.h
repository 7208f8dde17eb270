// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "espy/engine/registry.h"

#pragma GCC visibility push(default)
namespace espy {

/// An engine that divides its work among others of the same kind, such as the GPUs of a machine:
///
///     espy::Registry own = espy::makeRegistry();
///     own.addEngine({"pair", true, {}, {}});
///     espy::addSeveral(own, {"pair", {"cuda:0", "cuda:1"}});
///
/// Its answers are those of one member, byte for byte. A large scene is divided in bands of rows
/// that overlap, or by needles; poses by needles; an index by rows; a library of surfaces by slots;
/// signals by parts; a network's samples evenly. Where several calls run concurrently
/// (`Control::beside`), each goes to the member with the fewest. All other work is done by one
/// member.
///
/// A member that fails (`ErrorCode::device`) leaves its work to the others, and
/// `RunReport::fallback` says so; the call fails when all have failed. Other errors end it.
/// `RunReport::members` has the stages of each member, the timeline those of the slowest.
struct Several {
  std::string name;                  ///< of the engine, which is in the registry
  std::vector<std::string> members;  ///< engines of the registry, at least one
  /// Pixels of a scene, or samples of a signal, from which it is divided.
  std::int64_t least = std::int64_t{1} << 20;
};

/// Adds the capabilities that all members have, as they are now, to the engine of this name.
void addSeveral(Registry& registry, const Several& several);

}  // namespace espy
#pragma GCC visibility pop

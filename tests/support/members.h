// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "espy/engine/registry.h"

namespace espy::test {

/// What happens to the members that `addMembers` adds, and what they did.
struct MemberStates {
  static constexpr int kMembers = 5;

  std::atomic<bool> fails[kMembers] = {};  ///< each call fails as a lost device does
  std::atomic<int> calls[kMembers] = {};
  std::function<void(int member)> onCall = {};  ///< called by each call that does not fail
};

/// Adds the engines `part 0` to `part 4`, which compute as `engine` does and keep pictures as GPUs
/// do, and engines that divide their work among the first of them: `alone`, `pair`, `trio` and
/// `five`. Even tiny work is divided.
std::shared_ptr<MemberStates> addMembers(Registry& registry, const std::string& engine);

}  // namespace espy::test

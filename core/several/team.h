// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/engine/registry.h"
#include "espy/engine/several.h"
#include "espy/timeline.h"

namespace espy::several {

/// A task, as its function gets it.
struct Task {
  std::size_t index = 0;
  std::size_t member = 0;  ///< that runs it
  const Control& control;  ///< with the member's share of the threads
  RunReport& report;
};

/// Contiguous part of a whole: from `first` to before `end`.
struct Part {
  std::int64_t first = 0;
  std::int64_t end = 0;

  std::int64_t count() const { return end - first; }
};

/// Part `index` of `count` equal parts of 0 to before `whole`.
Part partOf(std::int64_t whole, std::size_t index, std::size_t count);

/// The members of an engine, and which of them are busy. Thread-safe.
class Team {
 public:
  explicit Team(const Several& several);
  ~Team();

  std::size_t size() const { return several_.members.size(); }
  const std::string& name() const { return several_.name; }
  const std::string& member(std::size_t index) const { return several_.members[index]; }

  /// Whether work of this many pixels or samples is divided.
  bool divides(std::int64_t amount, const Control& control) const {
    return amount >= several_.least && size() > 1 && control.beside <= 1;
  }

  /// Runs tasks 0 to before `count`, at most one for each member, concurrently: task i on the i-th
  /// of the members `able`. A task whose member fails runs again on another one. Throws the first
  /// error that is not of a device, and the device's error when all members have failed.
  void share(std::size_t count, const std::vector<std::size_t>& able, const Control& control,
             RunReport& report, const std::function<void(const Task&)>& run) const;

  /// Runs one task, on this thread, by the member of `able` with the fewest calls; again on another
  /// one if that fails and `again`. The task's index is 0.
  void whole(const std::vector<std::size_t>& able, const Control& control, RunReport& report,
             const std::function<void(const Task&)>& run, bool again = true) const;

  /// All members.
  std::vector<std::size_t> all() const;

 private:
  struct State;

  Several several_;
  std::unique_ptr<State> state_;
};

using SharedTeam = std::shared_ptr<const Team>;

/// The members' functions of a capability; empty if one of them lacks it.
template <class Capability>
std::vector<typename Capability::Function> functionsOf(const Registry& registry, const Team& team) {
  std::vector<typename Capability::Function> functions;
  for (std::size_t m = 0; m < team.size(); ++m) {
    if (!registry.has<Capability>(team.member(m))) return {};
    functions.push_back(registry.get<Capability>(team.member(m)));
  }
  return functions;
}

/// Adds `make(functions of the members)` as the team's function, if all members have it.
template <class Capability, class Make>
void addBy(Registry& registry, const SharedTeam& team, const Make& make) {
  auto functions = functionsOf<Capability>(registry, *team);
  if (!functions.empty()) registry.add<Capability>(team->name(), make(std::move(functions)));
}

}  // namespace espy::several

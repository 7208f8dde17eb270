// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "espy/engine/registry.h"
#include "espy/motif.h"

#pragma GCC visibility push(default)
namespace espy {

/// The capability "motif find", of tasks that `findMotif` has looked at.
struct FindMotif {
  static constexpr const char* kName = "motif find";
  using Function = std::function<std::vector<MotifMatch>(
      const MotifTask& task, const Control& control, RunReport& report)>;
};

/// The capability "motif find again", of engines that can do better where several queries are
/// looked for in the same data: `kept` is theirs, empty at first, and lives as long as the data are
/// searched.
struct FindMotifAgain {
  static constexpr const char* kName = FindMotif::kName;
  using Function =
      std::function<std::vector<MotifMatch>(const MotifTask& task, const Control& control,
                                            RunReport& report, std::shared_ptr<void>& kept)>;
};

/// The capability "motif profile", of tasks that `motifProfile` has looked at.
struct ProfileMotif {
  static constexpr const char* kName = "motif profile";
  using Function = std::function<std::vector<double>(const MotifTask& task, const Control& control,
                                                     RunReport& report)>;
};

// The functions of motif.h, by one of these engines.
MotifFinding findMotif(const Registry& registry, std::string_view engine, const MotifTask& task,
                       const Control& control = {});
std::vector<MotifFinding> findMotifs(const Registry& registry, std::string_view engine,
                                     std::span<const std::vector<Samples>> queries,
                                     const std::vector<Samples>& data, const MotifOptions& options,
                                     const Control& control = {});
MotifFinding motifProfile(const Registry& registry, std::string_view engine, const MotifTask& task,
                          const Control& control = {});

/// What `warpingPath` returns.
using WarpingPath = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// The task with defaults filled in. Throws as `findMotif` does.
MotifTask settled(const MotifTask& task);

/// Adds motif search by the built-in engines.
void addMotif(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop

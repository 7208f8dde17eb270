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

/// Capability "motif find", for tasks validated by `findMotif`.
struct FindMotif {
  static constexpr const char* kName = "motif find";
  using Function = std::function<std::vector<MotifMatch>(
      const MotifTask& task, const Control& control, RunReport& report)>;
};

/// Capability "motif find again", for engines that can reuse the data between queries: `kept` is
/// the engine's cache, initially empty, alive while the data are searched.
struct FindMotifAgain {
  static constexpr const char* kName = FindMotif::kName;
  using Function =
      std::function<std::vector<MotifMatch>(const MotifTask& task, const Control& control,
                                            RunReport& report, std::shared_ptr<void>& kept)>;
};

/// Capability "motif profile", for tasks validated by `motifProfile`.
struct ProfileMotif {
  static constexpr const char* kName = "motif profile";
  using Function = std::function<std::vector<double>(const MotifTask& task, const Control& control,
                                                     RunReport& report)>;
};

// The functions of motif.h with an explicit registry and engine.
MotifFinding findMotif(const Registry& registry, std::string_view engine, const MotifTask& task,
                       const Control& control = {});
std::vector<MotifFinding> findMotifs(const Registry& registry, std::string_view engine,
                                     std::span<const std::vector<Samples>> queries,
                                     const std::vector<Samples>& data, const MotifOptions& options,
                                     const Control& control = {});
MotifFinding motifProfile(const Registry& registry, std::string_view engine, const MotifTask& task,
                          const Control& control = {});

/// Result of `warpingPath`.
using WarpingPath = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// Returns the task with defaults filled in. Throws as `findMotif`.
MotifTask resolved(const MotifTask& task);

/// Adds motif search by the built-in engines.
void addMotif(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop

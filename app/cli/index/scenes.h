// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/shared_options.h"
#include "espy/engine/scene_index.h"

/// Indexes of scenes, for the verbs index and find. Functions return the exit status.
namespace espy::cli {

/// Arguments of `espy index` for an index of scenes.
struct SceneRequest : SharedOptions {
  std::string index;
  std::vector<std::string> others;  ///< pictures
  std::int64_t side = 0;            ///< 0: the default
  bool tolerant = false;
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes
};

/// Creates the index, then adds the pictures.
int createScenes(const SceneRequest& request);
int addScenes(const SceneRequest& request);
int removeScenes(const SceneRequest& request);
int listScenes(const SceneRequest& request);
int describeScenes(const SceneRequest& request);
int verifyScenes(const SceneRequest& request);
int compactScenes(const SceneRequest& request);

/// Arguments of `espy find --index` with an index of scenes.
struct SceneFindRequest : SharedOptions {
  std::string index;
  std::vector<std::string> needles;
  std::string mask;                ///< for all needles, or empty
  bool trust = false;              ///< do not look for pictures that changed
  std::optional<double> minScore;  ///< zncc, in a tolerant index
};
int findInScenes(const SceneFindRequest& request);

}  // namespace espy::cli

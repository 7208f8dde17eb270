// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/shared_options.h"
#include "espy/engine/scene_index.h"

/// Indexes of needles and of scenes, for the verbs index and find. Functions return the exit
/// status.
namespace espy::cli {

/// Arguments of `espy index`.
struct IndexRequest : SharedOptions {
  std::string index;
  std::vector<std::string> others;  ///< pictures, or names
  // Of scenes only:
  std::int64_t side = 0;  ///< 0: the default
  bool tolerant = false;
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes
};

/// Creates the index, then adds the pictures.
int createNeedleIndex(const IndexRequest& request);
int addNeedles(const IndexRequest& request);
/// As addNeedles, in place of pictures of the same name.
int updateNeedles(const IndexRequest& request);
int removeNeedles(const IndexRequest& request);
int listNeedles(const IndexRequest& request);
int describeNeedleIndex(const IndexRequest& request);
/// Verifies the index, and whether the files have changed since they were added.
int verifyNeedleIndex(const IndexRequest& request);
int compactNeedleIndex(const IndexRequest& request);

/// Creates the index, then adds the pictures.
int createScenes(const IndexRequest& request);
int addScenes(const IndexRequest& request);
int removeScenes(const IndexRequest& request);
int listScenes(const IndexRequest& request);
int describeScenes(const IndexRequest& request);
int verifyScenes(const IndexRequest& request);
int compactScenes(const IndexRequest& request);

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

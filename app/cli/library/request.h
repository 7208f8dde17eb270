// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/shared_options.h"
#include "espy/engine/surfaces.h"

namespace espy::cli {

/// What was asked of a library.
struct LibraryRequest : SharedOptions {
  std::string library;
  std::vector<std::string> others;  ///< photographs, or ids
  std::string id;                   ///< of the only photograph
  bool missing = false;             ///< photographs whose ids are known are left out
  SurfaceOptions options;
  std::optional<std::int64_t> leastFeatures;
};

/// Adds photographs, or with `update` puts them in the place of what has their ids. Returns the
/// exit status.
int addPhotographs(const LibraryRequest& request, bool update);

/// Prints what is in a library.
int printInfo(const LibraryRequest& request);
int printIds(const LibraryRequest& request);
int printFiles(const LibraryRequest& request);
/// Prints what is wrong with a library.
int printFaults(const LibraryRequest& request);

}  // namespace espy::cli

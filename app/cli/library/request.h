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

/// Arguments of `espy library`.
struct LibraryRequest : SharedOptions {
  std::string library;
  std::vector<std::string> others;  ///< photographs, or ids
  std::string id;                   ///< of the only photograph
  bool missing = false;             ///< skip photographs with known ids
  SurfaceOptions options;
  std::optional<std::int64_t> leastFeatures;
};

/// Adds photographs; with `update`, replaces those with known ids. Returns the exit status.
int addPhotographs(const LibraryRequest& request, bool update);

/// Prints facts about the library.
int printInfo(const LibraryRequest& request);
int printIds(const LibraryRequest& request);
int printFiles(const LibraryRequest& request);
/// Prints the library's faults.
int printFaults(const LibraryRequest& request);

}  // namespace espy::cli

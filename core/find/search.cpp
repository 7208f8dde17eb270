// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/search.h"

namespace espy {

const char* methodName(const SearchOptions& options) {
  return options.scored ? kMethodNames.at(static_cast<std::size_t>(options.score.method)) : "exact";
}

Finding search(const Registry& registry, std::string_view engine, const ImageView& scene,
               std::span<const Needle> needles, const SearchOptions& options,
               const Control& control) {
  if (options.scored) {
    return findScored(registry, engine, scene, needles, options.score, options.select, control);
  }
  return findExact(registry, engine, scene, needles, options.exact, options.select, control);
}

}  // namespace espy

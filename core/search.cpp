// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/search.h"

namespace espy {

Finding search(const Registry& registry, std::string_view engine, const Scene& scene,
               std::span<const Needle> needles, const SearchOptions& options,
               const Control& control) {
  if (options.scored()) {
    return findScored(registry, engine, scene, needles, options.forScored(), options.select,
                      control);
  }
  return findExact(registry, engine, scene, needles, options.forExact(), options.select, control);
}

}  // namespace espy

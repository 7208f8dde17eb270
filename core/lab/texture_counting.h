// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parallel.h"
#include "lab/texture_task.h"

/// Shared by the counting strategies.
namespace espy::lab {

/// Fills `counts` with count(query, reference, thread), parallel over the references.
template <class Count>
void overReferences(const TextureTask& task, std::span<std::int32_t> counts, const Control& control,
                    Timeline& timeline, const Count& count) {
  const StageTimer timer(timeline, "count");
  const std::int64_t references = task.references();
  parallelFor(references, threadsFor(control), control, [&](std::int64_t reference, int thread) {
    for (std::size_t q = 0; q < task.queries.size(); ++q) {
      counts[q * static_cast<std::size_t>(references) + static_cast<std::size_t>(reference)] =
          count(q, reference, thread);
    }
  });
}

inline bool isMatch(std::int64_t nearest, std::int64_t second, Ratio ratio) {
  return nearest * ratio.under * ratio.under < second * ratio.over * ratio.over;
}

}  // namespace espy::lab

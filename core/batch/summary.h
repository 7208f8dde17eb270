// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "espy/engine/batch.h"

/// Writes the reports of a finished job from its records. Streamed, since they may be larger than
/// memory.
namespace espy::batch {

using Write = std::function<void(std::string_view)>;

/// Writes all items as CSV (RFC 4180): a header, then a row per match, and one per image without
/// matches. Milliseconds and reason are those of the image.
void summarise(const BatchJob& job, std::span<const BatchItem> items, const Write& write);

/// Writes the JSON line of each finished item.
void writeLines(std::span<const BatchItem> items, const Write& write);

/// Writes both reports to their files, if the job wants them. `ours`: existing files are from an
/// earlier run.
void writeReport(const BatchJob& job, std::span<const BatchItem> items, bool ours);

}  // namespace espy::batch

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "espy/engine/batch.h"

/// What is written when a job is done, from what was noted down of each image. It goes out in
/// parts, since it may be larger than memory.
namespace espy::batch {

using Write = std::function<void(std::string_view)>;

/// All items as comma-separated values (RFC 4180): a header, then a line for each match, and one
/// for an image without matches. Milliseconds are those of the whole image, as is the reason.
void summarise(const BatchJob& job, std::span<const BatchItem> items, const Write& write);

/// The JSON line of each item that is done.
void writeLines(std::span<const BatchItem> items, const Write& write);

/// Both, into their files, as far as the job wants them. `ours`: what exists is an earlier run's.
void writeReport(const BatchJob& job, std::span<const BatchItem> items, bool ours);

}  // namespace espy::batch

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "espy/batch.h"

namespace espy::batch {

/// All items as comma-separated values (RFC 4180): a header, then a line for each match, and one
/// for an image without matches. Milliseconds are those of the whole image, as is the reason.
std::string summaryOf(const BatchJob& job, std::span<const BatchItem> items);

}  // namespace espy::batch

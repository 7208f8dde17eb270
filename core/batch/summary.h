// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "espy/batch.h"

namespace espy::batch {

/// All items as comma-separated values (RFC 4180): a header, then a line for each match, and one
/// for an image without matches. Milliseconds are those of the whole image, as is the reason.
/// It is written in parts, since it may be larger than memory.
void summarise(const BatchJob& job, std::span<const BatchItem> items,
               const std::function<void(std::string_view)>& write);

}  // namespace espy::batch

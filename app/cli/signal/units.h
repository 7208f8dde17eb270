// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::cli {

/// Warning if samples are compared unnormalised although query and data have different units, such
/// as sound in -1..1 and plain counts, or millivolts and microvolts. Empty otherwise.
std::string unitMismatch(const ReadRecording& query, const ReadRecording& data,
                         const MotifOptions& options);

}  // namespace espy::cli

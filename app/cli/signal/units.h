// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "espy/engine/all.h"

namespace espy::cli {

/// What there is to say where samples are compared as they are, although they count different
/// things: sound that goes from -1 to 1 and plain counts, millivolts and microvolts. Else empty.
std::string unlikeUnits(const ReadRecording& query, const ReadRecording& data,
                        const MotifOptions& options);

}  // namespace espy::cli

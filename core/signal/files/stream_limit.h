// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "files/file_bytes.h"
#include "signal/files/source.h"

namespace espy::recordings {

/// How much of a stream is worth reading: pipes and devices may never end, and what they give is
/// kept in memory. Throws `tooLarge` as soon as it is clear that there are more samples than the
/// options allow. `ending` is that of the path.
files::AskWanted streamLimit(const std::string& name, const std::string& ending,
                             const RecordingOptions& options);

}  // namespace espy::recordings

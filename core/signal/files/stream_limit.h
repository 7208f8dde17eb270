// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "files/file_bytes.h"
#include "signal/files/source.h"

namespace espy::recordings {

/// Limits how much of a stream is read: pipes and devices may never end, and what they send is
/// buffered. Throws `tooLarge` as soon as more samples than the options allow are certain. `ending`
/// is the path's extension.
files::ReadSizeCallback streamLimit(const std::string& name, const std::string& ending,
                                    const RecordingOptions& options);

}  // namespace espy::recordings

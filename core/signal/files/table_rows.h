// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "signal/files/source.h"

namespace espy::recordings {

/// Reads a table each of whose rows is a channel: samples lie along its columns. A first cell that
/// is no number is the channel's name, of which all rows have one then. A table of one column is
/// none of these: it is a series, and not read here.
std::optional<ReadRecording> readRows(const Source& source, const RecordingOptions& options);

}  // namespace espy::recordings

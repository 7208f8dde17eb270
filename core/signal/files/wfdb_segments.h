// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/files/formats.h"
#include "signal/files/stored.h"
#include "signal/files/wfdb_header.h"

namespace espy::recordings {

/// A record of segments, put together in memory. All of them have the signals of the first; or the
/// first is empty and says which signals there are, and each of the others has some of these. What
/// was not recorded is a gap.
ReadRecording readWfdbSegments(const Source& source, const WfdbHeader& header,
                               const OpenBeside& open, const RecordingOptions& options, Kept& kept);

}  // namespace espy::recordings

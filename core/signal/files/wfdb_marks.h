// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "signal/files/source.h"

namespace espy::recordings {

/// The annotations of a WFDB file (annot(5) of the WFDB Applications Guide). A mark's text is
/// rdann's mnemonic, "N" or "V", and the note. `rate` (samples per second) applies unless the file
/// states another.
std::vector<RecordingMark> readWfdbMarks(const Source& source, double rate);

/// Encodes marks as such a file. A text that is no annotation type becomes a note. Times must not
/// be negative.
std::string wfdbMarks(std::span<const RecordingMark> marks, double rate, const std::string& name);

}  // namespace espy::recordings

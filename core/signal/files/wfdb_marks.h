// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "signal/files/source.h"

namespace espy::recordings {

/// The annotations of a WFDB file (annot(5) of the WFDB Applications Guide). The text of a mark is
/// what rdann prints of its kind, "N" or "V", and what was noted with it. `rate`, samples a second,
/// counts unless the file says another.
std::vector<RecordingMark> readWfdbMarks(const Source& source, double rate);

/// The bytes of such a file. A text that is no kind of annotation becomes a note. Marks must not
/// lie before the first sample.
std::string wfdbMarks(std::span<const RecordingMark> marks, double rate, const std::string& name);

}  // namespace espy::recordings

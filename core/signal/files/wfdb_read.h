// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "signal/files/formats.h"
#include "signal/files/stored.h"
#include "signal/files/wfdb_header.h"

/// What a record has, and what each of its segments has, which are records themselves.
namespace espy::recordings {

std::vector<std::string> namesOf(const WfdbHeader& header);

/// Refuses signals of different rates.
void checkRates(const Source& source, const WfdbHeader& header,
                std::span<const std::size_t> chosen);

/// How many frames there are, by the header and the sizes of the files.
std::int64_t framesOf(const Source& source, const WfdbHeader& header, const OpenBeside& open);

/// Some signals of a record without segments.
struct ReadSignals {
  std::int64_t frames = 0;
  std::vector<Samples> samples;  ///< of each that was chosen
};
ReadSignals readSignals(const Source& source, const WfdbHeader& header,
                        std::span<const std::size_t> chosen, const OpenBeside& open,
                        const RecordingOptions& options, Kept& kept);

/// A signal whose samples are nowhere is one gap.
Samples nowhere(std::int64_t samples, const std::string& name, Kept& kept);

}  // namespace espy::recordings

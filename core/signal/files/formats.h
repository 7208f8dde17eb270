// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "signal/files/source.h"

/// The readers of each format. Errors begin with the file's name; `files::Truncated` is thrown
/// where the file ends before what its header promises.
namespace espy::recordings {

bool isNpy(const Source& source);
ReadRecording readNpy(const Source& source, const RecordingOptions& options);
bool isNpz(const Source& source);
ReadRecording readNpz(const Source& source, const RecordingOptions& options);

/// RIFF, RF64 and BW64.
bool isWav(const Source& source);
/// Nothing for compressed sound, which the sound module reads.
std::optional<ReadRecording> readWav(const Source& source, const RecordingOptions& options);
/// FLAC, Ogg, AIFF and other formats of the sound module. `raw`: assume samples without a header
/// otherwise.
bool isSound(const Source& source, bool raw);
/// Throws if the bytes begin like sound that no reader supports.
void refuseSound(const Source& source);
ReadRecording readSound(const Source& source, const RecordingOptions& options);

/// EDF and BDF, with and without their "+".
bool isEdf(const Source& source);
ReadRecording readEdf(const Source& source, const RecordingOptions& options);

/// Opens another file of the record by its name in the header's folder; nothing if it does not
/// exist.
using OpenBeside = std::function<std::optional<Source>(const std::string& name)>;
/// `source` is the header; `record` is its name without the extension.
ReadRecording readWfdb(const Source& source, const std::string& record, const OpenBeside& open,
                       const RecordingOptions& options);

ReadRecording readRaw(const Source& source, const RawFormat& format,
                      const RecordingOptions& options);

ReadRecording readTable(const Source& source, const RecordingOptions& options);
/// The rows of a UCR table from `first` on, `count` at most.
std::vector<std::pair<std::string, Recording>> readUcr(const Source& source,
                                                       const RecordingOptions& options,
                                                       std::int64_t first, std::int64_t count);

}  // namespace espy::recordings

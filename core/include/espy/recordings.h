// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "espy/error.h"
#include "espy/files.h"
#include "espy/recording.h"

#pragma GCC visibility push(default)
/// Reading and writing recordings: text tables (CSV, TSV), NumPy arrays (NPY, NPZ), sound (WAV;
/// FLAC, Ogg, AIFF and others by the module espy_sounds, loaded on first use), medical recordings
/// (EDF, EDF+, BDF, WFDB), and raw samples.
///
///     espy::ReadRecording heart = espy::readRecording("100.hea");
///     espy::writeRecording("100.csv", heart);
namespace espy {

/// Format of a file without a header: interleaved samples of all channels.
struct RawFormat {
  Samples::Type type = Samples::Type::int16;
  std::int64_t channels = 1;
  bool bigEndian = false;
  std::uint64_t skip = 0;  ///< bytes before the first sample
};

/// Options of reading, and facts that the file lacks.
struct RecordingOptions {
  /// Names, or numbers from 0 if no channel has that name; empty: all. Channels of different rates
  /// cannot be read together.
  std::vector<std::string> channels = {};
  /// Larger recordings, counting the samples of all channels read, are refused before memory is
  /// allocated; streams as soon as the excess is certain.
  std::int64_t maxSamples = std::int64_t{1} << 34;
  /// Samples per second, if the file does not state it.
  double rate = 0;
  /// The file has no header, whatever its name. The extensions .f32 .f64 .i8 .i16 .i24 .i32 .u8
  /// imply it.
  std::optional<RawFormat> raw = {};
  /// Table: the time column, by name or number; empty: detected by name; "-": none.
  std::string timeColumn = {};
  /// A table without that column is read as if none was specified.
  bool timeColumnMayMiss = false;
  char separator = 0;  ///< of a table: one of `,` `;` tab, space; 0: detected
  /// Which side of a two-dimensional array counts samples. Default of tables: rows; with `columns`
  /// each row is a channel, optionally named by its first cell.
  enum class Side : std::uint8_t { longer, rows, columns };
  Side samplesAlong = Side::longer;
  std::string member = {};  ///< of an NPZ file: the array's name; required if it has several
  /// A table in UCR format: each row is a class and a series. `row` selects one.
  bool ucr = false;
  std::int64_t row = 0;  ///< from 0
  /// WFDB: extension of the annotation file; empty: none is read.
  std::string annotator = "atr";
  std::stop_token stop = {};  ///< ends reading and waiting with `cancelled`
};

/// A recording and remarks about its file.
struct ReadRecording : Recording {
  /// A remark for the user, or empty: "its times are uneven, ...".
  Message note;
  /// Sound: samples are relative to full scale, -1 to 1.
  bool isSound = false;
  /// If the record consists of several files, all of them; outputs must not overwrite them.
  std::vector<std::string> files;
};

/// Reads a recording; "-" is standard input. The format is recognised by content, else by the
/// extension. Data that Espy can search in place is mapped; such a file must not be written to
/// while its recording lives; `checkUncut` detects if it was truncated. Throws `system`,
/// `badPicture` (damaged), `tooLarge`, `unsupported`, `badUse` (a missing channel) or `cancelled`
/// with a message that begins with the path.
ReadRecording readRecording(const std::string& path, const RecordingOptions& options = {});

/// The same for a file in memory, which the recording does not refer to afterwards; `name` replaces
/// the path in messages, and its extension counts. A WFDB record, which is several files, cannot be
/// read this way.
ReadRecording readRecording(std::span<const std::uint8_t> bytes, const std::string& name,
                            const RecordingOptions& options = {});

/// Reads all rows of a UCR table: the label of each, and its series as a recording of one channel,
/// without trailing gaps, which pad short rows. Throws as above.
std::vector<std::pair<std::string, Recording>> readSeries(const std::string& path,
                                                          const RecordingOptions& options = {});

/// Throws `badPicture` if a mapped file of the recording has been truncated since it was read. Call
/// it after use, because lost bytes read as zeros.
void checkUncut(const Recording& recording);

/// Writes a recording atomically; all channels must have the same rate and length. The extension of
/// the path chooses the format:
///
/// - .csv, .tsv: a time column if there is a rate, then the channels; numbers round-trip exactly.
///   Marks are omitted, as in .npy and .wav.
/// - .npy: doubles, samples x channels.
/// - .wav: requires an integer rate; `type` float32, or int16 with samples from -1 to 1.
/// - .edf: EDF+ with the marks; 16 bits, scaled to the range of each channel. No gaps.
/// - .hea or .dat: a WFDB record in format 16, scaled to the range of each channel; marks, if any,
///   in an .atr file.
///
/// Throws `unsupported` for other extensions, `badUse` if the format cannot hold the recording, and
/// `system`.
void writeRecording(const std::string& path, const Recording& recording,
                    Samples::Type type = Samples::Type::float32,
                    Existing existing = Existing::replaced);

/// Writes only marks: .edf (EDF+ without signals), .atr (WFDB; times are rounded to samples of this
/// rate, or are sample numbers if it is 0) or .csv. Throws as above.
void writeMarks(const std::string& path, std::span<const RecordingMark> marks, double rate = 0,
                Existing existing = Existing::replaced);

/// Writes numbers as a one-dimensional NumPy array. The extension must be .npy.
void writeProfile(const std::string& path, std::span<const double> values,
                  Existing existing = Existing::replaced);

}  // namespace espy
#pragma GCC visibility pop

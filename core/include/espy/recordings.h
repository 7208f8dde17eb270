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
/// Reading and writing files of recordings: tables of text (CSV, TSV), arrays of NumPy (NPY, NPZ),
/// sound (WAV here; FLAC, Ogg, AIFF and others by a module, espy_sounds, that is loaded when such a
/// file is first met), recordings of doctors (EDF, EDF+, BDF, WFDB), and samples without a header.
///
///     espy::ReadRecording heart = espy::readRecording("100.hea");
///     espy::writeRecording("100.csv", heart);
namespace espy {

/// What a file without a header holds: samples of all channels in turn.
struct RawFormat {
  Samples::Type type = Samples::Type::int16;
  std::int64_t channels = 1;
  bool bigEndian = false;
  std::uint64_t skip = 0;  ///< bytes before the first sample
};

/// What is read of a file of recordings, and what it does not say itself.
struct RecordingOptions {
  /// Names, or numbers from 0 where no channel is called so; none: all. Channels of different rates
  /// are not read together.
  std::vector<std::string> channels = {};
  /// More samples, those of all channels that are read together, are refused before memory is taken
  /// for them; of what comes from a pipe or a device, as soon as so much has come that it is clear.
  std::int64_t maxSamples = std::int64_t{1} << 34;
  /// Samples a second, where the file does not say it.
  double rate = 0;
  /// The file has no header, whatever it is called. Endings say it, too: .f32 .f64 .i8 .i16 .i24
  /// .i32 .u8.
  std::optional<RawFormat> raw = {};
  /// Of a table: the column of times, by its name or number; empty: the one that is called so; "-":
  /// there is none.
  std::string timeColumn = {};
  /// A table without that column is read as if it had not been said.
  bool timeColumnMayMiss = false;
  char separator = 0;  ///< of a table's columns: one of `,` `;` tab, space; 0: found out
  /// Which side of a two-dimensional array counts samples. Rows of a table do; with `columns` each
  /// of its rows is a channel, which a first cell may name.
  enum class Side : std::uint8_t { longer, rows, columns };
  Side samplesAlong = Side::longer;
  std::string member = {};  ///< of an NPZ file: the array's name; needed where it has several
  /// A table as in the UCR archive: each row is a class and a series. `row` is the one to be read.
  bool ucr = false;
  std::int64_t row = 0;  ///< from 0
  /// Of WFDB: the ending of the file of marks; empty: none are read.
  std::string annotator = "atr";
  std::stop_token stop = {};  ///< ends reading and waiting with `cancelled`
};

/// A recording as read, and what there is to say about its file.
struct ReadRecording : Recording {
  /// For people, empty where there is nothing to say: "its times are uneven, ...".
  Message note;
  /// Sound, whose samples are parts of the loudest that there can be: from -1 to 1.
  bool isSound = false;
  /// Where it is of several files, all of these: who writes something must spare them.
  std::vector<std::string> files;
};

/// Reads a file of recordings; "-" is standard input. The kind is recognised by content, else by
/// the ending. What Espy can search where it lies in the file is mapped and not copied, so such a
/// file must not be written to while its recording lives; if it is cut short all the same,
/// `checkUncut` tells. Throws `system`, `badPicture` (the file is not what it claims to be),
/// `tooLarge`, `unsupported`, `badUse` (a channel that is not there) or `cancelled` with a sentence
/// that begins with the path.
ReadRecording readRecording(const std::string& path, const RecordingOptions& options = {});

/// The same from bytes in memory, which the recording does not refer to afterwards; `name` stands
/// for the path in messages, and its ending counts. A WFDB record, which is several files, cannot
/// be read so.
ReadRecording readRecording(std::span<const std::uint8_t> bytes, const std::string& name,
                            const RecordingOptions& options = {});

/// Reads all rows of a table as in the UCR archive: the label of each, and its series as a
/// recording of one channel. Gaps at a row's end fill up short rows and are left out. Throws as
/// above.
std::vector<std::pair<std::string, Recording>> readSeries(const std::string& path,
                                                          const RecordingOptions& options = {});

/// Throws `badPicture` where a mapped file of the recording has been cut short since it was read:
/// for who has just used it, since zeros stand in the place of what is gone.
void checkUncut(const Recording& recording);

/// Writes a recording, all of whose channels have the same rate and length; the ending of the path
/// chooses the format. Files appear whole or not at all.
///
/// - .csv, .tsv: a column of times where there is a rate, then the channels; numbers are read back
///   the same. Marks are left out, as in .npy and .wav.
/// - .npy: doubles, samples x channels.
/// - .wav: needs a rate in whole samples a second; of `type` float32, or int16, which takes samples
///   from -1 to 1.
/// - .edf: EDF+ with the marks; 16 bits, over the range of each channel. No gaps.
/// - .hea or .dat: a WFDB record in format 16, over the range of each channel; with the marks in a
///   file .atr where there are some.
///
/// Throws `unsupported` for another ending, `badUse` where the format cannot hold the recording,
/// and `system`.
void writeRecording(const std::string& path, const Recording& recording,
                    Samples::Type type = Samples::Type::float32,
                    Existing existing = Existing::replaced);

/// Writes marks alone: .edf (EDF+ without signals), .atr (WFDB; places are rounded to samples of
/// this rate, or are samples already where it is 0) or .csv. Throws as above.
void writeMarks(const std::string& path, std::span<const RecordingMark> marks, double rate = 0,
                Existing existing = Existing::replaced);

/// Writes numbers as an array of NumPy of one dimension. The path must end in .npy.
void writeProfile(const std::string& path, std::span<const double> values,
                  Existing existing = Existing::replaced);

}  // namespace espy
#pragma GCC visibility pop

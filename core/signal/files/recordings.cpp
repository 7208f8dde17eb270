// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/recordings.h"

#include <filesystem>
#include <limits>
#include <new>
#include <set>
#include <utility>

#include "files/byte_reader.h"
#include "files/mapped_file.h"
#include "signal/files/formats.h"

namespace espy {
namespace {

using namespace recordings;
namespace fs = std::filesystem;

ReadRecording readOneOfUcr(const Source& source, const RecordingOptions& options) {
  std::vector<std::pair<std::string, Recording>> rows = readUcr(source, options, options.row, 1);
  if (rows.empty()) {
    files::refuse(ErrorCode::badUse, source.name, phrase("has no row {}", options.row));
  }
  ReadRecording result;
  static_cast<Recording&>(result) = std::move(rows.front().second);
  result.note = phrase("row {} of the class {}", options.row, shown(rows.front().first));
  return result;
}

ReadRecording readKnown(const Source& source, const std::string& ending,
                        const RecordingOptions& options) {
  if (options.raw) return readRaw(source, *options.raw, options);
  if (isNpy(source)) return readNpy(source, options);
  if (isNpz(source)) return readNpz(source, options);
  if (isWav(source)) {
    std::optional<ReadRecording> wave = readWav(source, options);
    return wave ? std::move(*wave) : readSound(source, options);
  }
  const std::optional<RawFormat> raw = rawOf(ending);
  if (!looksLikeText(source) && isSound(source, raw.has_value())) return readSound(source, options);
  if (isEdf(source)) return readEdf(source, options);
  if (raw) return readRaw(source, *raw, options);
  if (ending == ".dat" && !looksLikeText(source)) {
    const fs::path header = fs::path(source.name).filename().replace_extension(".hea");
    files::refuse(ErrorCode::system, source.name,
                  phrase("has no header file {} next to it", header.string()));
  }
  if (ending == ".raw" || ending == ".bin" || !looksLikeText(source)) {
    refuseSound(source);
    files::refuse(ErrorCode::unsupported, source.name,
                  phrase("is not a known kind of recording; to read samples without a header, "
                         "state their type"));
  }
  try {
    return options.ucr ? readOneOfUcr(source, options) : readTable(source, options);
  } catch (const Error& error) {
    // Short sound files may look like text.
    if (error.code() == ErrorCode::badPicture) refuseSound(source);
    throw;
  }
}

/// Runs a reader. If the file was truncated meanwhile, reports that rather than what its zeros look
/// like.
template <class Read>
auto readUncut(const Source& source, const Read& read) {
  try {
    auto result = read(source);
    files::checkUncut(source.bytes.data());
    return result;
  } catch (const Error&) {
    files::checkUncut(source.bytes.data());
    throw;
  }
}

/// Maps truncation and lack of memory to errors.
template <class Work>
auto guarded(const std::string& name, const Work& work) {
  try {
    return work();
  } catch (const files::Truncated&) {
    files::refuse(ErrorCode::badPicture, name, phrase("is cut short"));
  } catch (const std::bad_alloc&) {
    files::refuse(ErrorCode::tooLarge, name, phrase("not enough memory for its samples"));
  }
}

/// Opens a file in the header's folder; its name must not leave the folder.
std::optional<Source> openBeside(const fs::path& folder, const std::string& name,
                                 const Source& header, const RecordingOptions& options) {
  if (name.empty() || name.find('/') != std::string::npos || name == "." || name == "..") {
    refuseFile(header, phrase("names a file outside of its folder: {}", shown(name)));
  }
  const fs::path path = folder / name;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return {};
  return openSource(path.string(), options);
}

ReadRecording readRecord(const std::string& path, const RecordingOptions& options) {
  const fs::path header = fs::path(path).replace_extension(".hea");
  const Source source = openSource(header.string(), options);
  std::set<std::string> files{header.string()};
  const auto open = [&](const std::string& name) {
    std::optional<Source> beside = openBeside(header.parent_path(), name, source, options);
    if (beside) files.insert((header.parent_path() / name).string());
    return beside;
  };
  ReadRecording record = readWfdb(source, header.stem().string(), open, options);
  // Its marks belong to the record even if they are not read.
  const fs::path marks = fs::path(header).replace_extension(".atr");
  std::error_code ignored;
  if (fs::exists(marks, ignored)) files.insert(marks.string());
  record.files.assign(files.begin(), files.end());
  return record;
}

/// A .dat file without a header may be anything.
bool isRecord(const std::string& path, const RecordingOptions& options) {
  const std::string ending = files::endingOf(path);
  if (options.raw || path == "-") return false;
  std::error_code ignored;
  return ending == ".hea" ||
         (ending == ".dat" && fs::exists(fs::path(path).replace_extension(".hea"), ignored));
}

}  // namespace

ReadRecording readRecording(const std::string& path, const RecordingOptions& options) {
  const std::string name = files::shownInput(path);
  return guarded(name, [&] {
    if (isRecord(path, options)) {
      ReadRecording record = readRecord(path, options);
      checkUncut(record);
      return record;
    }
    return readUncut(openSource(path, options), [&](const Source& source) {
      return readKnown(source, files::endingOf(path), options);
    });
  });
}

ReadRecording readRecording(std::span<const std::uint8_t> bytes, const std::string& name,
                            const RecordingOptions& options) {
  return guarded(name, [&] {
    const auto kept = std::make_shared<std::vector<std::uint8_t>>(bytes.begin(), bytes.end());
    const Source source{name, *kept, kept};
    if (bytes.empty()) refuseFile(source, phrase("is empty"));
    return readKnown(source, files::endingOf(name), options);
  });
}

std::vector<std::pair<std::string, Recording>> readSeries(const std::string& path,
                                                          const RecordingOptions& options) {
  return guarded(files::shownInput(path), [&] {
    return readUncut(openSource(path, options), [&](const Source& source) {
      return readUcr(source, options, 0, std::numeric_limits<std::int64_t>::max());
    });
  });
}

void checkUncut(const Recording& recording) {
  for (const Channel& channel : recording.channels) {
    if (channel.samples.size() > 0) files::checkUncut(channel.samples.data());
  }
}

}  // namespace espy

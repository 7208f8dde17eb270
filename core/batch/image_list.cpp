// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/image_list.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "base/phrase.h"
#include "base/system_words.h"
#include "batch/frames.h"
#include "espy/engine/video.h"
#include "espy/error.h"

namespace espy::batch {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostListBytes = std::size_t{1} << 30;
/// Bytes of a name in a list: 16 times the system's limit.
constexpr std::size_t kMostNameBytes = std::size_t{1} << 16;
constexpr std::array<std::string_view, 11> kEndings{".pbm", ".pgm",  ".ppm", ".pnm", ".pam", ".png",
                                                    ".jpg", ".jpeg", ".tif", ".bmp", ".webp"};

/// Other sound formats are recognised by name; raw samples need an extension with their type; .dat
/// and .atr files belong to a .hea.
constexpr std::array<std::string_view, 22> kRecordingEndings{
    ".csv", ".tsv", ".npy", ".npz", ".wav", ".flac", ".ogg", ".oga", ".aif", ".aiff", ".au",
    ".edf", ".bdf", ".hea", ".i8",  ".u8",  ".i16",  ".i24", ".i32", ".f32", ".f64",  ".w64"};

std::string endingOf(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  for (char& letter : ending) letter = static_cast<char>(std::tolower(letter));
  return ending;
}

bool hasPictureEnding(const std::string& name) {
  const std::string ending = endingOf(name);
  return ending == ".tiff" || std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

bool hasRecordingEnding(const std::string& name) {
  return std::find(kRecordingEndings.begin(), kRecordingEndings.end(), endingOf(name)) !=
         kRecordingEndings.end();
}

bool hasPattern(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

/// Normalises a pattern: single slashes, none at the start, no consecutive "**".
std::string tidied(std::string_view pattern) {
  std::string tidy;
  std::string_view before;
  for (std::size_t begin = 0; begin < pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', begin), pattern.size());
    const std::string_view part = pattern.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || (part == "**" && before == "**")) continue;
    if (!before.empty()) tidy += '/';
    tidy += part;
    before = part;
  }
  // A trailing slash means a folder, so it matches no file.
  if (pattern.ends_with('/')) tidy += '/';
  return tidy;
}

enum class Kind : std::uint8_t { pictures, recordings };

class ImageList {
 public:
  ImageList(Kind kind, std::string folder, std::istream& standardInput,
            std::span<const std::string> written)
      : kind_(kind), folder_(std::move(folder)), standardInput_(standardInput) {
    for (const std::string& name : written) written_.insert(whole(placeOf(name)));
  }

  void add(const std::string& source) {
    if (source.empty()) throw Error(ErrorCode::badUse, phrase("an image has an empty name"));
    if (source.starts_with('@')) {
      addList(source.substr(1));
      return;
    }
    std::error_code failure;
    const fs::path path = placeOf(source);
    const bool isPattern = hasPattern(source) && !fs::exists(fs::symlink_status(path, failure));
    if (fs::is_directory(path, failure)) {
      addFolder(source);
    } else if (isPattern) {
      addMatching(source);
    } else if (source.ends_with('/') && !isForbidden(failure)) {
      throw Error(ErrorCode::badUse, phrase("{}: is not a folder", source));
    } else {
      addFile(source);
    }
  }

  std::vector<std::string> take() { return std::move(images_); }

 private:
  fs::path placeOf(const std::string& name) const {
    return folder_.empty() || name.starts_with('/') ? fs::path(name) : fs::path(folder_) / name;
  }

  void addFile(const std::string& name) {
    std::error_code failure;
    const fs::path path = placeOf(name);
    if (kind_ == Kind::recordings || !meansFrames(name) ||
        (!isVideoName(name) && fs::exists(path, failure))) {
      return addImage(name);
    }
    for (const std::string& frame : frameNames(name, path.string())) addImage(frame);
  }

  void addImage(const std::string& name) {
    if (known_.insert(fs::path(name).lexically_normal().string()).second) images_.push_back(name);
  }

  /// Canonical path of a file or folder, which need not exist.
  static std::string whole(const fs::path& path) {
    std::error_code failure;
    // Strips a trailing slash.
    fs::path plain = fs::absolute(path).lexically_normal();
    if (!plain.has_filename()) plain = plain.parent_path();
    const fs::path found = fs::weakly_canonical(plain, failure);
    return failure ? plain.string() : found.string();
  }

  /// Entries of a folder in byte order, without outputs of the job: a resumed job must not treat
  /// those as images.
  std::vector<fs::directory_entry> entriesOf(const std::string& name) {
    const fs::path folder = placeOf(name.empty() ? "." : name);
    const fs::path own = whole(folder);
    if (written_.contains(own.string())) {
      throw Error(ErrorCode::badUse, phrase("{}: this batch writes into this folder, so it cannot "
                                            "read images from it; choose another output folder",
                                            folder.string()));
    }
    std::error_code failure;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator each(folder, failure), end; !failure && each != end;
         each.increment(failure)) {
      if (!isWritten(own, *each)) entries.push_back(*each);
    }
    // A folder that has vanished is empty. One on a broken disk is an error.
    if (isForbidden(failure)) {
      takeForbidden(name);
    } else if (failure && failure != std::errc::no_such_file_or_directory &&
               failure != std::errc::not_a_directory) {
      throw Error(ErrorCode::system, phrase("{}: {}", folder.string(),
                                            phrase("cannot be read: {}", failure.message())));
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.path() < b.path(); });
    return entries;
  }

  /// `folder` is the canonical path of the entry's folder.
  bool isWritten(const fs::path& folder, const fs::directory_entry& entry) const {
    if (written_.empty()) return false;
    std::error_code failure;
    if (entry.is_symlink(failure)) return written_.contains(whole(entry.path()));
    return written_.contains((folder / entry.path().filename()).string());
  }

  void addFolder(const std::string& name) {
    const std::string begin = name.ends_with('/') ? name : name + '/';
    found_ = 0;
    for (const fs::directory_entry& entry : entriesOf(name)) {
      const std::string own = entry.path().filename().string();
      std::error_code failure;
      if (own.starts_with('.') || !hasEnding(own) || !entry.is_regular_file(failure)) {
        continue;
      }
      take(begin + own);
    }
    if (found_ == 0) {
      throw Error(ErrorCode::badUse, kind_ == Kind::pictures
                                         ? phrase("{}: contains no pictures", name)
                                         : phrase("{}: contains no recordings", name));
    }
  }

  bool hasEnding(const std::string& name) const {
    return kind_ == Kind::pictures ? hasPictureEnding(name) : hasRecordingEnding(name);
  }

  void addMatching(const std::string& pattern) {
    found_ = 0;
    matched_.clear();
    match(pattern.starts_with('/') ? "/" : "", tidied(pattern));
    if (found_ == 0) throw Error(ErrorCode::badUse, phrase("{}: matches no file", pattern));
  }

  /// `begin` is empty or ends with a slash; `rest` is the unmatched part of the pattern.
  void match(const std::string& begin, const std::string& rest) {
    // Memoised: several "**" reach the same folder in exponentially many ways.
    if (!matched_.insert(begin + '\0' + rest).second) return;
    const std::size_t slash = rest.find('/');
    const std::string part = rest.substr(0, slash);
    const bool last = slash == std::string::npos;
    const std::string behind = last ? "" : rest.substr(slash + 1);
    if (part == "**") {
      // "**" matches zero or more folders; at the end, all files below.
      match(begin, last ? "*" : behind);
      for (const fs::directory_entry& entry : entriesOf(begin)) {
        const std::string own = entry.path().filename().string();
        std::error_code failure;
        if (own.starts_with('.') || entry.is_symlink(failure) || !entry.is_directory(failure)) {
          continue;
        }
        match(begin + own + '/', rest);
      }
      return;
    }
    if (!hasPattern(part)) {
      std::error_code failure;
      const fs::file_status found = fs::status(placeOf(begin + part), failure);
      if (isForbidden(failure)) {
        takeForbidden(begin);
      } else if (last ? fs::is_regular_file(found) : fs::is_directory(found)) {
        last ? take(begin + part) : match(begin + part + '/', behind);
      }
      return;
    }
    for (const fs::directory_entry& entry : entriesOf(begin)) {
      const std::string own = entry.path().filename().string();
      if (!matchesPattern(part.c_str(), own.c_str())) continue;
      std::error_code failure;
      if (last ? entry.is_regular_file(failure) : entry.is_directory(failure)) {
        last ? take(begin + own) : match(begin + own + '/', behind);
      }
    }
  }

  void take(const std::string& name) {
    ++found_;
    addFile(name);
  }

  static bool isForbidden(const std::error_code& failure) {
    return failure == std::errc::permission_denied;
  }

  /// Takes a folder as an image, which fails when it is read.
  void takeForbidden(const std::string& folder) {
    take((fs::path(folder.empty() ? "." : folder) / "").string());
  }

  /// Reads the names of a list. Bounded even for an endless device: names have a maximal length,
  /// and an empty name is invalid.
  std::string listIn(std::istream& from, const std::string& name) const {
    constexpr std::size_t kPart = 1 << 16;
    std::string text;
    std::size_t begin = 0;  // of the last name
    while (from) {
      const std::size_t before = text.size();
      text.resize(before + kPart);
      from.read(text.data() + before, kPart);
      text.resize(before + static_cast<std::size_t>(from.gcount()));
      for (std::size_t i = before; i < text.size(); ++i) {
        if (text[i] == '\n' || (text[i] == '\0' && i > 0 && text[i - 1] != '\0')) begin = i + 1;
      }
      if (text.size() - begin > kMostNameBytes) {
        throw Error(ErrorCode::tooLarge,
                    kind_ == Kind::pictures
                        ? phrase("{}: the list of images has a name of more than {} bytes", name,
                                 kMostNameBytes)
                        : phrase("{}: the list of recordings has a name of more than {} bytes",
                                 name, kMostNameBytes));
      }
      if (text.size() > kMostListBytes) {
        throw Error(
            ErrorCode::tooLarge,
            kind_ == Kind::pictures
                ? phrase("{}: the list of images has more than {} bytes", name, kMostListBytes)
                : phrase("{}: the list of recordings has more than {} bytes", name,
                         kMostListBytes));
      }
    }
    return text;
  }

  void addList(const std::string& name) {
    std::string text;
    if (name == "-") {
      text = listIn(standardInput_, "@-");
    } else {
      errno = 0;
      std::ifstream file(placeOf(name), std::ios::binary);
      if (!file || fs::is_directory(placeOf(name))) {
        const Message why = systemWords(file ? EISDIR : errno);
        const std::string place = placeOf(name).string();
        throw Error(ErrorCode::system,
                    kind_ == Kind::pictures
                        ? phrase("{}: the list of images cannot be read: {}", place, why)
                        : phrase("{}: the list of recordings cannot be read: {}", place, why));
      }
      text = listIn(file, placeOf(name).string());
    }
    const char end = text.find('\0') == std::string::npos ? '\n' : '\0';
    // Skips a UTF-8 byte order mark.
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    const std::size_t first = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    for (std::size_t begin = first; begin < text.size();) {
      const std::size_t next = std::min(text.find(end, begin), text.size());
      std::string line = text.substr(begin, next - begin);
      if (end == '\n' && line.ends_with('\r')) line.pop_back();
      // Names from standard input are relative to the working folder, not to the job file.
      const bool elsewhere = name == "-" && !folder_.empty();
      if (!line.empty()) addFile(elsewhere ? fs::absolute(line).string() : line);
      begin = next + 1;
    }
  }

  Kind kind_;
  std::string folder_;
  std::istream& standardInput_;
  std::vector<std::string> images_;
  std::unordered_set<std::string> known_;
  std::unordered_set<std::string> written_;  ///< canonical paths
  std::unordered_set<std::string> matched_;  ///< pairs of folder and remaining pattern
  std::size_t found_ = 0;
};

}  // namespace

bool matchesPattern(const char* pattern, const char* name) {
  return ::fnmatch(pattern, name, FNM_PERIOD) == 0;
}

std::vector<std::string> imagesOf(std::span<const std::string> sources, const std::string& folder,
                                  std::istream& standardInput,
                                  std::span<const std::string> written) {
  ImageList list(Kind::pictures, folder, standardInput, written);
  for (const std::string& source : sources) list.add(source);
  return list.take();
}

std::vector<std::string> recordingsOf(std::span<const std::string> sources,
                                      std::istream& standardInput) {
  ImageList list(Kind::recordings, "", standardInput, {});
  for (const std::string& source : sources) list.add(source);
  return list.take();
}

}  // namespace espy::batch

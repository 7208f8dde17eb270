// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/image_list.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <unordered_set>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::batch {
namespace fs = std::filesystem;
namespace {

constexpr std::array<std::string_view, 11> kEndings{".pbm", ".pgm",  ".ppm", ".pnm", ".pam", ".png",
                                                    ".jpg", ".jpeg", ".tif", ".bmp", ".webp"};

bool hasPictureEnding(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  for (char& letter : ending) letter = static_cast<char>(std::tolower(letter));
  return ending == ".tiff" || std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

bool hasPattern(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

class ImageList {
 public:
  ImageList(std::string folder, std::istream& standardInput)
      : folder_(std::move(folder)), standardInput_(standardInput) {}

  void add(const std::string& source) {
    if (source.empty()) throw Error(ErrorCode::badUse, phrase("an image has an empty name"));
    if (source.starts_with('@')) {
      addList(source.substr(1));
      return;
    }
    std::error_code failure;
    const fs::path path = placeOf(source);
    if (fs::is_directory(path, failure)) {
      addFolder(source);
    } else if (hasPattern(source) && !fs::exists(fs::symlink_status(path, failure))) {
      addMatching(source);
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
    if (known_.insert(fs::path(name).lexically_normal().string()).second) images_.push_back(name);
  }

  /// Entries of a folder in the order of their bytes; none where it cannot be read.
  std::vector<fs::directory_entry> entriesOf(const std::string& name) const {
    std::error_code failure;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator each(placeOf(name.empty() ? "." : name), failure), end;
         !failure && each != end; each.increment(failure)) {
      entries.push_back(*each);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.path() < b.path(); });
    return entries;
  }

  void addFolder(const std::string& name) {
    const std::string begin = name.ends_with('/') ? name : name + '/';
    const std::size_t before = images_.size();
    bool any = false;
    for (const fs::directory_entry& entry : entriesOf(name)) {
      const std::string own = entry.path().filename().string();
      std::error_code failure;
      if (own.starts_with('.') || !hasPictureEnding(own) || !entry.is_regular_file(failure)) {
        continue;
      }
      any = true;
      addFile(begin + own);
    }
    if (!any && images_.size() == before) {
      throw Error(ErrorCode::badUse, phrase("{}: has no picture in it", name));
    }
  }

  void addMatching(const std::string& pattern) {
    found_ = 0;
    // What stands before the first slash that follows is looked up in what stands before it.
    match(pattern.starts_with('/') ? "/" : "", pattern.substr(pattern.find_first_not_of('/')));
    if (found_ == 0) throw Error(ErrorCode::badUse, phrase("{}: matches no file", pattern));
  }

  /// `begin` is empty or ends with a slash; `rest` is still to be matched.
  void match(const std::string& begin, const std::string& rest) {
    const std::size_t slash = rest.find('/');
    const std::string part = rest.substr(0, slash);
    const bool last = slash == std::string::npos;
    const std::string behind = last ? "" : rest.substr(rest.find_first_not_of('/', slash));
    if (part == "**") {
      // No folder, or any: a "**" at the end means all files below.
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
      if (last) {
        if (fs::is_regular_file(placeOf(begin + part), failure)) take(begin + part);
      } else if (fs::is_directory(placeOf(begin + part), failure)) {
        match(begin + part + '/', behind);
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

  void addList(const std::string& name) {
    std::string text;
    if (name == "-") {
      text.assign(std::istreambuf_iterator<char>(standardInput_), {});
    } else {
      std::ifstream file(placeOf(name), std::ios::binary);
      if (!file || fs::is_directory(placeOf(name))) {
        throw Error(ErrorCode::system,
                    phrase("{}: a list of images that cannot be read", placeOf(name).string()));
      }
      text.assign(std::istreambuf_iterator<char>(file), {});
    }
    const char end = text.find('\0') == std::string::npos ? '\n' : '\0';
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t next = std::min(text.find(end, begin), text.size());
      std::string line = text.substr(begin, next - begin);
      if (end == '\n' && line.ends_with('\r')) line.pop_back();
      if (!line.empty()) addFile(name == "-" ? fs::absolute(line).string() : line);
      begin = next + 1;
    }
  }

  std::string folder_;
  std::istream& standardInput_;
  std::vector<std::string> images_;
  std::unordered_set<std::string> known_;
  std::size_t found_ = 0;
};

}  // namespace

bool matchesPattern(const char* pattern, const char* name) {
  return ::fnmatch(pattern, name, FNM_PERIOD) == 0;
}

std::vector<std::string> imagesOf(std::span<const std::string> sources, const std::string& folder,
                                  std::istream& standardInput) {
  ImageList list(folder, standardInput);
  for (const std::string& source : sources) list.add(source);
  return list.take();
}

}  // namespace espy::batch

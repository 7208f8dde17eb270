// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/outputs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/folder.h"
#include "base/phrase.h"
#include "batch/journal.h"
#include "espy/engine/video.h"
#include "espy/error.h"

namespace espy::batch {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void refuseNaming(const std::string& naming, const Message& fact) {
  throw Error(ErrorCode::badUse, phrase("the naming \"{}\" {}", naming, fact));
}

using Identity = std::pair<dev_t, ino_t>;

/// Identity of the file that a path names.
struct ResolvedPath {
  std::string name;
  std::optional<Identity> identity;  ///< if it exists
};

/// Resolves paths, with a cache of folders: there may be a million files.
class PathResolver {
 public:
  ResolvedPath of(const std::string& file) {
    ResolvedPath resolved;
    struct stat status {};
    const bool there = ::lstat(file.c_str(), &status) == 0;
    if (there && S_ISLNK(status.st_mode)) {
      resolved.name = whole(file);
      if (::stat(file.c_str(), &status) == 0) resolved.identity = {status.st_dev, status.st_ino};
      return resolved;
    }
    if (there) resolved.identity = {status.st_dev, status.st_ino};
    const std::size_t slash = file.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : file.substr(0, slash + 1);
    const std::string own = slash == std::string::npos ? file : file.substr(slash + 1);
    if (own.empty() || own == "." || own == "..") {
      resolved.name = whole(file);
      return resolved;
    }
    const auto [known, isNew] = folders_.try_emplace(folder);
    if (isNew) known->second = whole(folder);
    resolved.name = (fs::path(known->second) / own).string();
    return resolved;
  }

 private:
  static std::string whole(const std::string& file) {
    std::error_code failure;
    const fs::path path = fs::weakly_canonical(fs::absolute(file), failure);
    return failure ? fs::absolute(file).lexically_normal().string() : path.string();
  }

  std::unordered_map<std::string, std::string> folders_;
};

/// Files that a job reads and writes, with their purposes.
class Files {
 public:
  void read(const std::string& file) {
    ResolvedPath resolved = resolver_.of(file);
    purposes_.emplace(std::move(resolved.name), Purpose{file, false});
    if (resolved.identity) read_.insert(*resolved.identity);
  }

  /// Throws if the file already has a purpose; `purpose` is the image that is written there, or a
  /// description.
  void write(const std::string& file, const Message& purpose) {
    ResolvedPath resolved = resolver_.of(file);
    const auto [known, isNew] = purposes_.emplace(std::move(resolved.name), Purpose{purpose, true});
    const bool isRead = resolved.identity && read_.contains(*resolved.identity);
    if (!isNew || isRead) refuse(file, known->second, isRead, purpose);
  }

  /// A folder for pictures; several kinds may share it.
  void writeInto(const std::string& folder) {
    const std::string plain = folder.substr(0, folder.find_last_not_of('/') + 1);
    const Message purpose = phrase("a folder of pictures");
    const auto [known, isNew] = purposes_.emplace(resolver_.of(plain).name, Purpose{purpose, true});
    if (!known->second.written) refuse(folder, known->second, true, purpose);
  }

  /// Crops of this image have this prefix; their number is unknown.
  void writeCrops(const std::string& begin, const Message& image) {
    const std::string first = cropName(begin, 1);
    const ResolvedPath resolved = resolver_.of(first);
    std::string whole =
        resolved.name.substr(0, resolved.name.size() - (first.size() - begin.size()));
    const auto [known, isNew] = crops_.emplace(std::move(whole), Purpose{image, true});
    const bool isRead = resolved.identity && read_.contains(*resolved.identity);
    if (!isNew || isRead) refuse(first, known->second, isRead, image);
  }

  /// After all write calls: throws if a crop of any rank could be another file, also through a
  /// symbolic link in the folder.
  void checkCrops(const std::string& folder) {
    const std::string whole = resolver_.of(folder + "/.").name;
    std::error_code failure;
    for (fs::directory_iterator each(folder, failure), end; !failure && each != end;
         each.increment(failure)) {
      std::error_code unknown;
      if (!each->is_symlink(unknown)) continue;
      const std::string link = each->path().string();
      const std::string begin = cropBegin((fs::path(whole) / each->path().filename()).string());
      const auto crops = begin.empty() ? crops_.end() : crops_.find(begin);
      const std::optional<Identity> target = resolver_.of(link).identity;
      if (crops != crops_.end() && target && read_.contains(*target)) {
        refuse(link, crops->second, true, crops->second.what);
      }
    }
    for (const auto& [name, purpose] : purposes_) {
      const std::string begin = cropBegin(name);
      if (begin.empty()) continue;
      const auto crops = crops_.find(begin);
      if (crops != crops_.end()) refuse(name, purpose, false, crops->second.what);
    }
  }

 private:
  struct Purpose {
    Message what;
    bool written;
  };

  [[noreturn]] static void refuse(const std::string& file, const Purpose& known, bool isRead,
                                  const Message& purpose) {
    if (isRead || !known.written) {
      throw Error(ErrorCode::badUse, phrase("{}: is an input of this batch and is not overwritten; "
                                            "choose another folder or naming",
                                            file));
    }
    throw Error(ErrorCode::badUse,
                phrase("{}: {} and {} would both be written under this name; a naming with "
                       "{number} keeps them apart",
                       file, known.what, purpose));
  }

  PathResolver resolver_;
  std::unordered_map<std::string, Purpose> purposes_;
  std::unordered_map<std::string, Purpose> crops_;  ///< by prefix
  std::set<Identity> read_;                         ///< detects hard links
};

}  // namespace

std::string outputName(const std::string& naming, const std::string& image, std::size_t index,
                       std::size_t count) {
  // Frame 120 of "clip.mp4" gives "clip-000120.png".
  const std::optional<VideoFrame> frame = frameOf(image);
  const fs::path path =
      frame ? fs::path(fmt::format("{}-{:06}.png", fs::path(frame->video).stem().string(),
                                   frame->number))
            : fs::path(image);
  std::string name;
  for (std::size_t at = 0; at < naming.size();) {
    if (naming[at] != '{') {
      name += naming[at++];
      continue;
    }
    const std::size_t end = naming.find('}', at);
    if (end == std::string::npos) refuseNaming(naming, phrase("has a { without a }"));
    const std::string word = naming.substr(at + 1, end - at - 1);
    if (word == "name") {
      name += path.stem().string();
    } else if (word == "number") {
      name += fmt::format("{:0{}}", index + 1, std::to_string(count).size());
    } else {
      refuseNaming(naming,
                   phrase("has {}, but only {name} and {number} are known", "{" + word + "}"));
    }
    at = end + 1;
  }
  if (naming.empty()) refuseNaming(naming, phrase("is empty"));
  if (naming.find('/') != std::string::npos || naming.find('\0') != std::string::npos) {
    refuseNaming(naming, phrase("is not a file name"));
  }
  return name + path.extension().string();
}

std::string cropName(const std::string& begin, std::size_t rank) {
  return fmt::format("{}-{:03}.png", begin, rank);
}

std::string cropBegin(const std::string& file) {
  constexpr std::string_view kEnding = ".png";
  if (!file.ends_with(kEnding)) return {};
  const std::size_t end = file.size() - kEnding.size();
  const std::size_t dash = file.find_last_not_of("0123456789", end - 1);
  if (dash == std::string::npos || file[dash] != '-' || end - dash - 1 < 3) return {};
  return file.substr(0, dash);
}

std::vector<ImageOutputs> outputsOf(const BatchJob& job) {
  std::vector<ImageOutputs> outputs(job.images.size());
  const auto file = [&](const std::string& name) { return job.path(name); };
  Files files;
  for (const std::string& image : job.images) files.read(fileOfImage(file(image)));
  for (const BatchNeedle& needle : job.needles) {
    files.read(file(needle.file));
    if (!needle.mask.empty()) files.read(file(needle.mask));
  }
  if (!job.judgeFile.empty()) files.read(file(job.judgeFile));
  if (!job.index.empty()) files.read(file(job.index));
  // Reports must not overwrite the job, its lists or its journal.
  if (!job.file.empty()) files.read(file(job.file));
  for (const std::string& list : job.lists) files.read(file(list));
  if (!job.journal.empty()) {
    files.read(file(job.journal));
    files.read(Journal::fileOf(file(job.journal), job.shard));
  }
  for (const std::string& folder : {job.outputFolder, job.cropFolder}) {
    if (!folder.empty()) files.writeInto(file(folder));
  }
  if (!job.summary.empty()) files.write(file(job.summary), phrase("the summary"));
  if (!job.lines.empty()) files.write(file(job.lines), phrase("the JSON lines"));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (job.outputFolder.empty() && job.cropFolder.empty()) break;
    if (job.images[i].ends_with('/')) continue;  // a folder that cannot be read
    const fs::path name = outputName(job.naming, job.images[i], i, outputs.size());
    if (!job.outputFolder.empty()) {
      outputs[i].marked = file((fs::path(job.outputFolder) / name).string());
      files.write(outputs[i].marked, job.images[i]);
    }
    if (!job.cropFolder.empty()) {
      // A prefix is no file, but must be unique.
      outputs[i].crops = file((fs::path(job.cropFolder) / name.stem()).string());
      files.writeCrops(outputs[i].crops, job.images[i]);
    }
  }
  if (!job.cropFolder.empty()) files.checkCrops(file(job.cropFolder));
  return outputs;
}

void checkFolder(const std::string& folder) {
  std::error_code failure;
  // The first missing folder would be created in the nearest existing one.
  fs::path around = fs::absolute(folder.empty() ? "." : folder).lexically_normal();
  while (around.has_relative_path() && !fs::exists(around, failure)) around = around.parent_path();
  if (!fs::is_directory(around, failure)) {
    throw Error(ErrorCode::system, phrase("{}: {} is not a folder", folder, around.string()));
  }
  // Permissions alone do not show it, so create a file without a name, which a killed process does
  // not leave behind, or a temporary folder.
  const int file = ::open(around.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (file >= 0) {
    ::close(file);
    return;
  }
  std::string trial = (around / ".espy-XXXXXX").string();
  if (::mkdtemp(trial.data()) != nullptr) {
    ::rmdir(trial.c_str());
  } else {
    throw Error(ErrorCode::system, phrase("{}: cannot write into {}: {}", folder, around.string(),
                                          std::generic_category().message(errno)));
  }
}

void makeFolderOf(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  if (!folder.empty()) makeFolder(folder.string());
}

void removeEarlierOutput(const std::string& file, bool ours) {
  if (ours) ::unlink(file.c_str());
}

Existing existing(const std::string& file, bool overwrite, bool ours) {
  if (overwrite) return Existing::replaced;
  // An earlier run wrote a regular file; a link that took its place is not followed.
  struct stat status {};
  const bool regular = ours && ::lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return regular ? Existing::replaced : Existing::refused;
}

void checkNew(const std::string& file, bool overwrite) {
  std::error_code failure;
  const fs::file_status status = fs::symlink_status(file, failure);
  if (!overwrite && fs::exists(status)) {
    throw OutputTaken(ErrorCode::system,
                      phrase("{}: {}", file, phrase("exists already, and is not overwritten")));
  }
}

}  // namespace espy::batch

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// The log of bad_disk.cpp, and the states that a power failure may leave.
namespace espy::test {

/// Header of a log entry. `bytes` bytes follow: the data, or a path relative to the folder.
struct DiskChange {
  enum class Kind : std::int32_t {
    created,  ///< a file, still without a name
    written,
    cut,     ///< resized to `at` bytes
    synced,  ///< all earlier writes to the file are durable
    name,    ///< refers to `file` now; 0: removed
    folder,  ///< synced: its names are durable
    made,    ///< a folder was made
  };
  Kind kind = Kind::created;
  std::uint64_t file = 0;  ///< inode
  std::int64_t at = 0;
  std::int64_t bytes = 0;
};

/// A folder with its initial state and a log of changes. Unsynced changes may survive a power
/// failure or not.
class FailingDisk {
 public:
  explicit FailingDisk(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().lexically_relative(folder).string();
      const auto file = std::make_shared<File>();
      file->isFolder = entry.is_directory();
      names_[name] = file;
      struct stat status {};
      if (file->isFolder || ::stat(entry.path().c_str(), &status) != 0) continue;
      file->kept = bytesOf(entry.path());
      files_[status.st_ino] = file;
    }
  }

  void take(const DiskChange& change, const std::string& bytes) {
    using Kind = DiskChange::Kind;
    switch (change.kind) {
      case Kind::created:
        files_[change.file] = std::make_shared<File>();
        break;
      case Kind::written:
      case Kind::cut:
        fileOf(change).open.push_back({change, bytes});
        break;
      case Kind::synced:
        for (const Step& step : fileOf(change).open) apply(step, fileOf(change).kept);
        fileOf(change).open.clear();
        break;
      case Kind::name:
        open_[parentOf(bytes)].emplace_back(bytes,
                                            change.file != 0 ? files_[change.file] : nullptr);
        break;
      case Kind::made:
        open_[parentOf(bytes)].emplace_back(bytes, std::make_shared<File>());
        open_[parentOf(bytes)].back().second->isFolder = true;
        break;
      case Kind::folder:
        applyNames(names_, open_[bytes], open_[bytes].size());
        open_.erase(bytes);
        break;
    }
  }

  /// Writes a state that a power failure may leave now: for each folder a random prefix of the
  /// unsynced name changes, for each file a random subset of the unsynced writes, some of them
  /// torn.
  void leaveIn(const std::filesystem::path& folder, std::mt19937& random) const {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    Names names = names_;
    for (const auto& [parent, open] : open_) applyNames(names, open, random() % (open.size() + 1));
    std::map<const File*, std::string> left;
    // Sorted: a folder precedes its contents.
    for (const auto& [name, file] : names) {
      if (!std::filesystem::exists(folder / parentOf(name))) continue;
      if (file->isFolder) {
        std::filesystem::create_directory(folder / name);
        continue;
      }
      const auto [own, isNew] = left.try_emplace(file.get(), file->kept);
      for (const Step& step : file->open) {
        if (!isNew || random() % 2 == 0) continue;
        Step some = step;
        if (random() % 4 == 0) some.bytes.resize(some.bytes.size() / 512 * 512 / 2);
        apply(some, own->second);
      }
      std::ofstream(folder / name, std::ios::binary) << own->second;
    }
  }

  /// Applies the entries of a log; after each calls `each` with the offset of the entry's end,
  /// until it returns false.
  template <class Each>
  void replay(const std::string& log, const Each& each) {
    for (std::size_t at = 0; at < log.size();) {
      DiskChange one;
      std::memcpy(&one, log.data() + at, sizeof one);
      at += sizeof one;
      take(one, log.substr(at, static_cast<std::size_t>(one.bytes)));
      at += static_cast<std::size_t>(one.bytes);
      if (!each(at)) return;
    }
  }

  static std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  struct Step {
    DiskChange change;
    std::string bytes;
  };
  struct File {
    bool isFolder = false;
    std::string kept;
    std::vector<Step> open;  ///< unsynced writes
  };
  using Names = std::map<std::string, std::shared_ptr<File>>;
  using OpenNames = std::vector<std::pair<std::string, std::shared_ptr<File>>>;

  static std::string parentOf(const std::string& name) {
    const std::size_t end = name.rfind('/');
    return end == std::string::npos ? std::string() : name.substr(0, end);
  }

  File& fileOf(const DiskChange& change) {
    std::shared_ptr<File>& file = files_[change.file];
    if (!file) file = std::make_shared<File>();
    return *file;
  }

  static void apply(const Step& step, std::string& to) {
    const auto at = static_cast<std::size_t>(step.change.at);
    if (step.change.kind == DiskChange::Kind::cut) return to.resize(at);
    to.resize(std::max(to.size(), at + step.bytes.size()));
    std::copy(step.bytes.begin(), step.bytes.end(), to.begin() + step.change.at);
  }

  static void applyNames(Names& names, const OpenNames& open, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [name, file] = open[i];
      if (file) {
        names[name] = file;
      } else {
        names.erase(name);
      }
    }
  }

  std::map<std::uint64_t, std::shared_ptr<File>> files_;  ///< by inode
  Names names_;                                           ///< durable names
  std::map<std::string, OpenNames> open_;                 ///< unsynced name changes by folder
};

}  // namespace espy::test

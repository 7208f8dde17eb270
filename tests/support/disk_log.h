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
#include <vector>

/// What `bad_disk.cpp` writes down of a folder, and what a power failure would leave of it.
namespace espy::test {

/// Bytes follow it: what was written, or a name.
struct DiskChange {
  enum class Kind : std::int32_t {
    created,  ///< a file, which has no name yet
    written,
    cut,     ///< or made longer, to `at` bytes
    synced,  ///< all that was written to the file before stays
    name,    ///< of the folder stands for `file` now, or for none where that is 0
    folder,  ///< was synced: its names stay
  };
  Kind kind = Kind::created;
  std::uint64_t file = 0;  ///< its inode
  std::int64_t at = 0;
  std::int64_t bytes = 0;
};

/// A folder of files, as it was and as it is changed. What was not synced may be there or not.
class FailingDisk {
 public:
  explicit FailingDisk(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const auto file = std::make_shared<File>();
      file->kept = bytesOf(entry.path());
      struct stat status {};
      if (::stat(entry.path().c_str(), &status) != 0) continue;
      files_[status.st_ino] = file;
      names_[entry.path().filename().string()] = file;
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
        openNames_.emplace_back(bytes, change.file != 0 ? files_[change.file] : nullptr);
        break;
      case Kind::folder:
        applyNames(names_, openNames_.size());
        openNames_.clear();
        break;
    }
  }

  /// Makes a folder of what a power failure leaves now: names up to a random one of those that were
  /// not synced, and of each file random writes, the last of which may be torn.
  void leaveIn(const std::filesystem::path& folder, std::mt19937& random) const {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    Names names = names_;
    applyNames(names, random() % (openNames_.size() + 1));
    std::map<const File*, std::string> left;
    for (const auto& [name, file] : names) {
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
    std::string kept;
    std::vector<Step> open;  ///< what was not synced
  };
  using Names = std::map<std::string, std::shared_ptr<File>>;

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

  void applyNames(Names& names, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [name, file] = openNames_[i];
      if (file) {
        names[name] = file;
      } else {
        names.erase(name);
      }
    }
  }

  std::map<std::uint64_t, std::shared_ptr<File>> files_;  ///< by inode
  Names names_;                                           ///< that were synced
  std::vector<std::pair<std::string, std::shared_ptr<File>>> openNames_;
};

}  // namespace espy::test

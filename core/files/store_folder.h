// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "espy/error.h"
#include "files/descriptor.h"

/// A store is a folder with a head file, one line of which names the file that holds the current
/// state; the state names all other files. A new state is written beside the old one and made the
/// current one by replacing the head, so that readers are never blocked and a crash at any moment
/// leaves the old or the new state.
namespace espy::files {

/// The names of a kind of store.
struct StoreKind {
  std::string_view head;        ///< name of the head file
  std::string_view firstWords;  ///< its text up to the version: "espy library "
  int version = 1;
  std::string_view stateBegin;  ///< the state's file name is this, its number,
  std::string_view stateEnd;    ///< and this
  Message noun;                 ///< "a surface library", for messages
  std::string_view maker;       ///< command that makes one, without its folder, for messages

  std::string stateName(std::int64_t number) const;
  std::string headText(std::int64_t state) const;
};

/// The number between prefix and suffix, in canonical form.
std::optional<std::int64_t> numberIn(std::string_view name, std::string_view begin,
                                     std::string_view end);

/// A store's folder: the given and the absolute path.
class StoreFolder {
 public:
  /// Throws if there is no store of this kind, which must outlive it.
  StoreFolder(std::string given, const StoreKind& kind);

  const std::string& given() const { return given_; }
  /// A file's path for messages, and for the system.
  std::string shown(const std::string& name) const;
  std::string path(const std::string& name) const;

  /// The number of the current state.
  std::int64_t state() const;
  /// Makes this state current, durably.
  void setState(std::int64_t number) const;

  /// Names of all entries, sorted.
  std::vector<std::string> names() const;
  void sync() const;

 private:
  const StoreKind& kind_;
  std::string given_;
  std::string path_;
};

inline constexpr const char* kLockFile = "lock";

/// A writer's lock on a store, released at the latest by the end of the process.
class StoreLock {
 public:
  /// Throws, with the holder's name, if the store is locked.
  explicit StoreLock(const StoreFolder& folder);

 private:
  Descriptor file_;
};

}  // namespace espy::files

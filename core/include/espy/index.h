// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "espy/control.h"
#include "espy/find.h"
#include "espy/image.h"

#pragma GCC visibility push(default)
/// Indexes of needles on disk: hundreds of thousands of tiles, sprites, icons or glyphs are found
/// in one pass over a scene, exactly.
///
///     espy::NeedleIndex::create("tiles.esi");
///     espy::NeedleIndexWriter writer("tiles.esi");
///     writer.add("button", {button.image});
///     writer.commit();
///
///     const espy::NeedleIndex index("tiles.esi");
///     const espy::Finding found = espy::find(screen.image, index);
///     for (const espy::Match& match : found.matches) show(index.name(match.needle), match.x);
namespace espy {

/// An index opened for reading: the state at that moment, whatever is written later. Thread-safe.
class NeedleIndex {
 public:
  /// Throws if there is no index, or if it is damaged or of another version.
  explicit NeedleIndex(const std::string& folder);
  ~NeedleIndex();
  NeedleIndex(NeedleIndex&&) noexcept;
  NeedleIndex& operator=(NeedleIndex&&) noexcept;

  /// Creates an empty index. Throws if the folder exists and is not empty.
  static void create(const std::string& folder);

  const std::string& folder() const;
  /// Number of needles.
  std::int64_t size() const;
  /// Number of different pictures, removed ones included.
  std::int64_t pictures() const;
  /// Number of needles whose space `compact` would free.
  std::int64_t removed() const;
  /// Number of parts, each of which is searched by itself.
  std::int64_t segments() const;
  /// Size on disk.
  std::int64_t bytes() const;

  /// The name of needle `n`, in the order in which they were added. Valid as long as the index.
  std::string_view name(std::int64_t n) const;
  /// Size and modification, in nanoseconds since 1970, of its file when it was added; zeros if it
  /// was not from a file.
  std::pair<std::uint64_t, std::int64_t> file(std::int64_t n) const;
  /// Its picture, in the index's memory, as it was added.
  Needle picture(std::int64_t n) const;
  /// Whether there are needles, and each is wider or taller than this size.
  bool allLargerThan(Size scene) const;
  /// Reads everything. Throws at the first damage.
  void verify(const Control& control = {}) const;

  struct State;
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<const State> state_;
};

/// Finds every needle of an index: what `find` returns for all its needles, in the same order;
/// `Match::needle` is the needle's number in the index. Exact search without tolerance or poses;
/// throws `badUse` for other options.
Finding find(const Scene& scene, const NeedleIndex& index, const FindOptions& options = {});

/// Changes an index. One process writes at a time; readers are not blocked.
class NeedleIndexWriter {
 public:
  /// Throws if there is no index or if another process is writing to it.
  explicit NeedleIndexWriter(const std::string& folder);
  ~NeedleIndexWriter();
  NeedleIndexWriter(const NeedleIndexWriter&) = delete;
  NeedleIndexWriter& operator=(const NeedleIndexWriter&) = delete;

  /// Whether there is a needle of this name, uncommitted changes included.
  bool has(std::string_view name) const;
  /// Adds a needle and copies its pixels. Throws `badUse` for an invalid needle, a name that is
  /// there, and one with control characters. Equal pictures are stored once.
  void add(std::string_view name, const Needle& needle, std::uint64_t fileBytes = 0,
           std::int64_t fileTime = 0);
  /// Removes a needle; false if there is none.
  bool remove(std::string_view name);
  /// Writes the changes; afterwards they survive a crash. Without it, or if it throws, nothing
  /// changes.
  void commit(const Control& control = {});
  /// Commits, and rewrites the index as one segment without what was removed.
  void compact(const Control& control = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace espy
#pragma GCC visibility pop

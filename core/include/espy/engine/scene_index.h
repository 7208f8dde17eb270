// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "espy/control.h"
#include "espy/error.h"
#include "espy/find.h"
#include "espy/image.h"
#include "espy/pictures.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// An on-disk index of many pictures: in which of them, and where, does a needle lie?
///
///     espy::SceneIndex::create("shots.esi");
///     espy::SceneIndexWriter("shots.esi").add(files);
///
///     espy::SceneIndex index("shots.esi");
///     index.find(needles, {}, [](espy::SceneIndex::Found&& found) { show(found.file); });
///
/// The answer is that of `find` with the method `exact` over every picture; a tolerant index
/// answers as zncc does, but may miss pictures. Only pictures that may have a match are opened; the
/// pictures themselves are not copied into the index.
namespace espy {

/// An index opened for reading: a snapshot, independent of later writes. Thread-safe.
class SceneIndex {
 public:
  /// Smallest side of a needle, unless chosen when the index is created.
  static constexpr std::int64_t kDefaultSide = 24;
  static constexpr std::int64_t kDefaultTolerantSide = 48;

  struct Facts {
    std::int64_t side = 0;      ///< smallest width and height of a needle, in pixels
    bool tolerant = false;      ///< see `createTolerant`
    std::int64_t scenes = 0;    ///< pictures that can be found
    std::int64_t removed = 0;   ///< pictures whose space `compact` would free
    std::int64_t pixels = 0;    ///< of all pictures, removed ones included
    std::int64_t entries = 0;   ///< hashes of blocks
    std::int64_t segments = 0;  ///< files with entries
    std::int64_t bytes = 0;     ///< on disk
  };
  /// A picture of the index.
  struct Indexed {
    std::string file;         ///< as given, or its full path if the working folder is another
    Size size;                ///< pixels
    std::uint64_t bytes = 0;  ///< of the file
  };
  /// A picture with matches, or one that could not be searched.
  struct Found {
    std::string file;            ///< see `Indexed::file`
    Size size;                   ///< pixels
    std::vector<Match> matches;  ///< by y, then x, then needle; of a tolerant index as `find`
    Message failure;             ///< why it could not be searched, beginning with its name
    Timeline timeline;           ///< "load" and "verify"
  };
  /// What a query did.
  struct Report {
    std::int64_t candidates = 0;  ///< positions to verify
    std::int64_t opened = 0;      ///< pictures that were read
    std::int64_t changed = 0;     ///< pictures that are no longer as indexed: searched whole
    std::int64_t failed = 0;      ///< pictures that could not be read
    std::string firstChanged;     ///< one of those that changed
  };
  /// Options of a query.
  struct Query {
    /// Look at size and time of every file, and search those that changed. Without it only pictures
    /// that may have a match are looked at, and a match that is new in a changed picture is missed.
    bool checkAll = true;
    ReadOptions reading = {};
    Control control = {};
    /// Tolerant indexes, and required there: smallest zncc score of a match.
    std::optional<double> minScore = {};
  };

  /// Creates a folder with an empty index. `side`: smallest width and height of a needle, 12..256;
  /// twice the side needs about a quarter of the space. Throws `system`, and `badUse` if the path
  /// exists and is not an empty folder.
  static void create(const std::string& folder, std::int64_t side = kDefaultSide);
  /// Creates an empty tolerant index, for needles or pictures with noise or losses of compression.
  /// A picture that it reports has a place where zncc reaches the minimum, and all matches of
  /// `find` with zncc and `kScoredOverlap`. Every picture that has the needle's pixels unchanged is
  /// reported; of others most (docs/index.md has the recall). Needles must have the pictures' scale
  /// and not be turned. `side`: 40..256. Throws as `create`.
  static void createTolerant(const std::string& folder, std::int64_t side = kDefaultTolerantSide);
  /// Whether an index is one of scenes. Throws if it is no index.
  static bool isOne(const std::string& folder);

  /// Throws `system`, `badUse` if this is no index of scenes, `unsupported` for another version,
  /// and `badPicture` for a damaged one.
  explicit SceneIndex(const std::string& folder);
  ~SceneIndex();
  SceneIndex(const SceneIndex&) = delete;
  SceneIndex& operator=(const SceneIndex&) = delete;

  Facts facts() const;
  /// All pictures, in the order of the index.
  std::vector<Indexed> scenes() const;
  /// Throws `badUse` if the needle is smaller than N x N, or has no opaque square of N x N pixels.
  void check(const Needle& needle) const;
  /// Calls `take`, on this thread and in the order of the index, for every picture with a match and
  /// for those that cannot be read. Throws as `check`, `badUse` if `minScore` is missing or is not
  /// for this index, and what `find` with zncc throws for a needle without variance.
  Report find(std::span<const Needle> needles, const Query& query,
              const std::function<void(Found&&)>& take) const;
  /// Reads the whole index, and compares sizes and times of the pictures' files. Returns a sentence
  /// for each fault.
  std::vector<Message> verify(const Control& control = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes to an index of scenes; one writer at a time, across processes.
class SceneIndexWriter {
 public:
  /// Options of `add`.
  struct Options {
    /// Memory for entries, in bytes, beyond that of the pictures being read. Above it they are
    /// written, in sorted runs, which are merged at the end.
    std::uint64_t memory = std::uint64_t{1} << 30;
    ReadOptions reading = {};
    Control control = {};
    /// Called, on the calling thread, for a picture that cannot be read, with a sentence that
    /// begins with its name. If empty, `add` throws.
    std::function<void(const Error&)> failed = {};
    /// Called with the number of files done, not for each.
    std::function<void(std::size_t)> done = {};
  };
  /// What `add` did.
  struct Added {
    std::size_t added = 0;
    std::size_t replaced = 0;   ///< pictures that had changed
    std::size_t unchanged = 0;  ///< pictures that were there already
    std::size_t failed = 0;
  };

  /// Throws as `SceneIndex`, and `system` while another process writes.
  explicit SceneIndexWriter(const std::string& folder);
  ~SceneIndexWriter();
  SceneIndexWriter(const SceneIndexWriter&) = delete;
  SceneIndexWriter& operator=(const SceneIndexWriter&) = delete;

  /// Adds pictures. Those that are in the index are replaced if size or time of their files
  /// changed. Commits after every run; what was committed stays if it throws.
  Added add(std::span<const std::string> files, const Options& options);
  Added add(std::span<const std::string> files) { return add(files, Options()); }
  /// Removes pictures, and returns the names that are not in the index.
  std::vector<std::string> remove(std::span<const std::string> files);
  /// Merges all segments into one, without removed pictures.
  void compact(const Control& control = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace espy
#pragma GCC visibility pop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/features.h"
#include "espy/image.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// A library of known surfaces on disk, and which of them a photograph shows.
///
///     espy::SurfaceLibrary::create("bricks.esl", {.maker = espy::featureMaker()});
///     espy::SurfaceWriter writer("bricks.esl");
///     writer.add("brick-17", espy::featuresOf(picture.view(), writer.facts().features));
///     writer.commit();
///
///     espy::SurfaceLibrary library("bricks.esl");
///     auto answer = espy::identifySurface(library, photograph.view());
///     if (answer.known) std::cout << answer.matches[answer.best].id;
///
/// A library is a folder: slabs of features, which grow at their end only, and a small SQLite file
/// that says which surface lies where. Many may read while one writes. What was committed stays,
/// whatever becomes of the process.
namespace espy {

class Shelf;  // espy/engine/identify.h

/// What was decided when a library was created. It stays.
struct SurfaceOptions {
  FeatureOptions features{.most = 384};  ///< of each surface; `most` is at most 8192
  /// Photographs with fewer are refused: too little would be known of them.
  std::int64_t leastFeatures = 32;
  std::string maker = {};  ///< `featureMaker` that makes its features; empty if unknown
};

/// What a library has and is.
struct SurfaceFacts {
  std::int64_t references = 0;
  std::int64_t features = 0;  ///< of all of them
  std::int64_t removed = 0;   ///< places that `compact` would give back
  std::int64_t slabs = 0;
  std::int64_t bytes = 0;  ///< on disk
  std::int64_t leastFeatures = 0;
  FeatureOptions options;
  std::string maker;  ///< see `SurfaceOptions`
};
/// Throws `unsupported` where features by this maker are to be held against those of a library that
/// says it has another's: those of another OpenCV are not quite the same.
void requireMaker(const std::string& folder, const SurfaceFacts& facts, const std::string& maker);

/// One of a library's surfaces.
struct Surface {
  std::string id;
  std::string name;  ///< the file's, for people
  /// In the order of their norms, which is how they are kept. Of their points x and y are what they
  /// were, size and angle nearly so.
  Features features;
};

/// A library to read: as it was committed when it was opened or refreshed last, whatever others
/// write meanwhile, compaction included. Many threads may use one; but a refresh may give the
/// references new numbers, so whoever works with some waits with it.
class SurfaceLibrary {
 public:
  /// Makes a folder with an empty library. Throws `system`, and `badUse` for options that make no
  /// sense and where something other than an empty folder is there.
  static void create(const std::string& folder, const SurfaceOptions& options = {});

  /// Throws `system`, `badUse` where this is no library, `unsupported` for one of another version,
  /// and `badPicture` for a broken one; sentences begin with the folder or the file in it.
  explicit SurfaceLibrary(std::string folder);
  ~SurfaceLibrary();
  SurfaceLibrary(const SurfaceLibrary&) = delete;
  SurfaceLibrary& operator=(const SurfaceLibrary&) = delete;

  const std::string& folder() const;
  SurfaceFacts facts() const;
  /// What is searched. It stays as it is, also when the library is refreshed or closed. References
  /// with equal counts are ranked by their ids, byte by byte. After a refresh a slab of which only
  /// references were removed is still the same one, with other counts.
  std::shared_ptr<const Shelf> shelf() const;
  /// Looks what others have committed since. Says whether there was anything.
  bool refresh();

  /// The id of a reference of the shelf.
  std::string idOf(std::int64_t reference) const;
  /// The reference of an id; none where it is not known.
  std::optional<std::int64_t> find(std::string_view id) const;
  Surface surface(std::int64_t reference) const;
  /// Some ids in their order, from the first that is greater than `after`.
  std::vector<std::string> ids(std::string_view after, std::int64_t most) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes to a library: one at a time for each, in any process. Where the disk is full, or a commit
/// fails for another reason, what was not committed is forgotten, and one may go on.
class SurfaceWriter {
 public:
  /// Throws what `SurfaceLibrary` does, and `system` while another process writes to it.
  explicit SurfaceWriter(std::string folder);
  /// Forgets what was not committed.
  ~SurfaceWriter();
  SurfaceWriter(const SurfaceWriter&) = delete;
  SurfaceWriter& operator=(const SurfaceWriter&) = delete;

  const SurfaceFacts& facts() const;
  bool has(std::string_view id) const;
  /// Throws `badUse` for too few features (with their number) or too many, and for an id that is
  /// there, or that is empty, longer than 1000 bytes, not UTF-8, or has control characters.
  void add(std::string_view id, const Features& features, std::string_view name = {});
  /// The same, and whatever had this id is removed.
  void update(std::string_view id, const Features& features, std::string_view name = {});
  /// False where there is no such id.
  bool remove(std::string_view id);
  /// Makes all since the last time permanent, together: when this returns it is on disk. Until then
  /// it takes memory, some kilobytes a surface.
  void commit();
  /// Gives back what removed surfaces took. Commits before. Who reads goes on undisturbed.
  void compact(const Control& control = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Something about a library that is not as it should be.
struct SurfaceFault {
  std::string id;  ///< of the surface that it is about; empty where it is about a file
  Message what;
};
/// Reads all of a library and holds it against its sums. Only what can no longer be opened throws.
std::vector<SurfaceFault> verifyLibrary(const std::string& folder, const Control& control = {});
/// The files, relative to the folder, that together are the library as it is committed now: copied
/// while there is no writer they are a whole library.
std::vector<std::string> snapshotFiles(const std::string& folder);

/// How a photograph is identified.
struct IdentifyOptions {
  std::int64_t top = 10;  ///< references that are returned
  /// A feature matches the nearest one of a reference if that is nearer than over / under times the
  /// second nearest. Below 1; `ratioUnder` is at most 1000.
  std::int64_t ratioOver = 4;
  std::int64_t ratioUnder = 5;
  bool countQuery = false;  ///< count features of the query that match, not those of the reference
  std::int64_t queryFeatures = 768;  ///< the strongest of the photograph
  /// Inliers that make a reference known; docs/identify.md says how often that is wrong.
  std::int64_t leastInliers = 9;
};

/// A feature of the query and the feature of a reference that it matches.
struct FeaturePair {
  std::int32_t query = 0;
  std::int32_t reference = 0;

  bool operator==(const FeaturePair&) const = default;
};

/// Do matched features lie as if both were photographs of the same flat surface?
struct Verification {
  /// Maps points of the reference to points of the query: rows of a 3 x 3 matrix. None where none
  /// makes sense.
  std::optional<std::array<double, 9>> homography;
  std::vector<bool> inliers;  ///< for each pair; all false without a homography
  /// Different places that inliers have: features that lie at the same two places and only point
  /// into other directions are one.
  std::int64_t inlierCount = 0;
};

/// A reference that a photograph may show.
struct SurfaceMatch {
  std::string id;
  std::int64_t reference = 0;  ///< of the shelf
  std::int32_t count = 0;      ///< matched features; see `IdentifyOptions::countQuery`
  std::vector<FeaturePair> pairs;
  Verification verification;
};

/// What a photograph shows.
struct SurfaceAnswer {
  Features query;
  std::int64_t references = 0;        ///< that were searched
  std::vector<SurfaceMatch> matches;  ///< best first: by count, then by id
  bool known = false;                 ///< is one of them what the photograph shows?
  std::size_t best = 0;               ///< which one: the one with the most inliers
  /// How many more the best match counts than any other reference of the library; below 0 where it
  /// is not the first. All where there is no other.
  std::int32_t margin = 0;
  RunReport report = {};
};

/// Which of a library's surfaces does a photograph show? Throws what `featuresOf` does, and
/// `unsupported` for a library whose features another version of OpenCV made.
SurfaceAnswer identifySurface(const SurfaceLibrary& library, const ImageView& photograph,
                              const IdentifyOptions& options = {}, std::string_view engine = "auto",
                              const Control& control = {});

/// The same for photographs whose features are known, found with `queryOptions`: many at once take
/// less time than one by one. Stages that they share are divided among them.
std::vector<SurfaceAnswer> identifySurfaces(const SurfaceLibrary& library,
                                            std::span<const Features> queries,
                                            const IdentifyOptions& options = {},
                                            std::string_view engine = "auto",
                                            const Control& control = {});
/// How to find the features of a photograph that is compared with this library.
FeatureOptions queryOptions(const SurfaceLibrary& library, const IdentifyOptions& options = {});

}  // namespace espy
#pragma GCC visibility pop

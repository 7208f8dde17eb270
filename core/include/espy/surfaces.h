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
/// An on-disk library of known surfaces, and identification of the one in a photograph.
///
///     espy::SurfaceLibrary::create("bricks.esl", {.maker = espy::featureMaker()});
///     espy::SurfaceWriter writer("bricks.esl");
///     writer.add("brick-17", espy::featuresOf(photograph.view(), writer.facts().options));
///     writer.commit();
///
///     espy::SurfaceLibrary library("bricks.esl");
///     auto answer = espy::identifySurface(library, photograph.view());
///     if (answer.known) std::cout << answer.matches[answer.best].id;
///
/// A library is a folder: append-only slabs of features, and a small SQLite catalogue of the
/// surfaces. Concurrent readers are allowed while one process writes. Commits are durable.
namespace espy {

class Shelf;  // espy/engine/identify.h

/// Fixed when a library is created.
struct SurfaceOptions {
  FeatureOptions features{.most = 384};  ///< per surface; `most` is at most 8192
  /// Photographs with fewer features are refused as unreliable.
  std::int64_t leastFeatures = 32;
  std::string maker = {};  ///< `featureMaker` of its features; empty: unknown
};

/// Statistics and settings of a library.
struct SurfaceFacts {
  std::int64_t references = 0;
  std::int64_t features = 0;  ///< in total
  std::int64_t removed = 0;   ///< places that `compact` would free
  std::int64_t slabs = 0;
  std::int64_t bytes = 0;   ///< on disk
  std::int64_t change = 0;  ///< number of commits so far
  std::int64_t leastFeatures = 0;
  FeatureOptions options;
  std::string maker;  ///< see `SurfaceOptions`
};
/// Throws `unsupported` if the library has features of another known maker: versions of OpenCV
/// differ slightly.
void requireMaker(const std::string& folder, const SurfaceFacts& facts, const std::string& maker);

/// A surface of a library.
struct Surface {
  std::string id;
  std::string name;  ///< the file's name, for display
  /// Ordered by norm, as stored. Coordinates are exact, sizes and angles rounded.
  Features features;
};

/// A library opened for reading: a snapshot of the last open or refresh, independent of later
/// writes, compaction included. Thread-safe; but a refresh may renumber references, so do not
/// refresh while others use reference numbers.
class SurfaceLibrary {
 public:
  /// Creates a folder with an empty library. Throws `system`, and `badUse` for invalid options or
  /// if the path exists and is not an empty folder.
  static void create(const std::string& folder, const SurfaceOptions& options = {});

  /// Throws `system`, `badUse` if this is no library, `unsupported` for another version, and
  /// `badPicture` for a damaged one; messages begin with the folder or a file in it.
  explicit SurfaceLibrary(std::string folder);
  ~SurfaceLibrary();
  SurfaceLibrary(const SurfaceLibrary&) = delete;
  SurfaceLibrary& operator=(const SurfaceLibrary&) = delete;

  const std::string& folder() const;
  SurfaceFacts facts() const;
  /// The searchable snapshot. Immutable, also after refresh or close. Ties in counts are ordered by
  /// id, bytewise. After a refresh, a slab from which references were only removed keeps its name,
  /// with other counts.
  std::shared_ptr<const Shelf> shelf() const;
  /// Adopts later commits. Returns whether there were any. Throws if its files were overwritten.
  bool refresh();

  /// Returns the id of a reference of the shelf.
  std::string idOf(std::int64_t reference) const;
  /// Returns the reference of an id, or nothing.
  std::optional<std::int64_t> find(std::string_view id) const;
  Surface surface(std::int64_t reference) const;
  /// Returns up to `most` ids in order, from the first that is greater than `after`.
  std::vector<std::string> ids(std::string_view after, std::int64_t most) const;
  /// Returns a note as it is on disk now; see `SurfaceWriter::setNote`.
  std::string note(std::string_view key) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes to a library; one writer at a time, across processes. If a commit fails, for example
/// because the disk is full, uncommitted changes are rolled back, and writing can continue. A
/// writer whose lock was lost to another one, as may happen on a network, throws `system` and
/// changes nothing.
class SurfaceWriter {
 public:
  /// Throws as `SurfaceLibrary`, and `system` while another process writes.
  explicit SurfaceWriter(std::string folder);
  /// Discards uncommitted changes.
  ~SurfaceWriter();
  SurfaceWriter(const SurfaceWriter&) = delete;
  SurfaceWriter& operator=(const SurfaceWriter&) = delete;

  const SurfaceFacts& facts() const;
  bool has(std::string_view id) const;
  /// Throws `badUse` for too few features (with their number) or too many, and for an id that
  /// exists, is empty, longer than 1000 bytes, not UTF-8, or has control characters.
  void add(std::string_view id, const Features& features, std::string_view name = {});
  /// The same, but replaces a surface with this id.
  void update(std::string_view id, const Features& features, std::string_view name = {});
  /// Returns false if there is no such id.
  bool remove(std::string_view id);
  /// Sets a short text of the program that uses the library, such as the version of a surface. It
  /// is committed together with the surfaces. An empty text removes it.
  void setNote(std::string_view key, std::string_view text);
  /// Returns a note, uncommitted changes included; empty if there is none.
  std::string note(std::string_view key) const;
  /// Makes all changes since the last commit durable, atomically. Until then they take memory, some
  /// kilobytes per surface.
  void commit();
  /// Commits, then frees the space of removed surfaces. Readers are not disturbed.
  void compact(const Control& control = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The files, relative to the folder, of the current commit: a consistent copy if there is no
/// writer meanwhile.
std::vector<std::string> snapshotFiles(const std::string& folder);

/// Options of identification.
struct IdentifyOptions {
  std::int64_t top = 10;  ///< references returned
  /// Ratio test: a feature matches its nearest in a reference if it is nearer than over / under
  /// times the second nearest. Below 1; `ratioUnder` is at most 1000.
  std::int64_t ratioOver = 4;
  std::int64_t ratioUnder = 5;
  bool countQuery = false;  ///< count matching features of the query instead of matched ones of the
                            ///< reference
  std::int64_t queryFeatures = 768;  ///< of the photograph, the strongest
  /// Inliers from which a reference counts as known; error rates are in docs/identify.md.
  std::int64_t leastInliers = 9;
};

/// A feature of the query and the matched feature of a reference.
struct FeaturePair {
  std::int32_t query = 0;
  std::int32_t reference = 0;

  bool operator==(const FeaturePair&) const = default;
};

/// Geometric verification: whether matched features are consistent with a flat surface.
struct Verification {
  /// Maps points of the reference to points of the query: a 3 x 3 matrix, row-major. Empty if there
  /// is no plausible one.
  std::optional<std::array<double, 9>> homography;
  std::vector<bool> inliers;  ///< per pair; all false without a homography
  /// Distinct inlier positions: features at the same two points with different orientations count
  /// once.
  std::int64_t inlierCount = 0;
};

/// A candidate surface.
struct SurfaceMatch {
  std::string id;
  std::int64_t reference = 0;  ///< in the shelf
  std::int32_t count = 0;      ///< matched features; see `IdentifyOptions::countQuery`
  std::vector<FeaturePair> pairs;
  Verification verification;
};

/// Result of an identification.
struct SurfaceAnswer {
  Features query;
  std::int64_t references = 0;        ///< number of searched references
  std::vector<SurfaceMatch> matches;  ///< best first: by count, then by id
  bool known = false;                 ///< whether the photograph shows one of them
  std::size_t best = 0;               ///< its index: the match with the most inliers
  /// Lead in count of the best match over any other reference of the library; negative if it is not
  /// the first. Its whole count if there is no other.
  std::int32_t margin = 0;
  RunReport report = {};
};

/// Identifies the surface in a photograph. Throws as `featuresOf`, and `unsupported` if another
/// version of OpenCV made the library's features.
SurfaceAnswer identifySurface(const SurfaceLibrary& library, const ImageView& photograph,
                              const IdentifyOptions& options = {}, std::string_view engine = "auto",
                              const Control& control = {});

/// The same for photographs whose features are known, computed with `queryOptions`; many at once
/// are faster than one by one. Shared stages are divided among them.
std::vector<SurfaceAnswer> identifySurfaces(const SurfaceLibrary& library,
                                            std::span<const Features> queries,
                                            const IdentifyOptions& options = {},
                                            std::string_view engine = "auto",
                                            const Control& control = {});
/// Options to compute the features of a photograph for this library.
FeatureOptions queryOptions(const SurfaceLibrary& library, const IdentifyOptions& options = {});

}  // namespace espy
#pragma GCC visibility pop

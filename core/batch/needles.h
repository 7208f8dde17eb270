// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <optional>
#include <span>
#include <vector>

#include "espy/engine/batch.h"
#include "espy/engine/needle_index.h"
#include "espy/image.h"

namespace espy::batch {

/// The needles of a job, loaded into memory, or its index, opened once for all images.
class LoadedNeedles {
 public:
  /// Throws errors that name the file.
  explicit LoadedNeedles(const BatchJob& job);

  std::span<const Needle> all() const { return needles_; }
  /// Null if the job has needles.
  const NeedleIndex* index() const { return index_ ? &*index_ : nullptr; }
  /// A note if needles are larger than a scene of this size; empty if poses or outlines are
  /// searched.
  Message noteOnSize(const BatchJob& job, Size scene) const;
  Finding find(const Registry& registry, const Scene& scene, const FindOptions& options) const;

 private:
  ImageView load(const std::string& file);

  std::list<Image> pictures_;
  std::vector<Needle> needles_;
  std::optional<NeedleIndex> index_;
};

/// Throws, with the name of its file, for a needle or an index that is invalid for any image.
void checkNeedles(const BatchJob& job, const Registry& registry);

}  // namespace espy::batch

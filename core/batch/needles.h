// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <span>
#include <vector>

#include "espy/engine/batch.h"
#include "espy/image.h"

namespace espy::batch {

/// The needles of a job, loaded into memory.
class LoadedNeedles {
 public:
  /// Throws errors that name the file.
  explicit LoadedNeedles(const BatchJob& job);

  std::span<const Needle> all() const { return needles_; }

 private:
  ImageView load(const std::string& file);

  std::list<Image> pictures_;
  std::vector<Needle> needles_;
};

/// Throws, with the name of its file, for a needle that is invalid for any image.
void checkNeedles(const BatchJob& job, const Registry& registry);

}  // namespace espy::batch

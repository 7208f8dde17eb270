// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/all.h"

namespace espy::cli {

/// Notes about picture files, held back until there is a result: a failure prints one line only.
class Notes {
 public:
  void add(const std::string& file, const ReadPicture& read);
  /// Prints the notes and clears them.
  void print();

 private:
  std::vector<std::string> waiting_;
};

/// Needles of a run, read once and kept in memory for all images.
class Needles {
 public:
  /// Throws Error with the file's name if one cannot be read, does not fit the mask or is fully
  /// masked. `mask` may be empty.
  Needles(const std::vector<std::string>& files, const std::string& mask,
          const ReadOptions& reading);

  /// Throws what `find` would throw because of a needle, with the name of its file.
  void check(const Registry& registry, const FindOptions& options) const;

  /// Notes on needles that are wider or higher than this scene, where they match nowhere. Poses and
  /// outlines have windows of other sizes: none of these.
  std::vector<std::string> notesOnSize(const std::string& scene, const Size& size,
                                       const FindOptions& options) const;

  const std::vector<Needle>& all() const { return needles_; }
  Notes& notes() { return notes_; }

 private:
  std::vector<std::string> files_;
  std::vector<Image> pictures_;
  Image mask_;
  std::vector<Needle> needles_;
  Notes notes_;
};

}  // namespace espy::cli

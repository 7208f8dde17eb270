// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/engine/all.h"

namespace espy::cli {

/// What there is to say about pictures' files, which waits until something was done with them: a
/// refusal is one line.
class Notes {
 public:
  void add(const std::string& file, const ReadPicture& read);
  /// Says it, once.
  void tell();

 private:
  std::vector<std::string> waiting_;
};

/// The needles of a run, read once and kept for all images.
class Needles {
 public:
  /// Throws Error with the file's name where one cannot be read, does not fit the mask or has no
  /// pixel that takes part. `mask` may be empty.
  Needles(const std::vector<std::string>& files, const std::string& mask,
          const ReadOptions& reading);

  /// Throws Error with the file's name where a needle has the same value in every sample that takes
  /// part, so that nothing correlates with it.
  void checkVaried() const;

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

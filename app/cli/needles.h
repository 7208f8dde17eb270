// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "espy/espy.h"

namespace espy::cli {

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

 private:
  std::vector<std::string> files_;
  std::vector<Image> pictures_;
  Image mask_;
  std::vector<Needle> needles_;
};

/// Says what there is to say about a picture's file.
void tellNote(const std::string& file, const ReadPicture& read);
/// Reads a picture and says what there is to say about its file.
Image readAndTell(const std::string& file, const ReadOptions& reading);

}  // namespace espy::cli

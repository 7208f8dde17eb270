// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "common/shared_options.h"
#include "espy/engine/all.h"
#include "find/method_options.h"

namespace espy::cli {

/// Parsed arguments of `espy find`, checked without reading a picture.
struct FindRequest : SharedOptions {
  std::vector<std::string> needles;  ///< files; "-" is standard input, here and below
  std::vector<std::string> images;
  std::string index;    ///< of needles or of scenes, in place of these; or empty
  bool scenes = false;  ///< whether it is one of scenes
  bool trust = false;   ///< do not look for images of the index that changed
  std::string mask;     ///< for all needles; empty: alpha only

  FindOptions method;
  std::string judge;  ///< file, or empty

  MarkOptions marks;
  std::string output;        ///< marked picture of the only image, or empty
  std::string outputFolder;  ///< folder for the marked pictures, or empty
  std::string flags;         ///< flag plane of the only image, or empty
  std::string scores;        ///< scores of the only image and needle, or empty

  /// Path of this image's marked picture, or empty.
  std::string targetOf(const std::string& image) const;
  /// Standard output carries a picture, so text must not be printed.
  bool pictureOnStandardOutput() const { return output == "-" || flags == "-"; }
};

/// Parser of the options and files of `espy find`.
class FindArguments {
 public:
  /// The parser keeps references to this object.
  void addTo(OptionParser& parser);
  /// Call after parsing. Throws UseError, and Error for outputs that cannot be written.
  FindRequest request(const Registry& registry) const;

 private:
  FindRequest request_;
  MethodReader method_;
  std::vector<std::string> files_;
};

}  // namespace espy::cli

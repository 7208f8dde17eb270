// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "common/shared_options.h"
#include "espy/engine/all.h"
#include "find/method_options.h"

namespace espy::cli {

/// What one call of `espy find` asks for, checked as far as that goes without reading a picture.
struct FindRequest : SharedOptions {
  std::vector<std::string> needles;  ///< files; "-" is standard input, here and below
  std::vector<std::string> images;
  std::string mask;  ///< of every needle; empty: their alpha alone

  FindOptions method;
  std::string judge;  ///< a file, or empty

  MarkOptions marks;
  std::string output;        ///< the marked picture of the only image, or empty
  std::string outputFolder;  ///< where every image's marked picture goes, or empty
  std::string flags;         ///< the flag plane of the only image, or empty
  std::string scores;        ///< the scores of the only image and needle, or empty

  /// Where the marked picture of this image goes, or empty.
  std::string targetOf(const std::string& image) const;
  /// Standard output carries a picture, so no text may be printed there.
  bool pictureOnStandardOutput() const { return output == "-" || flags == "-"; }
};

/// The options and files of `espy find`, read and then looked at.
class FindArguments {
 public:
  /// The parser writes into this.
  void addTo(OptionParser& parser);
  /// To be called behind the parser. Throws UseError, and Error for outputs that could not be
  /// written.
  FindRequest request(const Registry& registry) const;

 private:
  FindRequest request_;
  MethodReader method_;
  std::vector<std::string> files_;
};

}  // namespace espy::cli

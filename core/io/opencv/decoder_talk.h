// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy::io {

/// Listens to what the decoders in this thread print while it lives, and keeps it from the
/// terminal: libpng, libjpeg and libtiff print their complaints to stderr, OpenCV to std::cerr, and
/// none of them can be told not to through OpenCV. What other threads print passes through.
/// Afterwards stderr, std::cerr and OpenCV's log are as they were.
class DecoderTalk {
 public:
  DecoderTalk();
  ~DecoderTalk();
  DecoderTalk(const DecoderTalk&) = delete;
  DecoderTalk& operator=(const DecoderTalk&) = delete;

  /// What was printed so far, in one line.
  std::string heard() const;

 private:
  std::string text_;
};

}  // namespace espy::io

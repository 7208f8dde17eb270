// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy::io {

/// Listens to what the decoders in this thread print while it lives, and keeps it from the
/// terminal. OpenCV prints to std::cerr, and silences libtiff itself. libpng and libjpeg print to
/// stderr and cannot be told not to through OpenCV: only for them (`viaStderr`) stderr, which is
/// the whole program's, is another one meanwhile. What other threads print passes through.
/// Afterwards stderr, std::cerr and OpenCV's log are as they were.
class DecoderTalk {
 public:
  explicit DecoderTalk(bool viaStderr);
  ~DecoderTalk();
  DecoderTalk(const DecoderTalk&) = delete;
  DecoderTalk& operator=(const DecoderTalk&) = delete;

  /// What was printed so far, in one line.
  std::string heard() const;

 private:
  std::string text_;
  bool viaStderr_;
};

}  // namespace espy::io

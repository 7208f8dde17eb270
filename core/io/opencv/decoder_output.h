// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy::io {

/// RAII: captures what the decoders of this thread print, and keeps it from the terminal. OpenCV
/// prints to std::cerr and silences libtiff. libpng and libjpeg print to stderr, which OpenCV
/// cannot switch off; only for them (`viaStderr`) the process-wide stderr is replaced meanwhile.
/// Output of other threads passes through. The destructor restores stderr, std::cerr and OpenCV's
/// log level.
class DecoderOutput {
 public:
  explicit DecoderOutput(bool viaStderr);
  ~DecoderOutput();
  DecoderOutput(const DecoderOutput&) = delete;
  DecoderOutput& operator=(const DecoderOutput&) = delete;

  /// The text printed so far, in one line.
  std::string heard() const;

 private:
  std::string text_;
  bool viaStderr_;
};

}  // namespace espy::io

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>
#include <opencv2/core.hpp>
#include <string>

#include "io/opencv/decoder_output.h"

namespace espy::io {

inline void say(char* said, std::size_t size, const std::string& sentence) {
  std::snprintf(said, size, "%s", sentence.c_str());
}

/// Runs `work` with the decoders' output captured (decoder_output.h). Catches all exceptions:
/// writes the reason to `said` and returns `failed`.
template <class Result, class Work>
Result guarded(Result failed, bool viaStderr, char* said, std::size_t size, Work work) noexcept {
  try {
    const DecoderOutput talk(viaStderr);
    say(said, size, "");
    try {
      return work();
    } catch (const cv::Exception& e) {
      say(said, size, "OpenCV says: " + e.err);
    } catch (const std::bad_alloc&) {
      say(said, size, "there is not enough memory");
    }
  } catch (const std::exception& e) {
    say(said, size, e.what());
  } catch (...) {
    say(said, size, "an unknown error");
  }
  return failed;
}

}  // namespace espy::io

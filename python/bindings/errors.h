// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/error.h"

namespace espy::python {

/// Becomes `espy.BadRecording`. The library has one code, `badPicture`, for pictures and
/// recordings.
struct BadRecording : Error {
  explicit BadRecording(const Error& error) : Error(error) {}
};

/// Runs `work`, turning `badPicture` into BadRecording.
template <class Work>
auto onRecordings(const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::badPicture) throw BadRecording(error);
    throw;
  }
}

/// Registers the translation of `espy::Error` into the exceptions of espy/errors.py.
void translateErrors();

}  // namespace espy::python

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/error.h"

namespace espy::python {

/// What is wrong with a file of a recording: `espy.BadRecording`, where the library has one code
/// for these and for pictures.
struct BadRecording : Error {
  explicit BadRecording(const Error& error) : Error(error) {}
};

/// Does work on recordings, so that what is wrong with one is called so.
template <class Work>
auto onRecordings(const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::badPicture) throw BadRecording(error);
    throw;
  }
}

/// Lets `espy::Error` arrive in Python as the exceptions of espy/errors.py.
void translateErrors();

}  // namespace espy::python

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include "espy/image.h"

/// Pictures of Espy and arrays of Python, without a copy either way.
namespace espy::python {

/// An array that is looked at as a picture, for as long as this lives: height x width, or
/// height x width x channels of uint8 or uint16. Rows may lie as they like (a part of a larger
/// array, upside down); pixels of a row lie one behind the other. Made and destroyed with the
/// interpreter's lock held.
class PixelsOf {
 public:
  /// Throws `badUse` for another kind of array; `what` stands for it in the sentence.
  PixelsOf(nanobind::handle array, const char* what);
  ~PixelsOf();
  PixelsOf(const PixelsOf&) = delete;
  PixelsOf& operator=(const PixelsOf&) = delete;

  const ImageView& view() const { return view_; }
  operator const ImageView&() const { return view_; }

 private:
  void look(const char* what);

  Py_buffer buffer_{};
  ImageView view_;
};

/// A NumPy array over the pixels of a picture, which it keeps. One that nobody may write to is read
/// only.
nanobind::object arrayOf(Image image);
/// Over pixels that `owner` keeps.
nanobind::object arrayOver(const ImageView& view, nanobind::handle owner);

}  // namespace espy::python

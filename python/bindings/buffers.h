// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include "espy/image.h"

/// Conversions between pictures and Python arrays without copies.
namespace espy::python {

/// A view of a Python buffer as a picture: height x width, or height x width x channels, of uint8
/// or uint16. Rows may have any stride, also a negative one; the pixels of a row are contiguous.
/// Holds the buffer while it lives. Construct and destroy with the GIL held.
class PixelBuffer {
 public:
  /// Throws `badUse` for any other layout; `what` names the array in the message.
  PixelBuffer(nanobind::handle array, const char* what);
  ~PixelBuffer();
  PixelBuffer(const PixelBuffer&) = delete;
  PixelBuffer& operator=(const PixelBuffer&) = delete;

  const ImageView& view() const { return view_; }
  operator const ImageView&() const { return view_; }

 private:
  void look(const char* what);

  Py_buffer buffer_{};
  ImageView view_;
};

/// A NumPy array that owns the picture and shares its memory; read-only if the picture is.
nanobind::object arrayOf(Image image);
/// A read-only NumPy array over pixels that `owner` keeps alive.
nanobind::object arrayOver(const ImageView& view, nanobind::handle owner);

}  // namespace espy::python

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "buffers.h"

#include <nanobind/ndarray.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "espy/error.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

[[noreturn]] void refuse(const char* what, const std::string& why) {
  throw Error(ErrorCode::badUse, Message(std::string(what) + ": " + why));
}

/// Bytes of a sample; 0 unless it is uint8 or uint16 in native byte order.
int depthOf(const Py_buffer& buffer) {
  std::string_view format = buffer.format != nullptr ? buffer.format : "B";
  if (format.size() == 2 && (format[0] == '@' || format[0] == '=' || format[0] == '<')) {
    format.remove_prefix(1);
  }
  if (format == "B") return 1;
  return format == "H" && buffer.itemsize == 2 ? 2 : 0;
}

template <class Sample, class... Framework>
nb::object arrayOfSamples(const ImageView& view, nb::handle owner) {
  const std::array<std::size_t, 3> shape{static_cast<std::size_t>(view.height()),
                                         static_cast<std::size_t>(view.width()),
                                         static_cast<std::size_t>(view.format().channels)};
  const std::array<std::int64_t, 3> strides{
      view.stride() / static_cast<std::int64_t>(sizeof(Sample)), view.format().channels, 1};
  auto* const data = const_cast<std::uint8_t*>(view.row(0));  // NOLINT: const by Sample if needed
  return nb::cast(nb::ndarray<Sample, Framework...>(reinterpret_cast<Sample*>(data),
                                                    view.format().channels == 1 ? 2 : 3,
                                                    shape.data(), owner, strides.data()));
}

}  // namespace

PixelBuffer::PixelBuffer(nb::handle array, const char* what) {
  if (PyObject_GetBuffer(array.ptr(), &buffer_, PyBUF_STRIDED_RO | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    refuse(what, "must be an array of uint8 or uint16");
  }
  try {
    look(what);
  } catch (...) {
    PyBuffer_Release(&buffer_);
    throw;
  }
}

PixelBuffer::~PixelBuffer() {
  PyBuffer_Release(&buffer_);
}

void PixelBuffer::look(const char* what) {
  const int depth = depthOf(buffer_);
  if (depth == 0) refuse(what, "must be an array of uint8 or uint16");
  const bool planar = buffer_.ndim == 2;
  if (!planar && (buffer_.ndim != 3 || buffer_.shape[2] < 1 || buffer_.shape[2] > 4)) {
    refuse(what, "must be height x width, or height x width x channels with 1 to 4 channels");
  }
  const PixelFormat format{planar ? 1 : static_cast<int>(buffer_.shape[2]),
                           depth == 1 ? Depth::u8 : Depth::u16};
  const Size size{buffer_.shape[1], buffer_.shape[0]};
  const bool samplesTouch =
      planar || format.channels == 1 || buffer_.strides[2] == format.bytesPerSample();
  const bool pixelsTouch = size.width <= 1 || buffer_.strides[1] == format.bytesPerPixel();
  const auto* const first = static_cast<const std::uint8_t*>(buffer_.buf);
  const std::ptrdiff_t stride =
      size.height <= 1 ? size.width * format.bytesPerPixel() : buffer_.strides[0];
  const bool aligned = reinterpret_cast<std::uintptr_t>(first) % depth == 0 && stride % depth == 0;
  // `_given.pixels` copies such arrays first.
  if (!samplesTouch || !pixelsTouch || !aligned) refuse(what, "its pixels are not contiguous");
  view_ = ImageView(first, size, format, stride);
}

nb::object arrayOver(const ImageView& view, nb::handle owner) {
  return view.format().depth == Depth::u8
             ? arrayOfSamples<const std::uint8_t, nb::numpy>(view, owner)
             : arrayOfSamples<const std::uint16_t, nb::numpy>(view, owner);
}

nb::object arrayOf(Image image) {
  auto kept = std::make_unique<Image>(std::move(image));
  const ImageView view = kept->view();
  bool writable = true;
  try {
    kept->pixels();
  } catch (const Error&) {
    writable = false;
  }
  const nb::capsule owner(kept.release(),
                          [](void* old) noexcept { delete static_cast<Image*>(old); });
  if (!writable) return arrayOver(view, owner);
  return view.format().depth == Depth::u8 ? arrayOfSamples<std::uint8_t, nb::numpy>(view, owner)
                                          : arrayOfSamples<std::uint16_t, nb::numpy>(view, owner);
}

}  // namespace espy::python

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/pictures.h"

#include <nanobind/stl/string.h>

#include <utility>

#include "bindings.h"
#include "buffers.h"
#include "running.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

/// Returns (array, note of the decoder).
nb::tuple arrayAndNote(ReadPicture&& read, bool writable) {
  if (writable) {
    try {
      read.image.pixels();
    } catch (const Error&) {
      read.image = Image::copyOf(read.image);
    }
  }
  return nb::make_tuple(arrayOf(std::move(read.image)), read.note.text());
}

nb::tuple readFile(const nb::bytes& path, std::int64_t maxPixels, bool writable) {
  const std::string name = fileNameOf(path);
  return arrayAndNote(run({},
                          [&](const Control& control) {
                            return readPicture(name,
                                               {.maxPixels = maxPixels, .stop = control.stop});
                          }),
                      writable);
}

nb::tuple readBytes(const nb::bytes& bytes, const std::string& name, std::int64_t maxPixels,
                    bool writable) {
  const std::span file(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
  return arrayAndNote(run({},
                          [&](const Control& /*unused*/) {
                            return readPicture(file, name, {.maxPixels = maxPixels});
                          }),
                      writable);
}

void writeFile(const nb::bytes& path, nb::handle picture, bool overwrite) {
  const std::string name = fileNameOf(path);
  const PixelBuffer pixels(picture, "the picture");
  const nb::gil_scoped_release released;
  Image image(pixels.view(), nullptr);
  writePicture(name, image, {}, overwrite ? Existing::replaced : Existing::refused);
}

}  // namespace

void addPictures(nb::module_& module) {
  module.def("read_file", readFile, nb::arg("path"), nb::arg("max_pixels"), nb::arg("writable"));
  module.def("read_bytes", readBytes, nb::arg("data"), nb::arg("name"), nb::arg("max_pixels"),
             nb::arg("writable"));
  module.def("write_file", writeFile, nb::arg("path"), nb::arg("picture"), nb::arg("overwrite"));
}

}  // namespace espy::python

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <nanobind/nanobind.h>

namespace espy::python {
namespace {

namespace nb = nanobind;

const char* classFor(ErrorCode code) {
  switch (code) {
    case ErrorCode::badUse:
      return "BadUse";
    case ErrorCode::badPicture:
      return "BadPicture";
    case ErrorCode::tooLarge:
      return "TooLarge";
    case ErrorCode::unsupported:
      return "Unsupported";
    case ErrorCode::system:
      return "SystemFailure";
    case ErrorCode::device:
      return "DeviceFailed";
    case ErrorCode::cancelled:
      return "Cancelled";
  }
  return "Error";
}

void raise(const char* name, const Error& error) {
  const nb::object type = nb::module_::import_("espy.errors").attr(name);
  // Messages may contain file names that are not UTF-8.
  const nb::object sentence = nb::steal(PyUnicode_DecodeFSDefault(error.message().text().c_str()));
  PyErr_SetObject(type.ptr(), sentence.ptr());
}

void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const BadRecording& error) {
    raise("BadRecording", error);
  } catch (const Error& error) {
    raise(classFor(error.code()), error);
  }
}

}  // namespace

void translateErrors() {
  nb::register_exception_translator(translate);
}

}  // namespace espy::python

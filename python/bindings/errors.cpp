// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <nanobind/nanobind.h>

#include <exception>
#include <system_error>

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

/// The number of a system's error, or 0.
int numberOf(const Error& error) {
  try {
    std::rethrow_if_nested(error);
  } catch (const std::system_error& nested) {
    return nested.code().value();
  } catch (...) {
  }
  return 0;
}

void raise(const char* name, const Error& error) {
  const nb::object type = nb::module_::import_("espy.errors").attr(name);
  // Messages may contain file names that are not UTF-8.
  const nb::object sentence = nb::steal(PyUnicode_DecodeFSDefault(error.message().text().c_str()));
  const int number = numberOf(error);
  const nb::object raised = number == 0 ? type(sentence) : type(sentence, number);
  PyErr_SetObject(type.ptr(), raised.ptr());
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

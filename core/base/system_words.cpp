// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/system_words.h"

#include <exception>

#include "base/phrase.h"

namespace espy {

Message systemWords(const std::error_code& error) {
  if (error == std::errc::no_such_file_or_directory) return phrase("No such file or directory");
  if (error == std::errc::permission_denied) return phrase("Permission denied");
  if (error == std::errc::operation_not_permitted) return phrase("Operation not permitted");
  if (error == std::errc::no_space_on_device) return phrase("No space left on device");
  if (error == std::errc::read_only_file_system) return phrase("Read-only file system");
  if (error == std::errc::is_a_directory) return phrase("Is a directory");
  if (error == std::errc::not_a_directory) return phrase("Not a directory");
  if (error == std::errc::file_exists) return phrase("File exists");
  if (error == std::errc::filename_too_long) return phrase("File name too long");
  if (error == std::errc::too_many_symbolic_link_levels) {
    return phrase("Too many levels of symbolic links");
  }
  if (error == std::errc::too_many_files_open) return phrase("Too many open files");
  if (error == std::errc::io_error) return phrase("Input/output error");
  if (error == std::errc::file_too_large) return phrase("File too large");
  if (error == std::errc::text_file_busy) return phrase("Text file busy");
  if (error == std::errc::not_enough_memory) return phrase("Cannot allocate memory");
  if (error == std::errc::resource_unavailable_try_again) {
    return phrase("Resource temporarily unavailable");
  }
  return error.message();
}

Message systemWords(int errorNumber) {
  return systemWords(std::error_code(errorNumber, std::generic_category()));
}

void throwSystem(const Message& sentence, int errorNumber) {
  try {
    throw std::system_error(errorNumber, std::generic_category());
  } catch (const std::system_error&) {
    std::throw_with_nested(Error(ErrorCode::system, sentence));
  }
}

}  // namespace espy

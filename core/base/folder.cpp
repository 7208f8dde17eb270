// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/folder.h"

#include <filesystem>
#include <system_error>

#include "base/phrase.h"
#include "base/system_words.h"
#include "espy/error.h"

namespace espy {

void makeFolder(const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!failure && !std::filesystem::is_directory(folder, failure) && !failure) {
    failure = std::make_error_code(std::errc::not_a_directory);
  }
  if (failure) {
    throw Error(ErrorCode::system,
                phrase("{}: cannot make this folder: {}", folder, systemWords(failure)));
  }
}

}  // namespace espy

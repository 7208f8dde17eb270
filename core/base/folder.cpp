// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/phrase.h"
#include "base/system_words.h"
#include "espy/error.h"

namespace espy {

void makeFolder(const std::string& folder) {
  std::error_code failure;
  std::vector<std::filesystem::path> around;  // missing folders
  for (auto missing = std::filesystem::absolute(folder, failure).lexically_normal();
       !missing.empty() && !std::filesystem::exists(missing, failure);
       missing = missing.parent_path()) {
    around.push_back(missing.parent_path());
  }
  std::filesystem::create_directories(folder, failure);
  if (!failure && !std::filesystem::is_directory(folder, failure) && !failure) {
    failure = std::make_error_code(std::errc::not_a_directory);
  }
  if (failure) {
    throw Error(ErrorCode::system,
                phrase("{}: cannot make this folder: {}", folder, systemWords(failure)));
  }
  for (const auto& made : around) syncFolder(made.string());
}

void syncFolder(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  const int error = ::fsync(file) == 0 ? 0 : errno;
  ::close(file);
  if (error == EIO) {
    throw Error(ErrorCode::system, phrase("{}: {}", folder, systemWords(error)));
  }
}

}  // namespace espy

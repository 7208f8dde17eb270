// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/field_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::variation {
namespace {

/// Not /tmp, which may itself be in memory.
std::string folderOfLargeFiles() {
  const char* const wanted = std::getenv("TMPDIR");
  return wanted != nullptr && *wanted != '\0' ? wanted : "/var/tmp";
}

}  // namespace

FieldMemory::FieldMemory(std::size_t count, bool inFile) {
  if (!inFile) {
    memory_.resize(count);
    return;
  }
  const std::string folder = folderOfLargeFiles();
  fileBytes_ = count * sizeof(float);
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  int failed = file < 0 ? errno : ::posix_fallocate(file, 0, static_cast<off_t>(fileBytes_));
  if (failed == 0) {
    void* const mapped = ::mmap(nullptr, fileBytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) {
      failed = errno;
    } else {
      file_ = static_cast<float*>(mapped);
    }
  }
  if (file >= 0) ::close(file);
  if (failed == 0) return;
  constexpr std::size_t kMegabyte = 1'000'000;
  throw Error(ErrorCode::tooLarge,
              phrase("memory does not suffice, and {} cannot hold a temporary file of {} MB: {}",
                     folder, fileBytes_ / kMegabyte, std::strerror(failed)));
}

FieldMemory::~FieldMemory() {
  if (file_ != nullptr) ::munmap(file_, fileBytes_);
}

}  // namespace espy::variation

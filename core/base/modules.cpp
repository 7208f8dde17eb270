// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/modules.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <vector>

#ifndef ESPY_INSTALL_LIBDIR
#define ESPY_INSTALL_LIBDIR "lib"
#endif
#ifndef ESPY_INSTALL_FULL_LIBDIR
#define ESPY_INSTALL_FULL_LIBDIR "/usr/local/lib"
#endif

namespace espy {
namespace {

namespace fs = std::filesystem;

/// The folders of the program and of the library that this code is in.
std::vector<fs::path> ownFolders() {
  std::vector<fs::path> folders;
  const auto add = [&](const fs::path& file) {
    std::error_code failure;
    const fs::path real = fs::canonical(file, failure);
    if (!failure) folders.push_back(real.parent_path());
  };
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&modulePath), &info) != 0 &&
      info.dli_fname != nullptr) {
    add(info.dli_fname);
  }
  add("/proc/self/exe");
  return folders;
}

}  // namespace

std::string modulePath(const std::string& fileName) {
  const auto inFolder = [&](const fs::path& folder) -> std::string {
    std::error_code failure;
    const fs::path file = folder / fileName;
    return fs::is_regular_file(file, failure) ? file.lexically_normal().string() : "";
  };
  if (const char* folder = ::secure_getenv("ESPY_MODULE_DIR")) return inFolder(folder);

  const std::array<fs::path, 5> beside{"", "../lib", "../lib/espy",
                                       "../" ESPY_INSTALL_LIBDIR "/espy", "espy"};
  for (const fs::path& own : ownFolders()) {
    for (const fs::path& folder : beside) {
      if (std::string found = inFolder(own / folder); !found.empty()) return found;
    }
  }
  return inFolder(ESPY_INSTALL_FULL_LIBDIR "/espy");
}

}  // namespace espy

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/modules.h"

#include <dlfcn.h>
#include <link.h>

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

/// The file of the shared library that contains this code, or empty if it is linked into the
/// program. Not dladdr's file name: for a program that is argv[0], which the caller chooses and
/// which depends on the current folder.
fs::path ownLibrary() {
  Dl_info info{};
  link_map* library = nullptr;
  const auto* here = reinterpret_cast<const void*>(&modulePath);
  if (::dladdr1(here, &info, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) == 0 ||
      library == nullptr || library->l_name == nullptr) {
    return {};
  }
  const fs::path file = library->l_name;
  return file.is_absolute() ? file : fs::path();
}

/// The folders of the library with this code, and of the program.
std::vector<fs::path> ownFolders() {
  std::vector<fs::path> folders;
  for (const fs::path& file : {ownLibrary(), fs::path("/proc/self/exe")}) {
    std::error_code failure;
    const fs::path real = file.empty() ? fs::path() : fs::canonical(file, failure);
    if (!failure && real.is_absolute()) folders.push_back(real.parent_path());
  }
  return folders;
}

}  // namespace

std::string modulePath(const std::string& fileName) {
  const auto inFolder = [&](const fs::path& folder) -> std::string {
    std::error_code failure;
    const fs::path file = folder / fileName;
    return fs::is_regular_file(file, failure) ? file.lexically_normal().string() : "";
  };
  const char* named = ::secure_getenv("ESPY_MODULE_DIR");
  if (named != nullptr && *named != '\0') {
    // Absolute: dlopen would look for a name without a slash in the system's folders.
    std::error_code failure;
    const fs::path folder = fs::canonical(named, failure);
    return failure ? "" : inFolder(folder);
  }

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

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/formats_module.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

#include "io/message.h"

#ifndef ESPY_INSTALL_LIBDIR
#define ESPY_INSTALL_LIBDIR "lib"
#endif
#ifndef ESPY_INSTALL_FULL_LIBDIR
#define ESPY_INSTALL_FULL_LIBDIR "/usr/local/lib"
#endif

namespace espy::io {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "espy_formats.so";

/// The folders of the program and of the library that this code is in.
std::vector<fs::path> ownFolders() {
  std::vector<fs::path> folders;
  const auto add = [&](const fs::path& file) {
    std::error_code failure;
    const fs::path real = fs::canonical(file, failure);
    if (!failure) folders.push_back(real.parent_path());
  };
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&formatsModulePath), &info) != 0 &&
      info.dli_fname != nullptr) {
    add(info.dli_fname);
  }
  add("/proc/self/exe");
  return folders;
}

/// A variable that is set for a while: OpenCV reads its limits once, when it is loaded.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value, 1);
  }
  ~ScopedVariable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

const EspyFormats& load(const std::string& path, const std::string& name, const std::string& fact) {
  const auto fail = [&](const std::string& why) {
    refuse(ErrorCode::unsupported, name,
           fact + ", but the module for it cannot be loaded: " + path + ": " + why);
  };
  // Espy's own limit is checked before decoding; OpenCV's would only come on top of it.
  const ScopedVariable pixels("OPENCV_IO_MAX_IMAGE_PIXELS", "4611686018427387904");
  const ScopedVariable width("OPENCV_IO_MAX_IMAGE_WIDTH", "2147483647");
  const ScopedVariable height("OPENCV_IO_MAX_IMAGE_HEIGHT", "2147483647");
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    const char* why = ::dlerror();
    fail(why != nullptr ? why : "unknown error");
  }
  const auto entry = reinterpret_cast<EspyFormatsEntry>(::dlsym(module, "espyFormats"));
  if (entry == nullptr) fail("it is no module of Espy");
  const EspyFormats* formats = entry();
  if (formats->version != kEspyFormatsVersion) fail("it belongs to another version of Espy");
  return *formats;
}

}  // namespace

std::string formatsModulePath() {
  const auto inFolder = [](const fs::path& folder) -> std::string {
    std::error_code failure;
    const fs::path file = folder / kFileName;
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

const EspyFormats& formatsModule(const std::string& name, const std::string& fact) {
  static std::mutex mutex;
  static const EspyFormats* loaded = nullptr;  // never unloaded: pictures may live in it
  const std::lock_guard lock(mutex);
  if (loaded == nullptr) {
    const std::string path = formatsModulePath();
    if (path.empty()) {
      if (const char* folder = ::secure_getenv("ESPY_MODULE_DIR")) {
        refuse(ErrorCode::unsupported, name,
               fact + ", but the module for it is not in ESPY_MODULE_DIR, " + folder);
      }
      refuse(ErrorCode::unsupported, name,
             fact +
                 ", but this build of Espy lacks the module for it (espy_formats, which needs "
                 "OpenCV)");
    }
    loaded = &load(path, name, fact);
  }
  return *loaded;
}

}  // namespace espy::io

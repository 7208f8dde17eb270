// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/formats_module.h"

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>

#include "base/modules.h"
#include "io/message.h"

namespace espy::io {
namespace {

const EspyFormats& load(const std::string& path, const std::string& name, const Message& fact) {
  const auto fail = [&](const Message& why) {
    refuse(ErrorCode::unsupported, name,
           phrase("{}, but the module for it cannot be loaded: {}: {}", fact, path, why));
  };
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    const char* why = ::dlerror();
    fail(why != nullptr ? Message(why) : phrase("unknown error"));
  }
  const auto entry = reinterpret_cast<EspyFormatsEntry>(::dlsym(module, "espyFormats"));
  if (entry == nullptr) fail(phrase("it is no module of Espy"));
  const EspyFormats* formats = entry();
  if (formats->version != kEspyFormatsVersion)
    fail(phrase("it belongs to another version of Espy"));
  return *formats;
}

}  // namespace

std::string formatsModulePath() {
  return modulePath("espy_formats.so");
}

const EspyFormats& formatsModule(const std::string& name, const Message& fact) {
  static std::mutex mutex;
  static const EspyFormats* loaded = nullptr;  // never unloaded: pictures may live in it
  const std::lock_guard lock(mutex);
  if (loaded == nullptr) {
    const std::string path = formatsModulePath();
    if (path.empty()) {
      if (const char* folder = ::secure_getenv("ESPY_MODULE_DIR"); folder != nullptr && *folder) {
        refuse(ErrorCode::unsupported, name,
               phrase("{}, but the module for it is not in ESPY_MODULE_DIR, {}", fact, folder));
      }
      refuse(ErrorCode::unsupported, name,
             phrase("{}, but this build of Espy lacks the module for it (espy_formats, which needs "
                    "OpenCV)",
                    fact));
    }
    loaded = &load(path, name, fact);
  }
  return *loaded;
}

}  // namespace espy::io

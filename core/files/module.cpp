// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/module.h"

#include <dlfcn.h>

#include <cstdlib>

#include "base/modules.h"
#include "files/message.h"

namespace espy::files {
namespace {

[[noreturn]] void refuseModule(const std::string& path, const std::string& name,
                               const Message& fact, const Message& why) {
  refuse(ErrorCode::unsupported, name,
         phrase("{}, but the module for it cannot be loaded: {}: {}", fact, path, why));
}

}  // namespace

std::string modulePathOf(const ModuleName& module) {
  return modulePath(std::string(module.library) + ".so");
}

void* moduleEntry(const ModuleName& module, const std::string& name, const Message& fact) {
  const std::string path = modulePathOf(module);
  if (path.empty()) {
    if (const char* folder = ::secure_getenv("ESPY_MODULE_DIR"); folder != nullptr && *folder) {
      refuse(ErrorCode::unsupported, name,
             phrase("{}, but the module for it is not in ESPY_MODULE_DIR, {}", fact, folder));
    }
    refuse(ErrorCode::unsupported, name,
           phrase("{}, but this build of Espy lacks the module for it ({}, which needs {})", fact,
                  module.library, module.needs));
  }
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = ::dlerror();
    refuseModule(path, name, fact, why != nullptr ? Message(why) : phrase("unknown error"));
  }
  void* const entry = ::dlsym(library, module.entry);
  if (entry == nullptr) refuseModule(path, name, fact, phrase("it is not an Espy module"));
  return entry;
}

void refuseOtherVersion(const ModuleName& module, const std::string& name, const Message& fact) {
  refuseModule(modulePathOf(module), name, fact, phrase("it belongs to another version of Espy"));
}

}  // namespace espy::files

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/plugins.h"

#include <dlfcn.h>

#include <string_view>

#include "base/modules.h"
#include "base/phrase.h"
#include "espy/error.h"

namespace espy {
namespace {

[[noreturn]] void refuse(const Message& sentence) {
  throw Error(ErrorCode::unsupported, sentence);
}

}  // namespace

const EnginePlugin& openPlugin(const std::string& fileName, const Message& missing) {
  const std::string path = modulePath(fileName);
  if (path.empty()) refuse(missing);
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = ::dlerror();
    refuse(phrase("it cannot be loaded: {}", why != nullptr ? std::string(why) : path));
  }
  const auto entry = reinterpret_cast<EnginePluginEntry>(::dlsym(library, kEnginePluginEntry));
  const EnginePlugin* plugin = entry != nullptr ? entry() : nullptr;
  if (plugin == nullptr) refuse(phrase("{} is not an Espy plug-in", path));
  // First, because another interface may have a different layout.
  if (plugin->interface != kEnginePluginInterface) {
    refuse(phrase("{} belongs to another version of Espy", path));
  }
  if (plugin->version != std::string_view(ESPY_VERSION)) {
    refuse(phrase("{} belongs to Espy {}, but this is {}", path, plugin->version,
                  std::string(ESPY_VERSION)));
  }
  return *plugin;
}

}  // namespace espy

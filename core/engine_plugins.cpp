// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/plugin.h"

#include <dlfcn.h>

#include <string_view>

#include "base/modules.h"
#include "base/phrase.h"
#include "espy/engine/all.h"
#include "espy/error.h"

namespace espy {
namespace {

[[noreturn]] void refuse(const Message& sentence) {
  throw Error(ErrorCode::unsupported, sentence);
}

/// The plug-in in this file. It stays loaded: functions and pictures live in it, and a second
/// registry that asks for it gets the same one.
const EnginePlugin& openPlugin(const std::string& path) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = ::dlerror();
    refuse(phrase("it cannot be loaded: {}", why != nullptr ? std::string(why) : path));
  }
  const auto entry = reinterpret_cast<EnginePluginEntry>(::dlsym(library, kEnginePluginEntry));
  const EnginePlugin* plugin = entry != nullptr ? entry() : nullptr;
  if (plugin == nullptr) refuse(phrase("{} is no plug-in of Espy", path));
  // The interface first: another one may have its members elsewhere.
  if (plugin->interface != kEnginePluginInterface) {
    refuse(phrase("{} belongs to another version of Espy", path));
  }
  if (plugin->version != std::string_view(version())) {
    refuse(phrase("{} belongs to Espy {}, but this is {}", path, plugin->version, version()));
  }
  return *plugin;
}

void loadCuda(Registry& registry) {
  const std::string path = modulePath("espy_cuda.so");
  if (path.empty()) {
    refuse(
        phrase("there is no espy_cuda.so: the package espy-cuda has it, or a build where nvcc is"));
  }
  openPlugin(path).addEngines(registry);
}

}  // namespace

void addPluginEngines(Registry& registry) {
  const EngineFacts card{.device = true};
  registry.addEnginesLater(
      {{"cuda", false, "", phrase("the fast search on a graphics card"), card},
       {"cuda-passes", false, "",
        phrase("the three passes as plain kernels on a graphics card, to look at"), card}},
      loadCuda);
}

}  // namespace espy

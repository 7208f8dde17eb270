// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/features_module.h"

#include <mutex>

#include "base/phrase.h"
#include "io/formats_module.h"

namespace espy::identify {
namespace {

constexpr io::ModuleName kFeatures{"espy_features", "espyFeatures"};

}  // namespace

const EspyFeatureFinder& featuresModule() {
  static std::mutex mutex;
  static const EspyFeatureFinder* loaded = nullptr;
  const std::lock_guard lock(mutex);
  if (loaded == nullptr) {
    const std::string name = "espy_features";
    const Message fact = phrase("features of a photograph are asked for");
    const auto entry = reinterpret_cast<EspyFeaturesEntry>(io::moduleEntry(kFeatures, name, fact));
    const EspyFeatureFinder* finder = entry();
    if (finder->version != kEspyFeaturesVersion) io::refuseOtherVersion(kFeatures, name, fact);
    loaded = finder;
  }
  return *loaded;
}

}  // namespace espy::identify

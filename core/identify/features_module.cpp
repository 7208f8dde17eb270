// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/features_module.h"

#include "base/phrase.h"
#include "files/module.h"

namespace espy::identify {
namespace {

constexpr files::ModuleName kFeatures{"espy_features", "espyFeatures"};

}  // namespace

const EspyFeatureFinder& featuresModule() {
  return files::loadedModule<EspyFeatureFinder>(kFeatures, kEspyFeaturesVersion, "espy_features",
                                                phrase("features of a photograph are needed"));
}

}  // namespace espy::identify

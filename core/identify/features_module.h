// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "identify/features_abi.h"

namespace espy::identify {

/// The module, loaded at the first call. Throws `unsupported` if it is not installed.
const EspyFeatureFinder& featuresModule();

}  // namespace espy::identify

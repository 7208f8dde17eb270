// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "identify/features_abi.h"

namespace espy::identify {

/// The module, loaded at the first call. Throws `unsupported` where this installation has none.
const EspyFeatureFinder& featuresModule();

}  // namespace espy::identify

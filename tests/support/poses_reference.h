// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pose/device_poses.h"

namespace espy::test {

/// CPU reference of the device's part of the coarse-to-fine search.
std::unique_ptr<pose::DevicePoses> posesReference(const Scene& scene);

}  // namespace espy::test

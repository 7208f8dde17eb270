// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pose/device_poses.h"

namespace espy::test {

/// What a device does of a search from coarse to fine, plainly.
std::unique_ptr<pose::DevicePoses> posesByHand(const Scene& scene);

}  // namespace espy::test

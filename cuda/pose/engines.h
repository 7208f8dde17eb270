// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pose/device_poses.h"

/// The function of the engine `cuda` for the registry (core/pose/device_poses.h).
namespace espy::cuda {

std::unique_ptr<pose::DevicePoses> posesOnDevice(const Scene& scene, const Control& control,
                                                 RunReport& report);

}  // namespace espy::cuda

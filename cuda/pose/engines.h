// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pose/elsewhere.h"

/// The function that the engine `cuda` gives to the registry (core/pose/elsewhere.h).
namespace espy::cuda {

std::unique_ptr<pose::PosesElsewhere> posesOnDevice(const Scene& scene, const Control& control,
                                                    RunReport& report);

}  // namespace espy::cuda

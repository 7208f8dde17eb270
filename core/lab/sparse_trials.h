// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "espy/engine/network.h"
#include "lab/experiment.h"

namespace espy::lab {

/// Network of a point of sparse-network. With weak scaling the inputs of p threads follow the
/// paper's equation 6: each thread has as many outputs as one thread alone.
NetworkShape sparseShape(const Values& values);

/// The trials with the paper's arithmetic (`values=doubles`).
Bench sparseDoublesBench(const Values& values, const Engines& engines, const Control& control);

}  // namespace espy::lab

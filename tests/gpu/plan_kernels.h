// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cuda/base/memory.h"
#include "cuda/base/stream.h"

namespace espy::test {

/// What the addresses of a buffer hold one stage after its last, in which it was filled with 7.
std::vector<unsigned char> deadBuffer(const cuda::Stream& stream, bool poisons);

}  // namespace espy::test

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/stream.h"

namespace espy::bench {

/// Keeps the card busy for about so long, so that what is queued behind it runs without waiting for
/// the host: then events time the card alone.
void holdCard(const cuda::Stream& stream, int microseconds);

}  // namespace espy::bench

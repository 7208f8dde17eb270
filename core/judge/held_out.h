// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "espy/judge.h"

namespace espy::judge {

/// How well this evidence tells those that are true from the others.
HeldOut heldOutOf(std::span<const float> evidence, std::span<const char> yes);

/// Who is taken, by how well each did: a learner only where it orders better than the score, and
/// keeps no more false ones than this where no true one is lost.
Judge::By bestOf(const Judge& judge);

}  // namespace espy::judge

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "espy/batch.h"
#include "espy/engine/registry.h"

#pragma GCC visibility push(default)
namespace espy {

/// `makeBatchRunner` with these engines, which must outlive it.
std::unique_ptr<BatchRunner> makeBatchRunner(const Registry& registry);

}  // namespace espy
#pragma GCC visibility pop

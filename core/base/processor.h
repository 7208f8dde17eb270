// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy {

// Whether instructions beside the chain of SIMD levels may be used: where the processor and the
// system have them and ESPY_SIMD does not limit the level.

bool hasAvxVnni();
/// Asks the system for the tile registers, which a process gets only then.
bool hasAmx();

}  // namespace espy

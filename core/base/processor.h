// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy {

// Instructions outside the chain of SIMD levels: available if the processor and the system support
// them and ESPY_SIMD does not limit the level.

bool hasAvxVnni();
/// Requests permission for the AMX tile registers, which the system grants per process.
bool hasAmx();

}  // namespace espy

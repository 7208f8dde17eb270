// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espy::lab {

/// Bytes a second that so many threads of this machine read from memory at best. Measured when
/// first asked for, which takes some 0.2 s, and kept.
double memoryRate(int threads);

}  // namespace espy::lab

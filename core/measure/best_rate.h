// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace espy {

/// What so many threads do in a second, all together, where `work` does some of it and returns how
/// much. Each thread counts at its best of many tries, since a try can only be disturbed.
double bestRate(const std::function<double()>& work, int threads);

}  // namespace espy

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace espy {

/// Numbers beside each other as one value: the compiler makes registers of it, however wide they
/// are. Arithmetic goes lane by lane.
template <class Number, std::int64_t count>
struct LanesOf {
  using Type __attribute__((vector_size(count * sizeof(Number)))) = Number;
};
template <class Number, std::int64_t count>
using Lanes = typename LanesOf<Number, count>::Type;

}  // namespace espy

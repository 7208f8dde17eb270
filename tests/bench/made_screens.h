// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "espy/image.h"

/// Screenshots that are made of a seed.
namespace espy::bench {

inline constexpr Size kScreen{1280, 800};

/// A screen: a background, windows with text, buttons, and a photograph.
Image screenshot(std::uint64_t seed);

/// Whether an 8-bit colour picture has one colour.
bool isFlat(const ImageView& picture);

}  // namespace espy::bench

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "identify/screen.h"

/// What a screen would cost if it were nothing but its products: the floor that it is held against.
namespace espy::identify {

/// Products of two bytes that one turn of addProducts() adds up.
std::int64_t productsInTurn(ScreenWay way);

/// Adds up products of numbers that stay in registers, on this thread, by the instructions of a way
/// that can run here.
void addProducts(ScreenWay way, std::int64_t turns);

}  // namespace espy::identify

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace espy::variation {

/// A symmetric 3 x 3 matrix: xx, xy, yy, xz, yz, zz.
using Tensor = std::array<double, 6>;

/// Its eigenvalues, in no order.
std::array<double, 3> eigenvaluesOf(const Tensor& tensor);

/// Raises eigenvalues below `floor` to it: the nearest tensor in the Frobenius norm that has none
/// below. Others are returned unchanged.
Tensor raisedTo(double floor, const Tensor& tensor);

}  // namespace espy::variation

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Included once for each level of processors, by a source that has defined ESPY_LEVEL, kLanes and
// kRows. No include guard: it is no header of declarations.

using Floats = Lanes<float, kLanes>;

ESPY_LEVEL void multiply(const float* query, const float* packed, std::int64_t columns,
                         float* products) {
  for (std::int64_t column = 0; column < columns; column += 2 * kLanes) {
    Floats left[kRows] = {};
    Floats right[kRows] = {};
    for (std::int64_t k = 0; k < kFeatureBytes; ++k) {
      Floats a;
      Floats b;
      std::memcpy(&a, packed + k * columns + column, sizeof(a));
      std::memcpy(&b, packed + k * columns + column + kLanes, sizeof(b));
#pragma GCC unroll 12
      for (std::int64_t row = 0; row < kRows; ++row) {
        const float number = query[row * kFeatureBytes + k];
        left[row] += number * a;
        right[row] += number * b;
      }
    }
#pragma GCC unroll 12
    for (std::int64_t row = 0; row < kRows; ++row) {
      std::memcpy(products + row * columns + column, &left[row], sizeof(Floats));
      std::memcpy(products + row * columns + column + kLanes, &right[row], sizeof(Floats));
    }
  }
}

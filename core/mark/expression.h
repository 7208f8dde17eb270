// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

/// Expressions over one pixel, such as "r > 2 * g && y < 100". docs/screen.md defines them.
namespace espy::mark {

/// What a name in an expression stands for.
enum class Quantity : std::uint8_t {
  red,
  green,
  blue,
  alpha,
  grey,
  hue,
  saturation,
  value,
  lightness,
  x,
  y,
  width,
  height,
};
inline constexpr int kQuantities = 13;

enum class Operation : std::uint8_t {
  number,    ///< pushes `Step::number`
  quantity,  ///< pushes `Step::quantity`
  add,
  subtract,
  multiply,
  divide,  ///< by 0: 0
  less,
  lessOrEqual,
  greater,
  greaterOrEqual,
  equal,
  unequal,
  both,
  either,
  least,  ///< the second operand if it is less than the first, else the first
  most,   ///< the second operand if the first is less, else the first
  negate,
  invert,
  magnitude,
};

/// How many values an operation pops; it pushes one.
constexpr int operandsOf(Operation operation) {
  if (operation <= Operation::quantity) return 0;
  return operation >= Operation::negate ? 1 : 2;
}

struct Step {
  Operation operation;
  Quantity quantity = {};
  double number = 0;
};

/// A parsed expression in postfix order.
struct Expression {
  std::vector<Step> steps;
  int depth = 0;            ///< values on the stack at most
  std::uint32_t named = 0;  ///< bit i: quantity i is used
};

/// Limits of an expression's text, of its nesting and of its stack.
inline constexpr std::size_t kMostExpressionBytes = 4096;
inline constexpr int kMostNesting = 64;
inline constexpr int kMostDepth = 64;

/// Throws `badUse` for text that is no expression or exceeds a limit; the message begins with
/// "column N: ", counted from 1.
Expression parseExpression(std::string_view text);

}  // namespace espy::mark

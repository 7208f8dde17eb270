// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "mark/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::mark {
namespace {

constexpr std::array<std::string_view, kQuantities> kNames{
    "r", "g", "b", "a", "grey", "h", "s", "v", "l", "x", "y", "width", "height"};

constexpr std::string_view kAllNames = "r g b a grey h s v l x y width height abs min max";

struct Operator {
  std::string_view sign;
  Operation operation;
};

/// Binary operators by precedence, the weakest first. Of signs with a common beginning the longer
/// one comes first.
constexpr std::array<Operator, 1> kEither{{{"||", Operation::either}}};
constexpr std::array<Operator, 1> kBoth{{{"&&", Operation::both}}};
constexpr std::array<Operator, 6> kComparisons{{{"<=", Operation::lessOrEqual},
                                                {">=", Operation::greaterOrEqual},
                                                {"==", Operation::equal},
                                                {"!=", Operation::unequal},
                                                {"<", Operation::less},
                                                {">", Operation::greater}}};
constexpr std::array<Operator, 2> kSums{{{"+", Operation::add}, {"-", Operation::subtract}}};
constexpr std::array<Operator, 2> kProducts{{{"*", Operation::multiply}, {"/", Operation::divide}}};

constexpr bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Recursive descent; emits steps in postfix order.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Expression parse() {
    if (text_.size() > kMostExpressionBytes) {
      refuse(kMostExpressionBytes,
             phrase("an expression has at most {} characters", kMostExpressionBytes));
    }
    either();
    skipBlanks();
    if (at_ < text_.size()) refuse(at_, phrase("expected an operator or the end"));
    return std::move(made_);
  }

 private:
  [[noreturn]] void refuse(std::size_t at, const Message& fact) const {
    throw Error(ErrorCode::badUse, phrase("column {}: {}", at + 1, fact));
  }

  void skipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r')))
      ++at_;
  }

  bool take(std::string_view sign) {
    skipBlanks();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  template <std::size_t count>
  const Operator* takeOperator(const std::array<Operator, count>& operators) {
    for (const Operator& one : operators) {
      if (take(one.sign)) return &one;
    }
    return nullptr;
  }

  void emit(const Step& step) {
    made_.steps.push_back(step);
    depth_ += 1 - operandsOf(step.operation);
    made_.depth = std::max(made_.depth, depth_);
    if (depth_ > kMostDepth) refuse(at_, phrase("too many operands wait for their operator"));
  }

  template <std::size_t count, class Operand>
  void chain(const std::array<Operator, count>& operators, const Operand& operand) {
    operand();
    while (const Operator* one = takeOperator(operators)) {
      operand();
      emit({one->operation});
    }
  }

  void either() {
    chain(kEither, [&] { chain(kBoth, [&] { comparison(); }); });
  }

  void comparison() {
    sum();
    const Operator* one = takeOperator(kComparisons);
    if (one == nullptr) return;
    sum();
    emit({one->operation});
    skipBlanks();
    const std::size_t next = at_;
    if (takeOperator(kComparisons) != nullptr) {
      refuse(next, phrase("comparisons do not chain; join two with &&"));
    }
  }

  void sum() {
    chain(kSums, [&] { chain(kProducts, [&] { unary(); }); });
  }

  void unary() {
    const Nested nested(*this);
    if (take("-")) {
      unary();
      return emit({Operation::negate});
    }
    if (take("!")) {
      unary();
      return emit({Operation::invert});
    }
    primary();
  }

  void primary() {
    if (take("(")) {
      either();
      if (!take(")")) refuse(at_, phrase("expected an operator or )"));
      return;
    }
    skipBlanks();
    const char next = at_ < text_.size() ? text_[at_] : '\0';
    if (isDigit(next) || next == '.') return number();
    if (isLetter(next)) return name();
    refuse(at_, phrase("expected a number, a name or ("));
  }

  void number() {
    Step step{Operation::number};
    const char* const begin = text_.data() + at_;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(begin, end, step.number);
    if (error != std::errc() || (stop != end && (isLetter(*stop) || *stop == '.'))) {
      refuse(at_, phrase("this is no number"));
    }
    at_ += static_cast<std::size_t>(stop - begin);
    emit(step);
  }

  void name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (isLetter(text_[at_]) || isDigit(text_[at_]))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "abs") return call(Operation::magnitude);
    if (word == "min") return call(Operation::least);
    if (word == "max") return call(Operation::most);
    const auto found = std::find(kNames.begin(), kNames.end(), word);
    if (found == kNames.end()) {
      refuse(begin, phrase("there is no such name; the names are {}", kAllNames));
    }
    const auto index = found - kNames.begin();
    made_.named |= 1U << index;
    emit({Operation::quantity, static_cast<Quantity>(index)});
  }

  /// abs(A), min(A, B, ...) or max(A, B, ...).
  void call(Operation operation) {
    if (!take("(")) refuse(at_, phrase("expected ("));
    either();
    const bool several = operandsOf(operation) == 2;
    if (several && !take(",")) refuse(at_, phrase("expected an operator or a comma"));
    if (several) {
      do {
        either();
        emit({operation});
      } while (take(","));
    } else {
      emit({operation});
    }
    if (!take(")")) refuse(at_, phrase("expected an operator or )"));
  }

  /// Counts nested calls, so that hostile text cannot exhaust the stack.
  struct Nested {
    explicit Nested(Parser& of) : parser(of) {
      if (++parser.nesting_ > kMostNesting) {
        parser.refuse(parser.at_, phrase("nested more than {} deep", kMostNesting));
      }
    }
    ~Nested() { --parser.nesting_; }
    Parser& parser;
  };

  std::string_view text_;
  std::size_t at_ = 0;
  int nesting_ = 0;
  int depth_ = 0;
  Expression made_;
};

}  // namespace

Expression parseExpression(std::string_view text) {
  return Parser(text).parse();
}

}  // namespace espy::mark

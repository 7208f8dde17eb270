// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include "espy/error.h"

/// Builds every message of the library. Translation tools extract the patterns from the sources, so
/// each is a literal directly after `phrase(`.
namespace espy {

/// A literal with `Places` placeholders "{}", counted at compile time.
template <std::size_t Places>
struct Pattern {
  consteval Pattern(const char* literal) : text(literal) {
    std::size_t places = 0;
    const std::string_view all(literal);
    for (std::size_t at = all.find("{}"); at != std::string_view::npos; at = all.find("{}", at + 2))
      ++places;
    if (places != Places) throw "one placeholder for each argument";
  }

  const char* text;
};

template <class Argument>
Message argumentOf(const Argument& argument) {
  if constexpr (std::integral<Argument>) {
    return std::to_string(argument);
  } else if constexpr (std::convertible_to<const Argument&, std::string_view>) {
    return std::string(std::string_view(argument));
  } else {
    return argument;
  }
}

/// Returns a sentence, or a part of one: `phrase("the raster ends after {} of {} bytes", there,
/// needed)`. Arguments are integers, strings and other phrases; format floating-point numbers
/// before.
template <class... Arguments>
Message phrase(std::type_identity_t<Pattern<sizeof...(Arguments)>> pattern,
               const Arguments&... arguments) {
  return {pattern.text, {argumentOf(arguments)...}};
}

/// Appends `part` to `all`, separated by "; ", unless it is contained already.
inline void alsoSay(Message& all, const Message& part) {
  if (all.empty()) {
    all = part;
  } else if (all.text().find(part.text()) == std::string::npos) {
    all = phrase("{}; {}", all, part);
  }
}

}  // namespace espy

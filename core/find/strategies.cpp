// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/strategies.h"

#include <algorithm>
#include <optional>
#include <string>

namespace espy::find {
namespace {

constexpr std::string_view kPlace = "{}";
constexpr std::string_view kBetween = "; ";

/// Everything that an engine says of how it went about a search. Each place is a whole number or
/// another of these. Where one is the beginning of another, both fit only their own: a pattern
/// fits from end to end.
constexpr const char* kStrategies[] = {
    // exact
    "every pixel of every window, until one differs",
    "sampled one pixel in {} of one row in {} for {} run of {} pixel",
    "sampled one pixel in {} of one row in {} for {} run of {} pixels",
    "sampled one pixel in {} of one row in {} for {} runs of {} pixel",
    "sampled one pixel in {} of one row in {} for {} runs of {} pixels",
    "{}, of which only those rows travelled",
    "joined bit planes of {} parts",
    "read every pixel once through row and column automata",
    "tested every place, the most telling pixels first",
    "compared at every place",
    "hashed every window",
    "compared at every pixel of the scene, by a kernel that writes flags",
    // score
    "every sample of every window",
    "every sample of every window, in 128 bits",
    "every sample of every window that may reach the minimum",
    "correlated by transforms of {} x {} tiles",
    "correlated by transforms of {} x {} tiles, needles in pieces",
    "correlated directly, {} x {} tiles",
    "means of {} x {} blocks",
    "blocks of {} x {} correlated by transforms of {} x {} tiles",
    "enough score 0.9",
    "products on tensor cores, windows summed up",
    "products on tensor cores, windows summed up once for several needles",
    "products and windows on tensor cores",
    "products of upper and lower bytes on tensor cores, windows summed up",
    "differences of four bytes at once",
    "differences, of places that means of blocks do not rule out",
    // pose
    "every pose at every place",
    "each of {} poses by itself",
    "{} poses, coarse to fine from 1/{}",
    "{} poses, coarse to fine from 1/{}, sums on the device",
};

std::optional<Message> phraseOf(std::string_view part);

/// What may stand at a place.
std::optional<Message> argumentOf(std::string_view words) {
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  if (!words.empty() && std::ranges::all_of(words, isDigit)) return Message(std::string(words));
  return phraseOf(words);
}

std::optional<Message> fitted(const char* literal, std::string_view part) {
  std::vector<Message> arguments;
  std::string_view pattern = literal;
  for (std::size_t place = pattern.find(kPlace);; place = pattern.find(kPlace)) {
    const std::string_view words = pattern.substr(0, place);
    if (!part.starts_with(words)) return std::nullopt;
    part.remove_prefix(words.size());
    if (place == std::string_view::npos) break;
    pattern.remove_prefix(place + kPlace.size());
    // A place reaches to the words behind it.
    const std::string_view behind = pattern.substr(0, pattern.find(kPlace));
    const std::size_t end = behind.empty() ? part.size() : part.find(behind);
    if (end == std::string_view::npos) return std::nullopt;
    std::optional<Message> argument = argumentOf(part.substr(0, end));
    if (!argument) return std::nullopt;
    arguments.push_back(std::move(*argument));
    part.remove_prefix(end);
  }
  if (!part.empty()) return std::nullopt;
  return Message(literal, std::move(arguments));
}

std::optional<Message> phraseOf(std::string_view part) {
  for (const char* literal : kStrategies) {
    if (std::optional<Message> found = fitted(literal, part)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Message> strategyParts(std::string_view strategy) {
  std::vector<Message> parts;
  while (!strategy.empty()) {
    const std::string_view part = strategy.substr(0, strategy.find(kBetween));
    std::optional<Message> found = phraseOf(part);
    parts.push_back(found ? std::move(*found) : Message(std::string(part)));
    strategy.remove_prefix(std::min(strategy.size(), part.size() + kBetween.size()));
  }
  return parts;
}

}  // namespace espy::find

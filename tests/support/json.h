// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace espy::test {

/// A parsed JSON value. Hides the JSON library, whose header is slow to compile. Missing elements
/// throw std::out_of_range, wrong kinds std::logic_error.
class Json {
 public:
  enum class Kind { null, boolean, whole, fraction, text, list, object };

  /// Throws std::invalid_argument for invalid JSON.
  static Json parse(const std::string& text);

  Json() = default;
  Json(bool value) : kind_(Kind::boolean), whole_(value ? 1 : 0) {}
  Json(std::integral auto value) : kind_(Kind::whole), whole_(static_cast<std::int64_t>(value)) {}
  Json(std::floating_point auto value)
      : kind_(Kind::fraction), fraction_(static_cast<double>(value)) {}
  Json(const char* value) : kind_(Kind::text), text_(value) {}
  Json(std::string value) : kind_(Kind::text), text_(std::move(value)) {}
  Json(Kind kind, std::vector<std::string> keys, std::vector<Json> values)
      : kind_(kind), keys_(std::move(keys)), values_(std::move(values)) {}

  Kind kind() const { return kind_; }
  bool isNull() const { return kind_ == Kind::null; }
  bool isWhole() const { return kind_ == Kind::whole; }
  bool isFraction() const { return kind_ == Kind::fraction; }
  bool isText() const { return kind_ == Kind::text; }
  bool isList() const { return kind_ == Kind::list; }

  double number() const;
  const std::string& text() const;

  /// Number of elements of a list or object.
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  const Json& front() const { return values_.at(0); }
  const Json& back() const { return values_.at(values_.size() - 1); }
  std::vector<Json>::const_iterator begin() const { return values_.begin(); }
  std::vector<Json>::const_iterator end() const { return values_.end(); }
  const Json& operator[](std::integral auto index) const {
    return values_.at(static_cast<std::size_t>(index));
  }

  /// Keys of an object, in order of appearance.
  const std::vector<std::string>& keys() const { return keys_; }
  bool contains(const std::string& key) const;
  const Json& operator[](const std::string& key) const;

  /// Integers equal fractions of the same value; the order of keys matters.
  bool operator==(const Json& other) const;
  friend std::ostream& operator<<(std::ostream& out, const Json& json);

 private:
  Kind kind_ = Kind::null;
  std::int64_t whole_ = 0;
  double fraction_ = 0;
  std::string text_;
  std::vector<std::string> keys_;
  std::vector<Json> values_;
};

}  // namespace espy::test

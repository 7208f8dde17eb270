// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "espy/error.h"

/// Reading JSON. The library that does it is behind json_read.cpp, because its header takes longer
/// to compile than most of our sources.
namespace espy {

/// A value that was read.
class JsonValue {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
  using Member = std::pair<std::string, JsonValue>;

  /// Throws `badUse` with a sentence that begins with `name`; also where a key stands twice.
  static JsonValue parse(std::string_view text, const std::string& name);

  Kind kind() const { return kind_; }
  bool isTrue() const { return kind_ == Kind::boolean && number_ != 0; }
  double number() const { return number_; }
  /// Of a text; of a number, its digits as they are written.
  const std::string& text() const { return text_; }
  const std::vector<JsonValue>& list() const { return list_; }
  /// In the order in which they stand.
  const std::vector<Member>& members() const { return members_; }
  /// Null where there is none.
  const JsonValue* member(std::string_view key) const;

 private:
  friend class JsonBuilder;

  Kind kind_ = Kind::null;
  double number_ = 0;
  std::string text_;
  std::vector<JsonValue> list_;
  std::vector<Member> members_;
};

/// Told of what stands in a text one by one, so that it need not fit into memory.
class JsonEvents {
 public:
  virtual ~JsonEvents() = default;
  virtual void null() {}
  virtual void boolean(bool /*value*/) {}
  /// `digits` as they are written.
  virtual void number(double /*value*/, std::string_view /*digits*/) {}
  virtual void text(const std::string& /*value*/) {}
  virtual void key(const std::string& /*name*/) {}
  /// Of a list, or of an object.
  virtual void begin(bool /*object*/) {}
  virtual void end() {}
};

/// Returns what is wrong with the text, or nothing.
Message readJson(std::string_view text, JsonEvents& events);

}  // namespace espy

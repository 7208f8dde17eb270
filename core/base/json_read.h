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

/// JSON parser. The header of the underlying library (nlohmann) is included only by json_read.cpp,
/// because it is slow to compile.
namespace espy {

/// A parsed value.
class JsonValue {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
  using Member = std::pair<std::string, JsonValue>;

  /// Throws `badUse` with a message that begins with `name`, also for a duplicate key.
  static JsonValue parse(std::string_view text, const std::string& name);

  Kind kind() const { return kind_; }
  bool isTrue() const { return kind_ == Kind::boolean && number_ != 0; }
  double number() const { return number_; }
  /// The value of a string, or the digits of a number as written.
  const std::string& text() const { return text_; }
  const std::vector<JsonValue>& list() const { return list_; }
  /// In the order of the text.
  const std::vector<Member>& members() const { return members_; }
  /// Null if there is no such member.
  const JsonValue* member(std::string_view key) const;

 private:
  friend class JsonBuilder;

  Kind kind_ = Kind::null;
  double number_ = 0;
  std::string text_;
  std::vector<JsonValue> list_;
  std::vector<Member> members_;
};

/// SAX callbacks for documents too large for memory.
class JsonEvents {
 public:
  virtual ~JsonEvents() = default;
  virtual void null() {}
  virtual void boolean(bool /*value*/) {}
  /// `digits`: the number as written.
  virtual void number(double /*value*/, std::string_view /*digits*/) {}
  virtual void text(const std::string& /*value*/) {}
  virtual void key(const std::string& /*name*/) {}
  /// A list, or an object.
  virtual void begin(bool /*object*/) {}
  virtual void end() {}
};

/// Returns a description of the first error, or an empty message.
Message readJson(std::string_view text, JsonEvents& events);

}  // namespace espy

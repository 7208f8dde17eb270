// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "espy/recordings.h"

namespace espy::recordings {

/// What a recording's samples lie in: mapped files and decoded numbers, kept together.
class Kept {
 public:
  void keep(std::shared_ptr<const void> memory) { all_->push_back(std::move(memory)); }
  std::shared_ptr<const void> memory() const { return all_; }

 private:
  std::shared_ptr<std::vector<std::shared_ptr<const void>>> all_ =
      std::make_shared<std::vector<std::shared_ptr<const void>>>();
};

/// A kind of number in a file.
struct Stored {
  enum class Kind : std::uint8_t { whole, natural, floating };
  Kind kind = Kind::whole;
  int bytes = 2;  ///< 1, 2, 3, 4 or 8; floating 2, 4 or 8
  bool big = false;

  /// As what it can be read where it lies, if it can.
  std::optional<Samples::Type> mapped() const;
};

/// The stored form of a type.
Stored storedAs(Samples::Type type, bool big);

/// So many numbers, `stride` bytes apart, of which all lie in memory: read there, or turned into
/// numbers that can be and which `kept` then keeps.
Samples samplesOf(const Stored& stored, const std::uint8_t* first, std::int64_t count,
                  std::int64_t stride, const std::string& name, Kept& kept);

}  // namespace espy::recordings

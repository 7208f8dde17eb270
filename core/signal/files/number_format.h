// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "espy/recordings.h"
#include "files/number_format.h"

namespace espy::recordings {

/// Owners of a recording's memory: mapped files and decoded numbers.
class MemoryOwners {
 public:
  void keep(std::shared_ptr<const void> memory) { all_->push_back(std::move(memory)); }
  std::shared_ptr<const void> memory() const { return all_; }

 private:
  std::shared_ptr<std::vector<std::shared_ptr<const void>>> all_ =
      std::make_shared<std::vector<std::shared_ptr<const void>>>();
};

using files::NumberFormat;

/// The type by which such numbers can be read in place, if any.
std::optional<Samples::Type> mappedType(const NumberFormat& stored);

NumberFormat numberFormatOf(Samples::Type type, bool big);

/// `count` numbers, `stride` bytes apart, all in memory: read in place, or converted to numbers
/// that `owners` owns.
Samples samplesOf(const NumberFormat& stored, const std::uint8_t* first, std::int64_t count,
                  std::int64_t stride, const std::string& name, MemoryOwners& owners);

}  // namespace espy::recordings

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "index/index_store.h"
#include "index/number_table.h"

namespace espy::index {

/// Where each name of an index is.
class NeedleNames {
 public:
  /// Null if there is no such name. Valid until the next change.
  const EntryPlace* find(std::string_view name) const;
  /// Adds a name; false if it is there.
  bool add(std::string_view name, const EntryPlace& place);
  /// Sets the place of a name that is there.
  void move(std::string_view name, const EntryPlace& place);
  /// Removes a name that is there.
  void remove(std::string_view name);

 private:
  struct Entry {
    std::uint64_t textAt = 0;
    std::uint32_t textBytes = 0;  ///< 0: removed
    std::uint32_t hash = 0;
    EntryPlace place;
  };

  std::uint32_t numberOf(std::string_view name, std::uint32_t hash) const;
  std::string_view nameOf(const Entry& entry) const {
    return {text_.data() + entry.textAt, entry.textBytes};
  }
  void insert(std::string_view name, std::uint32_t hash, const EntryPlace& place);

  NumberTable table_;
  std::vector<Entry> entries_;
  std::vector<char> text_;
  std::size_t removed_ = 0;
};

}  // namespace espy::index

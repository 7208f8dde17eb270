// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/needle_names.h"

#include <utility>

#include "base/hash.h"

namespace espy::index {
namespace {

std::uint32_t hash32(std::string_view name) {
  return static_cast<std::uint32_t>(hashOf(name));
}

}  // namespace

std::uint32_t NeedleNames::numberOf(std::string_view name, std::uint32_t hash) const {
  return table_.find(hash, [&](std::uint32_t n) { return nameOf(entries_[n]) == name; });
}

const EntryPlace* NeedleNames::find(std::string_view name) const {
  const std::uint32_t number = numberOf(name, hash32(name));
  return number == NumberTable::kNone ? nullptr : &entries_[number].place;
}

bool NeedleNames::add(std::string_view name, const EntryPlace& place) {
  const std::uint32_t hash = hash32(name);
  if (numberOf(name, hash) != NumberTable::kNone) return false;
  insert(name, hash, place);
  return true;
}

void NeedleNames::insert(std::string_view name, std::uint32_t hash, const EntryPlace& place) {
  const std::uint64_t at = text_.size();
  text_.insert(text_.end(), name.begin(), name.end());
  entries_.push_back({at, static_cast<std::uint32_t>(name.size()), hash, place});
  table_.add(hash, static_cast<std::uint32_t>(entries_.size() - 1));
}

void NeedleNames::move(std::string_view name, const EntryPlace& place) {
  entries_[numberOf(name, hash32(name))].place = place;
}

void NeedleNames::remove(std::string_view name) {
  entries_[numberOf(name, hash32(name))].textBytes = 0;
  constexpr std::size_t kFew = 4096;
  if (++removed_ < kFew || 2 * removed_ < entries_.size()) return;
  NeedleNames left;
  for (const Entry& entry : entries_) {
    if (entry.textBytes > 0) left.insert(nameOf(entry), entry.hash, entry.place);
  }
  *this = std::move(left);
}

}  // namespace espy::index

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/library_folder.h"

#include <fmt/format.h>

#include <string_view>

#include "base/phrase.h"

namespace espy::identify {
namespace {

constexpr std::string_view kSlabBegin = "slab-";
constexpr std::string_view kSlabEnd = ".features";

}  // namespace

const files::StoreKind& libraryKind() {
  static const files::StoreKind kind{"library",
                                     "espy library ",
                                     1,
                                     "surfaces-",
                                     ".db",
                                     phrase("a surface library"),
                                     "espy library create"};
  return kind;
}

std::string catalogueName(std::int64_t number) {
  return libraryKind().stateName(number);
}

std::string slabName(std::int64_t number) {
  return fmt::format("{}{}{}", kSlabBegin, number, kSlabEnd);
}

bool isLibraryName(const std::string& name) {
  constexpr std::string_view kJournal = "-journal";
  std::string_view own = name;
  if (own.ends_with(kJournal)) own.remove_suffix(kJournal.size());
  return files::numberIn(own, libraryKind().stateBegin, libraryKind().stateEnd).has_value() ||
         files::numberIn(name, kSlabBegin, kSlabEnd).has_value() ||
         (name.starts_with(".espy-") && name.ends_with(".tmp"));
}

}  // namespace espy::identify

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Damaged indexes, of needles and of scenes. The first byte chooses one; the others change its
// files: bytes and lengths of files, which checksums must reveal, or bytes, words and lengths of a
// segment's sections, whose checksums are made right again. The index is opened, listed, searched,
// verified and changed: it is refused with an `Error`, or, where checksums are wrong, it gives the
// answer of the whole index.
#include <cstring>
#include <iterator>
#include <string>

#include "espy/error.h"
#include "fuzz/bytes.h"
#include "fuzz/whole_index.h"

using namespace espy;
using namespace espy::test;

namespace {

/// Changes a byte, a word or the length.
template <class Container>
void changeBytes(Container& content, Bytes& bytes) {
  const std::size_t at = static_cast<std::size_t>(bytes.next()) << 16 |
                         static_cast<std::size_t>(bytes.next()) << 8 | bytes.next();
  const int how = bytes.below(8);
  if (how == 0 || content.empty()) {
    content.resize(at % (content.size() + 100));
  } else if (how == 1 && content.size() >= 4) {
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word = word << 8 | bytes.next();
    std::memcpy(content.data() + at % (content.size() / 4) * 4, &word, sizeof word);
  } else {
    content[at % content.size()] = static_cast<typename Container::value_type>(bytes.next());
  }
}

/// Writes changed files. Returns whether checksums are right again.
bool write(const WholeIndex& whole, Bytes& bytes) {
  WholeIndex::Files files = whole.files();
  const bool bySections = bytes.below(4) != 0;
  const int changes = 1 + bytes.below(6);
  if (!bySections) {
    for (int i = 0; i < changes; ++i) {
      auto at = std::next(files.begin(), bytes.below(static_cast<int>(files.size())));
      changeBytes(at->second, bytes);
    }
  }
  whole.put(files);
  if (!bySections) return false;
  WholeIndex::Sections sections = whole.sections();
  for (int i = 0; i < changes; ++i) {
    changeBytes(sections[static_cast<std::size_t>(bytes.below(static_cast<int>(sections.size())))],
                bytes);
  }
  whole.putSegment(sections, whole.kind().version);
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  static const WholeNeedles needles;
  static const WholeScenes scenes;
  Bytes bytes(data, size);
  const WholeIndex& whole = bytes.below(2) == 0 ? static_cast<const WholeIndex&>(needles) : scenes;
  const bool right = write(whole, bytes);
  std::string found;
  const bool answered = tried([&] { found = whole.answer(); });
  if (answered && !right && found != whole.wanted()) fail("damage changed the answer: " + found);
  tried([&] { whole.verify(); });
  tried([&] { whole.change(); });
  tried([&] { whole.answer(); });
  return 0;
}

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "support/random_pictures.h"

namespace espy::test {

/// What a random case of a search is made from; RapidCheck shrinks these numbers.
struct CaseSeed {
  int kind = 0;   ///< of the scene, see `Kind`
  int width = 1;  ///< of the scene
  int height = 1;
  int needleWidth = 1;
  int needleHeight = 1;
  int needles = 1;
  std::uint64_t detail = 0;  ///< everything else
};

inline std::ostream& operator<<(std::ostream& out, const CaseSeed& seed) {
  return out << "kind " << seed.kind << ", scene " << seed.width << " x " << seed.height
             << ", needle " << seed.needleWidth << " x " << seed.needleHeight << ", needles "
             << seed.needles << ", detail " << seed.detail;
}

/// A scene, needles and options, and what keeps their pixels alive.
struct FindCase {
  std::string name;
  ImageView scene;
  std::vector<Needle> needles;
  ExactOptions options;
  std::vector<std::shared_ptr<PaddedPicture>> pictures;
};

/// Draws scene and needles: of any formats, cut from the scene (anywhere or at its borders), cut
/// and changed in one sample, or drawn by themselves; some transparent, some masked, some tolerant.
FindCase makeCase(const CaseSeed& seed);

/// The reference's answer to a case, to hold engines against.
class ReferenceAnswer {
 public:
  ReferenceAnswer(const Registry& registry, const FindCase& findCase);

  /// How the answer of `engine` differs, in places, order or flag planes; empty when it does not.
  std::string differenceOf(const std::string& engine, int threads) const;

  std::size_t places() const { return matches_.size(); }

 private:
  const Registry& registry_;
  const FindCase& case_;
  std::vector<std::vector<Place>> wanted_;
  std::vector<Match> matches_;
  Image bases_;
  Image members_;
};

}  // namespace espy::test

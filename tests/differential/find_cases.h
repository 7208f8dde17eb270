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

/// The parameters of a random case; RapidCheck shrinks these numbers.
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

/// A scene, needles and options, and the owners of their pixels.
struct FindCase {
  std::string name;
  ImageView scene;
  std::vector<Needle> needles;
  ExactOptions options;
  std::vector<std::shared_ptr<PaddedPicture>> pictures;
};

/// Draws scene and needles of any formats: needles are cut from the scene (anywhere or at its
/// borders), cut and changed in one sample, or drawn independently; some transparent, some masked,
/// some with a tolerance.
FindCase makeCase(const CaseSeed& seed);

/// The reference's result of a case.
class ReferenceAnswer {
 public:
  ReferenceAnswer(const Registry& registry, const FindCase& findCase);

  /// How the result of `engine` differs, in positions, order or flag planes; empty if equal.
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

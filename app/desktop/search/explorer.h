// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <cstdint>
#include <span>
#include <vector>

#include "search/search_controller.h"

namespace espy::desktop {

/// What to look for: a relation between a match and its needle.
enum class VariantKind : std::uint8_t { identical, similar, turned, resized, mirrored };

/// In the order in which they are searched.
inline constexpr VariantKind kVariantKinds[] = {VariantKind::identical, VariantKind::similar,
                                                VariantKind::turned, VariantKind::resized,
                                                VariantKind::mirrored};

/// The settings that search for `kind`; all else is that of `base`.
SearchSettings settingsFor(VariantKind kind, const SearchSettings& base);
/// The kind that has these settings' method and poses; `similar` if none has.
VariantKind kindOf(const SearchSettings& settings);

/// Matches of one kind.
struct FoundVariant {
  VariantKind kind = VariantKind::identical;
  /// Matches down to a low score, so that the minimum can be lowered without a search; the result's
  /// own minimum is that score. Null if the time limit was reached, or would be.
  SearchResultPtr result;
  double minimum = 0;       ///< suggested minimum score
  std::size_t count = 0;    ///< matches that reach it
  std::size_t weaker = 0;   ///< matches below
  std::size_t special = 0;  ///< of `count`: those that only this kind finds (turned ones, say)
};

/// Searches a scene for all kinds of matches in the background, one kind after another, each within
/// a time limit.
class Explorer : public QObject {
  Q_OBJECT

 public:
  explicit Explorer(const Registry& registry, QObject* parent = nullptr);

  /// Starts anew after a search for all `needles`, whose result is shown; discards what was found.
  /// Identical matches are those of `shown`, if it was a search for these.
  void start(std::vector<NeedleItem> needles, const SearchResultPtr& shown);
  /// Stops; keeps what was found.
  void stop();
  void clear();
  /// Multiplies the time limits, for tests on a loaded machine.
  void stretchLimits(int factor) { stretch_ = factor; }
  bool running() const { return next_ < order_.size(); }
  /// The kind being searched; only while running.
  VariantKind current() const { return order_[next_]; }
  /// In the order of arrival.
  const std::vector<FoundVariant>& found() const { return found_; }
  const FoundVariant* found(VariantKind kind) const;
  /// Number of needles that were cut from the scene: each finds itself.
  std::size_t originals() const { return originals_; }

 signals:
  void changed();  ///< started, stopped, cleared, or another kind is searched
  void arrived(espy::desktop::VariantKind kind);
  void ended();  ///< all kinds were searched

 private:
  void searchNext();
  void take(SearchResultPtr result);

  SearchController search_;
  PicturePtr scene_;
  std::vector<NeedleItem> needles_;
  SearchSettings base_;
  std::vector<VariantKind> order_;
  std::size_t next_ = 0;
  int stretch_ = 1;
  int round_ = 0;  ///< of start(), stop() and clear()
  std::size_t originals_ = 0;
  std::vector<FoundVariant> found_;
};

}  // namespace espy::desktop

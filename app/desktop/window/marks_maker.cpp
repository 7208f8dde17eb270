// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/marks_maker.h"

#include <utility>

namespace espy::desktop {
namespace {

/// Made at once: within a frame.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 17;

constexpr std::size_t kMostMarkColours = 256;  ///< they are counted in a byte
const QColor kFaint(150, 150, 150);

/// Null after a stop.
std::shared_ptr<const Marks> marksOf(MarksOrder order, const std::stop_token& stop) {
  constexpr std::size_t kStride = 1 << 14;
  // Matches that are left out keep their shape and lose their colour.
  const std::size_t kinds = order.colours.size();
  const bool faint = !order.faint.empty() && 2 * kinds <= kMostMarkColours;
  if (faint) {
    order.colours.resize(2 * kinds, kFaint);
    order.shapes.resize(kinds);
    order.shapes.insert(order.shapes.end(), order.shapes.begin(),
                        order.shapes.begin() + static_cast<std::ptrdiff_t>(kinds));
  }
  MarkList list;
  list.marks.reserve(order.shown.size());
  for (const std::uint32_t index : order.shown) {
    if (list.marks.size() % kStride == 0 && stop.stop_requested()) return nullptr;
    const Match& match = order.result->finding.matches[index];
    const std::size_t colour = match.needle % kinds + (faint && order.faint[index] ? kinds : 0);
    list.add(match, static_cast<std::uint8_t>(colour), index);
    if (!order.said.empty()) list.marks.back().said = static_cast<std::int8_t>(order.said[index]);
  }
  return std::make_shared<const Marks>(
      Marks::of(std::move(list), std::move(order.colours), order.picture, std::move(order.shapes)));
}

}  // namespace

bool MarksMaker::make(MarksOrder order) {
  forget();
  if (order.shown.size() <= kMostAtOnce) {
    emit made(marksOf(std::move(order), {}));
    return true;
  }
  job_.start([order = std::move(order)](
                 const Job::Run& run) mutable { return marksOf(std::move(order), run.stop()); },
             [this](const Outcome<std::shared_ptr<const Marks>>& outcome) {
               if (outcome.value) emit made(*outcome.value);
             });
  return false;
}

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/fast.h"
#include "signal/sum_loops.h"

namespace espy::signal {
namespace {

/// The best of some queries at kPlaces places.
template <class Sample>
void searchTile(const SignalTask<Sample>& task, std::int64_t place, std::int64_t query, int queries,
                const Control& control, SignalMatches<Sample>& best) {
  constexpr std::int64_t kPlaces = DirectTile<Sample>::kPlaces;
  constexpr std::int64_t kBetweenLooks = 1 << 14;
  Sample sums[DirectTile<Sample>::kQueries * kPlaces] = {};
  for (std::int64_t from = 0; from < task.length; from += kBetweenLooks) {
    control.check();
    addDirectly(DirectTile<Sample>{task.data.data() + place + from, task.query(query).data() + from,
                                   task.length, queries,
                                   std::min(kBetweenLooks, task.length - from), sums});
  }
  for (int q = 0; q < queries; ++q) {
    const Sample* of = sums + q * kPlaces;
    const Sample* least = std::min_element(of, of + kPlaces);
    const SignalMatch<Sample> here{place + (least - of), *least};
    if (isBetter(here, best[query + q])) best[query + q] = here;
  }
}

}  // namespace

template <class Sample>
SignalMatches<Sample> searchDirectly(const SignalTask<Sample>& task, const Control& control,
                                     Timeline& timeline) {
  constexpr std::int64_t kPlaces = DirectTile<Sample>::kPlaces;
  constexpr std::int64_t kQueries = DirectTile<Sample>::kQueries;
  const StageTimer timer(timeline, "sums");
  const std::int64_t places = task.places();
  const std::int64_t count = task.count();
  const std::int64_t groups = (count + kQueries - 1) / kQueries;
  const std::int64_t tiles = (places + kPlaces - 1) / kPlaces;
  std::vector<SignalMatches<Sample>> own(static_cast<std::size_t>(threadsFor(control)),
                                         SignalMatches<Sample>(static_cast<std::size_t>(count)));
  const auto body = [&](std::int64_t index, int thread) {
    const std::int64_t begin = count * (index % groups) / groups;
    const std::int64_t end = count * (index % groups + 1) / groups;
    const std::int64_t place = index / groups * kPlaces;
    if (places >= kPlaces) {
      // The last tile goes back to where it does not reach beyond the end.
      searchTile(task, std::min(place, places - kPlaces), begin, static_cast<int>(end - begin),
                 control, own[thread]);
      return;
    }
    for (std::int64_t q = begin; q < end; ++q) {
      for (std::int64_t at = 0; at < places; ++at) {
        if ((at & 15) == 0) control.check();
        const SignalMatch<Sample> here{
            at, distanceAt(task.data.data() + at, task.query(q).data(), task.length)};
        if (isBetter(here, own[thread][q])) own[thread][q] = here;
      }
    }
  };
  parallelFor(tiles * groups, threadsFor(control), withoutProgress(control), body);
  for (const SignalMatches<Sample>& found : own) keepBetter(own[0], found);
  return own[0];
}

template SignalMatches<std::int32_t> searchDirectly(const SignalTask<std::int32_t>&, const Control&,
                                                    Timeline&);
template SignalMatches<float> searchDirectly(const SignalTask<float>&, const Control&, Timeline&);

}  // namespace espy::signal

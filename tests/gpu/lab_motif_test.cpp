// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's motif-steps on the GPU: its matches are those of the plain search, to the last bit.
#include <algorithm>

#include "cuda/lab/engines.h"
#include "espy/error.h"
#include "gpu/lab_runs.h"
#include "gpu/on_gpu.h"
#include "support/thrown_errors.h"

namespace espy::test {
namespace {

using lab::PairMatch;
using lab::PairTask;
using lab::Rows;

class LabMotif : public OnGpu {
 protected:
  static Rows rows(std::int64_t channels, std::int64_t samples, std::uint64_t seed) {
    Rows made;
    for (std::int64_t i = 0; i < channels; ++i) {
      made.push_back(lab::smoothNoise(samples, 3, seed + static_cast<std::uint64_t>(i)));
    }
    return made;
  }
  std::vector<PairMatch> found(const PairTask& task, const Control& control = {}) {
    return lab::pairSearchOnGpu(cuda::searchPairsOnGpu)(task, control, unheard_);
  }
  void equalsThePlainSearch(const PairTask& task) {
    EXPECT_EQ(found(task), lab::searchPairsPlainly(task, {}, unheard_))
        << task.query.size() << " channels, length " << task.length() << ", " << task.samples()
        << " samples, reach " << task.reach;
  }

  Timeline unheard_;
};

TEST_F(LabMotif, MatchesAreThoseOfThePlainSearch) {
  for (const std::int64_t channels : {1, 3, 7}) {
    for (const std::int64_t length : {2, 20, 33}) {
      const Rows query = rows(channels, length, 5);
      Rows data = rows(channels, 700, 50);
      std::fill(data[0].begin() + 100, data[0].begin() + 200, 1.5);  // constant windows
      for (const std::int64_t scale : {0, 5, 20}) {
        equalsThePlainSearch(
            {query, data, 1 + channels / 2, 9, lab::scaledLengths(length, scale), {}});
      }
    }
  }
  const Rows query = rows(3, 700, 5);
  equalsThePlainSearch({query, rows(3, 700, 50), 2, 9, lab::scaledLengths(700, 5), {1, 2}});
}

TEST_F(LabMotif, SeveralLaunchesAreAsGoodAsOne) {
  // The scratch memory suffices for 16,384 windows of 2048, and for six pairs of 200,000 of 24.
  const Rows longQuery = rows(1, 2048, 5);
  const Rows longData = rows(1, 2048 + 17'000, 50);
  const PairTask longTask{longQuery, longData, 1, 5, {2048}, {}};
  const std::vector<PairMatch> matches = found(longTask);
  ASSERT_EQ(matches.size(), 5U);
  // The plain search would take a minute: it computes the windows around these alone.
  for (const PairMatch& match : matches) {
    const auto from = longData[0].begin() + match.start;
    const Rows window{{from, from + 2048}};
    const PairTask one{longQuery, window, 1, 1, {2048}, {}};
    const auto expected = lab::searchPairsPlainly(one, {}, unheard_);
    ASSERT_EQ(expected.size(), 1U);
    EXPECT_EQ(match.distance, expected[0].distance);
  }
  const Rows query = rows(3, 24, 5);
  const Rows data = rows(3, 200'000, 50);
  const PairTask task{query, data, 3, 50, {24}, {}};
  EXPECT_EQ(found(task), lab::searchPairsWithBounds(task, {}, unheard_));
}

TEST_F(LabMotif, WindowsBeyondTheSharedMemoryAreRefused) {
  const Rows query = rows(1, lab::kMostPairWindow + 1, 5);
  const Rows data = rows(1, lab::kMostPairWindow + 5, 50);
  EXPECT_EQ(codeOf([&] {
              found({query, data, 1, 1, {lab::kMostPairWindow + 1}, {}});
            }),
            ErrorCode::unsupported);
}

TEST_F(LabMotif, AStopIsHeeded) {
  const Rows query = rows(1, 20, 5);
  const Rows data = rows(1, 500, 50);
  EXPECT_EQ(codeOf([&] {
              found({query, data, 1, 1, {20}, {}}, stoppedControl());
            }),
            ErrorCode::cancelled);
}

TEST_F(LabMotif, TheExperimentRunsTheGpusKernel) {
  expectExperiment("motif-steps", {{"samples", "1000"}, {"steps", "exhausting"}}, 2);
}

}  // namespace
}  // namespace espy::test

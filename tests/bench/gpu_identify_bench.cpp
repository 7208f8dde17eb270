// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>
#include <thread>

#include "bench/gpu_parts.h"
#include "bench/gpu_timing.h"
#include "cuda/identify/engines.h"
#include "cuda/identify/kernels.h"
#include "cuda/identify/shelf_on_gpu.h"
#include "espy/engine/all.h"
#include "support/feature_cases.h"

namespace espy::bench {
namespace {

constexpr std::int64_t kQueryFeatures = 768;
constexpr std::int64_t kPlaces = 1024;
/// Peak byte products per second of an H200's tensor cores (1,580 TOPS, measured).
constexpr double kProductsASecond = 790e12;

class IdentifyBench {
 public:
  /// References have `rows` features each.
  IdentifyBench(Report& report, std::int64_t rows)
      : report_(report), registry_(makeRegistry()), rows_(rows) {
    for (int s = 0; s < 4; ++s) {
      std::vector<Features> references;
      for (std::int64_t p = 0; p < kPlaces; ++p) {
        references.push_back(test::drawFeatures(random_, test::FeatureKind::likely, rows_));
      }
      slabs_.push_back(slabOf(references, rows_));
      if (s == 0) shown_.assign(references.begin(), references.begin() + 20);
    }
    for (int q = 0; q < 32; ++q) {
      queries_.push_back(
          test::drawQuery(random_, test::FeatureKind::likely, kQueryFeatures, shown_));
    }
    views_.assign(queries_.begin(), queries_.end());
  }

  /// The first slabs are distinct; the others are copies of them in device memory.
  Shelf shelfOf(int slabs) const {
    std::vector<Slab> all;
    for (int s = 0; s < slabs; ++s) {
      all.push_back(slabs_[static_cast<std::size_t>(s) % slabs_.size()]);
      all.back().name = newSlabName();
    }
    return Shelf(rows_, std::move(all));
  }

  void search(const std::string& title, int slabs, std::size_t queries, std::int64_t bytes,
              double bar) {
    cuda::limitShelfBytes(bytes);
    const Shelf shelf = shelfOf(slabs);
    const RankTask task{shelf, std::span(views_).first(queries), {.top = 10}};
    // Calls the engine directly, because the plug-in has its own limit.
    RunReport report;
    const auto rank = [&](const RankTask& given) {
      return cuda::rankOnGpu(given, {}, report = {});
    };
    const Shelf few = shelfOf(4);
    const RankTask small{
        few, std::span(views_).first(std::min<std::size_t>(queries, 2)), {.top = 10}};
    if (rank(small) != rankReferences(registry_, "openmp", small).rankings) {
      throw std::runtime_error("identify: other references are found");
    }
    const Timing timing = onWallClock(
        title, [&] { (void)rank(task); }, 11);
    const double references =
        static_cast<double>(shelf.references() * static_cast<std::int64_t>(queries));
    const double rate = references / timing.milliseconds * 1000;
    const double floor =
        kProductsASecond / static_cast<double>(rows_ * kQueryFeatures * kFeatureBytes);
    report_.add(
        title,
        fmt::format("{:.2f} M references a second, {:.0f} % of what the tensor cores do. {}",
                    rate / 1e6, rate / floor * 100, report.strategy.text()),
        {timing}, {{fmt::format("at least {:.1f} M references a second", bar / 1e6), rate >= bar}});
    cuda::limitShelfBytes(-1);
    shelf.release();
  }

  /// One thread per query, as in a service.
  void beside(const std::string& title, int slabs, std::size_t queries, double bar) {
    cuda::limitShelfBytes(0);
    const Shelf shelf = shelfOf(slabs);
    const auto all = [&] {
      std::vector<std::jthread> threads;
      for (std::size_t q = 0; q < queries; ++q) {
        threads.emplace_back([&, q] {
          RunReport report;
          (void)cuda::rankOnGpu({shelf, std::span(views_).subspan(q, 1), {.top = 10}}, {}, report);
        });
      }
    };
    const Timing timing = onWallClock(title, all, 11);
    const double rate = static_cast<double>(shelf.references()) * static_cast<double>(queries) /
                        timing.milliseconds * 1000;
    report_.add(title, fmt::format("{:.2f} M references a second", rate / 1e6), {timing},
                {{fmt::format("at least {:.1f} M references a second", bar / 1e6), rate >= bar}});
    cuda::limitShelfBytes(-1);
    shelf.release();
  }

 private:
  Report& report_;
  Registry registry_;
  std::int64_t rows_;
  test::Random random_{18};
  std::vector<Slab> slabs_;
  std::vector<Features> shown_;
  std::vector<std::vector<std::uint8_t>> queries_;
  std::vector<std::span<const std::uint8_t>> views_;
};

}  // namespace

void benchIdentify(Report& report, const std::function<bool(const char* part)>& wanted) {
  if (!wanted("identify")) return;
  IdentifyBench bench(report, 384);
  bench.search("identify, 262,144 references on the GPU, one query", 256, 1, -1, 12e6);
  bench.search("identify, 1,048,576 references on the GPU, one query", 1024, 1, -1, 12e6);
  bench.search("identify, 262,144 references on the GPU, 32 queries", 256, 32, -1, 12e6);
  bench.search("identify, 262,144 references in the host's memory, one query", 256, 1, 0, 0.9e6);
  bench.search("identify, 262,144 references in the host's memory, 32 queries", 256, 32, 0, 10.8e6);
  // Half the features are half the bytes that pass the bus (`espy library create --features 192`).
  IdentifyBench fewer(report, 192);
  fewer.search("identify, 262,144 references of 192 features in the host's memory, one query", 256,
               1, 0, 2e6);
  bench.beside("identify, 262,144 references in the host's memory, 32 threads", 256, 32, 8e6);
}

}  // namespace espy::bench

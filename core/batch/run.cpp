// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "base/phrase.h"
#include "batch/match_spool.h"
#include "batch/needles.h"
#include "batch/outputs.h"
#include "batch/plan.h"
#include "batch/saver.h"
#include "batch/summary.h"
#include "espy/ahead.h"
#include "espy/batch.h"
#include "espy/error.h"
#include "espy/marked.h"
#include "espy/pictures.h"

namespace espy {
namespace batch {
namespace {

using Clock = std::chrono::steady_clock;

/// Things that end at their own pace, in threads of their own, so that nobody waits for them but
/// the destructor.
class Leftovers {
 public:
  void add(std::shared_ptr<void> thing) {
    std::erase_if(ending_, [](const std::future<void>& end) {
      return end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    const auto last = std::make_shared<std::shared_ptr<void>>(std::move(thing));
    try {
      ending_.push_back(std::async(std::launch::async, [last] { last->reset(); }));
    } catch (const std::system_error&) {  // no more threads: then the destructor ends it itself
      waiting_.push_back(std::move(*last));
    }
  }

 private:
  std::vector<std::future<void>> ending_;
  std::vector<std::shared_ptr<void>> waiting_;
};

using Pictures = Ahead<ReadPicture>;

/// Reads the images of these items, unless their output could not be written anyway. It knows no
/// item afterwards: it may outlive them.
std::shared_ptr<Pictures> readAhead(const BatchJob& job, const std::vector<BatchItem>& items,
                                    const std::vector<std::size_t>& indices) {
  std::vector<std::pair<std::string, std::string>> files;
  files.reserve(indices.size());
  for (const std::size_t index : indices)
    files.emplace_back(items[index].image, items[index].output);
  return std::make_shared<Pictures>(indices.size(),
                                    [files = std::move(files), overwrite = job.overwrite](
                                        std::size_t i, const std::stop_token& unwanted) {
                                      const auto& [image, output] = files[i];
                                      if (!output.empty()) {
                                        checkNew(output, overwrite);
                                        checkWritable(output);
                                      }
                                      ReadOptions reading;
                                      reading.stop = unwanted;
                                      return readPicture(image, reading);
                                    });
}

/// One call of BatchRunner::run.
class Run {
 public:
  Run(const Registry& registry, const BatchJob& job, std::vector<BatchItem>& items,
      const std::function<void(std::size_t)>& changed, const Control& control, Leftovers& leftovers)
      : registry_(registry),
        job_(job),
        items_(items),
        changed_(changed),
        control_(control),
        leftovers_(leftovers) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].state == BatchState::queued) indices_.push_back(i);
    }
  }

  void run() {
    const LoadedNeedles needles(job_);
    std::shared_ptr<Pictures> pictures = readAhead(job_, items_, indices_);
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      BatchItem& item = items_[indices_[i]];
      if (!control_.stopping()) {
        item = {item.image, item.output, BatchState::running, {}, {}, 0, 0, {}};
        tell(indices_[i]);
        const auto start = Clock::now();
        attempt(item, i, needles, *pictures);
        item.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
      } else {
        item.state = BatchState::cancelled;
      }
      tell(indices_[i]);
      keepFew(item);
    }
    if (control_.stopping()) leftovers_.add(std::move(pictures));
    saveSummary();
  }

 private:
  void tell(std::size_t index) const {
    if (changed_) changed_(index);
  }

  /// Nothing that one image does to us leaves this.
  void attempt(BatchItem& item, std::size_t i, const LoadedNeedles& needles, Pictures& pictures) {
    const auto fail = [&](const Message& reason) {
      item.state = BatchState::failed;
      item.reason = reason;
      item.matches.clear();
      item.found = 0;
      item.spooled.reset();
    };
    try {
      work(item, i, needles, pictures);
      item.state = BatchState::done;
    } catch (const Error& error) {
      fail(error.message());
      if (error.code() != ErrorCode::cancelled) return;
      item.state = BatchState::cancelled;
      item.reason = {};
    } catch (const std::bad_alloc&) {
      fail(phrase("{}: {}", item.image, phrase("not enough memory")));
    } catch (const std::exception& error) {
      fail(phrase("{}: {}", item.image, error.what()));
    }
  }

  void work(BatchItem& item, std::size_t i, const LoadedNeedles& needles, Pictures& pictures) {
    std::optional<ReadPicture> read = pictures.next(control_.stop);
    if (!read) throw Error(ErrorCode::cancelled, phrase("cancelled"));
    Control own = control_;
    const auto all = static_cast<double>(indices_.size());
    if (control_.progress) {
      own.progress = [&](double part) { control_.progress((static_cast<double>(i) + part) / all); };
    }
    Image picture;
    try {
      // A card is sent the image once, be it for several searches or for its marks.
      SceneKeeper scene(read->image,
                        job_.searchesFor(needles.all().size()) + (item.output.empty() ? 0 : 1));
      Finding finding = search(registry_, job_.engine, scene, needles.all(), job_, own);
      own.progress = nullptr;
      if (!item.output.empty()) {
        picture =
            markedPicture(registry_, finding.report.engine, scene, finding.matches, job_.mark, own);
      }
      item.matches = std::move(finding.matches);
      item.found = item.matches.size();
      if (!job_.summary.empty() && item.found > kMatchesKept) {
        item.spooled = std::make_shared<SpooledMatches>(
            SpooledMatches{spool_, spool_->add(item.matches), item.found});
      }
    } catch (const Error& error) {
      throw Error(error.code(), phrase("{}: {}", item.image, error.message()));
    }
    checkUncut(read->image);
    read.reset();
    if (!item.output.empty()) save(item.output, std::move(picture));
  }

  void save(const std::string& output, Image picture) {
    control_.check();
    auto saver = std::make_shared<Saver>(output, std::move(picture), job_.overwrite);
    try {
      saver->wait(control_.stop);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled) leftovers_.add(std::move(saver));
      throw;
    }
  }

  /// The others are in the spool, or nobody asks for them.
  static void keepFew(BatchItem& item) {
    if (item.matches.size() <= kMatchesKept) return;
    std::vector<Match>(item.matches.begin(), item.matches.begin() + kMatchesKept)
        .swap(item.matches);
  }

  void saveSummary() const {
    if (job_.summary.empty()) return;
    makeFolderOf(job_.summary);
    writeFileInParts(
        job_.summary,
        [&](const std::function<void(std::string_view)>& write) { summarise(job_, items_, write); },
        {}, existing(job_.overwrite));
  }

  const Registry& registry_;
  const BatchJob& job_;
  std::vector<BatchItem>& items_;
  const std::function<void(std::size_t)>& changed_;
  const Control& control_;
  Leftovers& leftovers_;
  std::vector<std::size_t> indices_;  ///< of the items that this run is about
  /// Outlives the run with the items whose matches it has.
  std::shared_ptr<MatchSpool> spool_ =
      std::make_shared<MatchSpool>(std::filesystem::path(job_.summary).parent_path().string());
};

class PlainRunner : public BatchRunner {
 public:
  explicit PlainRunner(const Registry& registry) : registry_(registry) {}

  std::vector<BatchItem> plan(const BatchJob& job) override { return planned(job, registry_); }
  void run(const BatchJob& job, std::vector<BatchItem>& items,
           const std::function<void(std::size_t index)>& changed, const Control& control) override {
    Run(registry_, job, items, changed, control, leftovers_).run();
  }

 private:
  const Registry& registry_;
  Leftovers leftovers_;
};

}  // namespace
}  // namespace batch

std::unique_ptr<BatchRunner> makeBatchRunner(const Registry& registry) {
  return std::make_unique<batch::PlainRunner>(registry);
}

}  // namespace espy

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "batch/fingerprint.h"
#include "batch/image_processor.h"
#include "batch/outputs.h"
#include "batch/plan.h"
#include "batch/summary.h"
#include "batch/worker_pool.h"
#include "espy/engine/batch.h"
#include "espy/error.h"
#include "espy/pictures.h"

namespace espy {
namespace batch {
namespace {

/// Destroys objects that take long on threads of their own; only its destructor waits for them.
class BackgroundDestroyer {
 public:
  void add(std::shared_ptr<void> object) {
    std::erase_if(ending_, [](const std::future<void>& end) {
      return end.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    const auto last = std::make_shared<std::shared_ptr<void>>(std::move(object));
    try {
      ending_.push_back(std::async(std::launch::async, [last] { last->reset(); }));
    } catch (const std::system_error&) {  // no more threads: the destructor destroys it
      waiting_.push_back(std::move(*last));
    }
  }

 private:
  std::vector<std::future<void>> ending_;
  std::vector<std::shared_ptr<void>> waiting_;
};

/// Image processor and workers, which may outlive the run.
struct BatchWorkers {
  BatchWorkers(const Registry& registry, const BatchJob& job,
               std::vector<ImageProcessor::ImageFiles> files, const Control& control)
      : processor(registry, job, std::move(files), control) {}

  ImageProcessor processor;
  std::optional<WorkerPool> pool;
};

/// One call of BatchRunner::run.
class BatchExecution {
 public:
  BatchExecution(const Registry& registry, const BatchJob& job, Plan plan,
                 std::vector<BatchItem>& items, const std::function<void(std::size_t)>& changed,
                 const Control& control, BackgroundDestroyer& destroyer)
      : job_(job),
        plan_(std::move(plan)),
        items_(items),
        changed_(changed),
        control_(control),
        destroyer_(destroyer) {
    if (job.control.threads > 0) control_.threads = job.control.threads;
    std::vector<ImageProcessor::ImageFiles> files;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (items[i].state != BatchState::queued) continue;
      indices_.push_back(i);
      files.push_back(plan_.files[i]);
    }
    Control forWork = control_;
    forWork.stop = stop_.get_token();
    workers_ = std::make_shared<BatchWorkers>(registry, job, std::move(files), forWork);
  }

  ~BatchExecution() {
    if (journal_) journal_->unlock();
  }
  BatchExecution(const BatchExecution&) = delete;
  BatchExecution& operator=(const BatchExecution&) = delete;

  /// Returns whether the reports were written.
  bool run() {
    openJournal();
    if (control_.stopping()) {
      cancelRest();
    } else if (!indices_.empty()) {
      workAll();
    }
    if (failure_) std::rethrow_exception(failure_);
    if (journal_) journal_->sync();
    const bool reported = report();
    if (control_.progress) control_.progress(1);
    return reported;
  }

 private:
  /// Whether results are recorded.
  bool recordsResults() const {
    return !job_.journal.empty() || !job_.summary.empty() || !job_.lines.empty();
  }

  void openJournal() {
    if (!recordsResults()) return;
    if (job_.journal.empty()) {
      const std::string& beside = job_.summary.empty() ? job_.lines : job_.summary;
      journal_ = Journal::nameless(std::filesystem::path(job_.path(beside)).parent_path().string());
      return;
    }
    const JournalHead head = headOf(job_);
    if (!plan_.journal) {
      journal_ = Journal::create(job_.path(job_.journal), head,
                                 job_.overwrite || job_.begin != BatchBegin::anew);
      return;
    }
    journal_ = plan_.journal;
    if (journal_->head() != head) {
      journal_->renew(head, plan_.entries);
    }
    std::size_t next = 0;
    for (const Entry& entry : plan_.entries) {
      while (next < items_.size() && items_[next].number != entry.number) ++next;
      if (next == items_.size()) break;
      if (entry.record.length > 0) {
        items_[next].record =
            std::make_shared<Record>(Record{journal_, entry.record.offset, entry.record.length});
      }
    }
  }

  void workAll() {
    const int threads = threadsFor(control_);
    // One more, which reads while the others search.
    const auto workers = static_cast<int>(
        std::min(indices_.size(), static_cast<std::size_t>(threads > 1 ? threads + 1 : 1)));
    workers_->pool.emplace(
        indices_.size(), workers,
        [&processor = workers_->processor](std::size_t index, WorkerContext& context) {
          return processor.process(index, context);
        });
    WorkerPool& pool = *workers_->pool;
    bool stopped = false;
    while (!pool.finished()) {
      handle(pool.events());
      if (!stopped && (control_.stopping() || failure_)) {
        stop_.request_stop();
        pool.stop();
        stopped = true;
      }
      if (stopped && pool.tryAbandon()) break;
      reportProgress(pool);
      // Collects several results at a time if pictures are small.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (!stopped) return;
    cancelRest();
    destroyer_.add(std::move(workers_));
  }

  void handle(std::vector<WorkerPool::Event> events) {
    for (WorkerPool::Event& one : events) {
      const std::size_t index = indices_[one.index];
      BatchItem& item = items_[index];
      if (!one.outcome) {
        item.state = BatchState::running;
      } else {
        take(item, *one.outcome);
        ++over_;
      }
      if (changed_) changed_(index);
      keepFew(item);
    }
    if (journal_ && !failure_) guarded([&] { journal_->write(); });
  }

  void take(BatchItem& item, Outcome& outcome) {
    item.state = outcome.state;
    item.reason = outcome.reason;
    if (outcome.state == BatchState::failed && item.reason.empty()) {
      item.reason = phrase("{}: {}", item.image, phrase("not enough memory"));
    }
    item.note = outcome.note;
    item.milliseconds = outcome.milliseconds;
    item.found = outcome.found;
    item.matches = std::move(outcome.matches);
    if (!journal_ || failure_) return;
    const bool done = outcome.state == BatchState::done;
    if (!done && !outcome.lasting) return;
    Entry entry{.number = item.number,
                .name = nameHash(item.image),
                .asked = plan_.asked,
                .file = outcome.file,
                .content = outcome.content,
                .done = done,
                .found = outcome.found,
                .milliseconds = outcome.milliseconds,
                .image = item.image,
                .reason = outcome.reason.text(),
                .record = {}};
    const Record record = journal_->add(entry, outcome.line);
    if (record.length > 0) item.record = std::make_shared<Record>(record);
  }

  /// Keeps the first failure, which ends the run once the workers have stopped.
  template <class Do>
  void guarded(const Do& work) {
    try {
      work();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  void reportProgress(WorkerPool& pool) {
    if (!control_.progress) return;
    const double part =
        (static_cast<double>(over_) + pool.partsDone()) / static_cast<double>(indices_.size());
    // Progress never decreases: a finished search counts again only when its event arrives.
    if (part <= reported_) return;
    reported_ = part;
    control_.progress(std::min(1.0, part));
  }

  void cancelRest() {
    for (const std::size_t index : indices_) {
      BatchItem& item = items_[index];
      if (item.state != BatchState::queued && item.state != BatchState::running) continue;
      item.state = BatchState::cancelled;
      if (changed_) changed_(index);
    }
  }

  /// Drops further matches, which have been recorded or are not needed.
  static void keepFew(BatchItem& item) {
    if (item.matches.size() <= kMatchesKept) return;
    std::vector<Match>(item.matches.begin(), item.matches.begin() + kMatchesKept)
        .swap(item.matches);
  }

  bool report() const {
    if (job_.shard.of > 1) return false;
    // An interrupted job writes its report when resumed.
    if (!job_.journal.empty() &&
        std::any_of(items_.begin(), items_.end(),
                    [](const BatchItem& item) { return item.state == BatchState::cancelled; })) {
      return false;
    }
    writeReport(job_, items_, plan_.reportIsOurs);
    return true;
  }

  const BatchJob& job_;
  Plan plan_;
  std::vector<BatchItem>& items_;
  const std::function<void(std::size_t)>& changed_;
  Control control_;
  BackgroundDestroyer& destroyer_;
  std::stop_source stop_;             ///< stops the workers
  std::vector<std::size_t> indices_;  ///< items of this run
  std::shared_ptr<BatchWorkers> workers_;
  std::shared_ptr<Journal> journal_;
  std::exception_ptr failure_;  ///< failure of the journal
  std::size_t over_ = 0;
  double reported_ = 0;
};

class PooledBatchRunner : public BatchRunner {
 public:
  explicit PooledBatchRunner(const Registry& registry) : registry_(registry) {}

  std::vector<BatchItem> plan(const BatchJob& job) override {
    plan_ = {};
    plan_ = planned(job, registry_);
    return plan_.items;
  }

  void run(const BatchJob& job, std::vector<BatchItem>& items,
           const std::function<void(std::size_t index)>& changed, const Control& control) override {
    // The run closes the journal; the files stay for another run.
    Plan plan = plan_;
    plan_.journal.reset();
    plan_.items.clear();
    BatchExecution execution(registry_, job, std::move(plan), items, changed, control, destroyer_);
    if (execution.run()) plan_.reportIsOurs = true;
  }

 private:
  const Registry& registry_;
  Plan plan_;
  BackgroundDestroyer destroyer_;
};

}  // namespace
}  // namespace batch

std::string BatchJob::path(const std::string& name) const {
  if (folder.empty() || name.starts_with('/')) return name;
  return (std::filesystem::path(folder) / name).string();
}

std::unique_ptr<BatchRunner> makeBatchRunner(const Registry& registry) {
  return std::make_unique<batch::PooledBatchRunner>(registry);
}

}  // namespace espy

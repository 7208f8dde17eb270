// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/batch.h"

#include <nanobind/stl/string.h>

#include <iostream>
#include <vector>

#include "bindings.h"
#include "espy/engine/batch.h"
#include "matches.h"
#include "running.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

constexpr const char* kStates[] = {"queued", "running", "done", "failed", "cancelled"};

/// Returns (image, output, state, reason, note, found, matches, milliseconds).
nb::tuple itemOf(const BatchItem& item) {
  nb::list matches;
  for (const Match& match : item.matches) matches.append(MatchRecord{match, {}, {}});
  return nb::make_tuple(bytesOf(item.image), bytesOf(item.output),
                        kStates[static_cast<int>(item.state)], bytesOf(item.reason.text()),
                        bytesOf(item.note.text()), item.found, matches, item.milliseconds);
}

nb::list runJob(BatchJob& job, const nb::object& progress, const Cancel* cancel) {
  std::vector<BatchItem> items =
      run({{job.control.threads}, progress, cancel}, [&](const Control& control) {
        const auto runner = makeBatchRunner(engines());
        std::vector<BatchItem> planned = runner->plan(job);
        runner->run(job, planned, {}, control);
        return planned;
      });
  nb::list list;
  for (const BatchItem& item : items) list.append(itemOf(item));
  return list;
}

nb::tuple mergeIn(const nb::bytes& folder) {
  const std::string path = fileNameOf(folder);
  const BatchMerge merged =
      run({}, [&](const Control& control) { return mergeBatch(path, control); });
  nb::list failures;
  for (const Message& failure : merged.failures) failures.append(bytesOf(failure.text()));
  nb::list written;
  for (const std::string& file : merged.written) written.append(bytesOf(file));
  return nb::make_tuple(merged.images, merged.matches, failures, written);
}

}  // namespace

void addBatches(nb::module_& module) {
  nb::class_<BatchJob>(module, "Job")
      .def_prop_ro("images", [](const BatchJob& job) { return job.images.size(); })
      .def_prop_rw(
          "journal", [](const BatchJob& job) { return bytesOf(job.journal); },
          [](BatchJob& job, const nb::bytes& folder) { job.journal = fileNameOf(folder); })
      .def_prop_ro("journal_path",
                   [](const BatchJob& job) { return bytesOf(job.path(job.journal)); })
      .def_rw("engine", &BatchJob::engine)
      .def_prop_rw(
          "threads", [](const BatchJob& job) { return job.control.threads; },
          [](BatchJob& job, Threads threads) { job.control.threads = threads.count; })
      .def("begin",
           [](BatchJob& job, bool resume, bool retry) {
             job.begin = retry ? BatchBegin::retry : resume ? BatchBegin::resume : BatchBegin::anew;
           })
      .def("shard", [](BatchJob& job, std::size_t number, std::size_t of) {
        job.shard = {number, of};
      });
  module.def("read_job", [](const nb::bytes& path) {
    return run({}, [name = fileNameOf(path)](const Control& /*unused*/) {
      return readBatchJob(name, std::cin);
    });
  });
  module.def("job_of",
             [](const std::string& text) { return batchJobOf(text, "the job", std::cin); });
  module.def("run_job", runJob, nb::arg("job"), nb::arg("progress").none(),
             nb::arg("cancel").none());
  module.def("merge", mergeIn, nb::arg("folder"));
}

}  // namespace espy::python

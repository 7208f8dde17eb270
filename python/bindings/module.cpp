// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <stdexcept>

#include "bindings.h"
#include "errors.h"
#include "espy/engine/all.h"
#include "running.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

nb::list listEngines() {
  nb::list list;
  for (const Engine& engine : engines().engines()) {
    list.append(
        nb::make_tuple(engine.name, engine.available, engine.detail.text(), engine.facts.device));
  }
  return list;
}

}  // namespace

const Registry& engines() {
  static const Registry registry = makeRegistry();
  return registry;
}

std::string fileNameOf(const nb::bytes& path) {
  std::string name(path.c_str(), path.size());
  const std::size_t nul = name.find('\0');
  if (nul != std::string::npos) {
    throw Error(ErrorCode::badUse,
                Message(name.substr(0, nul) + ": the file name contains a NUL byte"));
  }
  return name;
}

nb::bytes bytesOf(std::string_view text) {
  return nb::bytes(text.data(), text.size());
}

nb::list stagesOf(const Timeline& timeline) {
  nb::list stages;
  for (const Timeline::Stage& stage : timeline.stages()) {
    stages.append(nb::make_tuple(stage.name, stage.milliseconds));
  }
  return stages;
}

}  // namespace espy::python

NB_MODULE(_core, module) {
  namespace nb = nanobind;
  using namespace espy::python;
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    throw std::runtime_error(  // which becomes an ImportError
        "espy keeps threads and memory for the whole process, so it cannot be used from a "
        "subinterpreter: use threads, or processes");
  }
  module.doc() = "The compiled part of espy; use the package espy.";
  watchForks();
  translateErrors();
  nb::class_<Cancel>(
      module, "Cancel",
      "Cancels searches from another thread: pass it to them as ``cancel=``, and call "
      "``cancel()``.")
      .def(nb::init<>())
      .def(
          "cancel", [](Cancel& cancel) { cancel.source.request_stop(); },
          "Makes these searches raise `espy.Cancelled`, within 0.2 s.")
      .def_prop_ro(
          "cancelled", [](const Cancel& cancel) { return cancel.source.stop_requested(); },
          "Whether ``cancel()`` has been called.");
  addPictures(module);
  addIndexes(module);
  addFinding(module);
  addMarking(module);
  addJudging(module);
  addBatches(module);
  addSurfaces(module);
  addRecordings(module);
  addSignals(module);
  addDenoising(module);
  addLive(module);
  module.def("engines", listEngines);
  module.def("release_scratch", espy::releaseScratch);
  module.attr("version") = espy::version();
}

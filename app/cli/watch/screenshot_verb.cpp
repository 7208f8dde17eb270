// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include "common/interrupts.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/targets.h"
#include "common/verb.h"
#include "espy/pictures.h"
#include "watch/source.h"

namespace espy::cli {
namespace {

constexpr const char* kScreenshotAbout =
    "Writes what the screen shows, without the mouse pointer. The file ending selects the format;\n"
    "- is standard output. In a Wayland session the desktop asks the first time what to share.";

constexpr const char* kScreenshotExamples =
    "Exit status:\n"
    "  0 done, 2 bad input or use, or no screen\n"
    "\n"
    "Examples:\n"
    "  espy screenshot -o now.png\n"
    "  espy screenshot --monitor 2 --region 0,0,400,300 -o corner.png\n"
    "  espy screenshot -o - | espy find button.png -\n";

struct ScreenshotRequest {
  ScreenPart part;
  std::string output;
  std::vector<std::string> files;
};

int take(const ScreenshotRequest& request) {
  if (!request.files.empty()) throw UseError("unexpected argument " + request.files.front());
  if (request.output.empty()) throw UseError("--output: screenshot needs a file to write");
  request.part.check();
  checkTargets(pictureTargets(request.output, ""), {});
  const Interrupts interrupts;
  ScreenOptions options = request.part.options();
  options.useDamage = false;
  const std::unique_ptr<Stream> screen = openScreen(options);
  screen->next(interrupts.token());
  writePicture(request.output, screen->picture());
  return kDone;
}

std::function<int()> setUpScreenshot(OptionParser& parser) {
  const auto request = std::make_shared<ScreenshotRequest>();
  parser.group("Options");
  parser.option("-o,--output", "FILE", "the picture to write", request->output);
  addScreenPart(parser, request->part);
  parser.files(request->files);
  return [request] { return take(*request); };
}

}  // namespace

const Verb kScreenshotVerb{
    "screenshot",     "write what the screen shows", "espy screenshot -o FILE [OPTION...]",
    kScreenshotAbout, kScreenshotExamples,           setUpScreenshot};

}  // namespace espy::cli

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/contradictions.h"

#include "common/messages.h"

namespace espy::cli {
namespace {

class Contradictions {
 public:
  Contradictions(const MotifOptions& motif, const std::map<std::string, std::string>& given)
      : motif_(motif), given_(given) {}

  void refuse() const {
    refuseOfMethod();
    if (motif_.open) refuseOfOpen();
    if (motif_.rule != ChannelRule::assigned) refuseOfRule();
    if (motif_.lag == 0 && motif_.lagPenalty > 0) {
      refuse("--lag-penalty", "needs --lag D");
    }
    if (motif_.reach <= 1) refuse("--elsewhere", "needs --switch NR");
    if (motif_.missing == 0) refuse("--missing-share", "needs --missing K");
  }

 private:
  /// Throws UseError if the option was given.
  void refuse(const std::string& option, const std::string& why) const {
    const auto found = given_.find(option);
    if (found == given_.end()) return;
    throw UseError(option + (found->second.empty() ? "" : " " + found->second) + ": " + why);
  }

  void refuseOfMethod() const {
    if (motif_.method == MotifMethod::dtw) return;
    const std::string name = motif_.method == MotifMethod::sad ? "sad" : "euclid";
    refuse("--open", "is for dtw; with " + name + " a window is as long as the query");
    refuse("--band", "is for dtw; with " + name +
                         " each sample is compared only with the one at its own position");
  }

  void refuseOfOpen() const {
    refuse("--band", "with --open there is no band");
    refuse("--stretch", "with --open windows of every length are searched already");
    if (motif_.normalise == MotifNormalise::mean || motif_.normalise == MotifNormalise::z) {
      refuse("--normalise",
             "with --open there is no fixed window to normalise: use none or global");
    }
    if (motif_.rule != ChannelRule::together) {
      refuse("--rule", "with --open all channels share one path");
    }
    refuseIndependentChannels("with --open all channels share one path");
    if (motif_.missing > 0) refuse("--missing", "with --open all channels share one path");
  }

  void refuseOfRule() const {
    const bool mean = motif_.rule == ChannelRule::mean;
    const std::string name = mean ? "mean" : "together";
    refuseIndependentChannels("with --rule " + name + " channels neither lag nor are switched");
    if (motif_.missing > 0 && !mean) {
      refuse("--missing", "with --rule together all channels are needed");
    }
    refuse("--missing-share", "with --rule " + name + " channels are not judged one by one");
  }

  /// Refuses options for channels that match independently of each other.
  void refuseIndependentChannels(const std::string& why) const {
    if (motif_.lag > 0) refuse("--lag", why);
    if (motif_.reach > 1) refuse("--switch", why);
  }

  const MotifOptions& motif_;
  const std::map<std::string, std::string>& given_;
};

}  // namespace

void refuseContradictions(const MotifOptions& motif,
                          const std::map<std::string, std::string>& given) {
  Contradictions(motif, given).refuse();
}

}  // namespace espy::cli

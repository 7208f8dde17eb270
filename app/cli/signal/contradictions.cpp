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
      refuse("--lag-penalty", "without --lag D no channel lags");
    }
    if (motif_.reach <= 1) refuse("--elsewhere", "without --switch NR no channel is switched");
    if (motif_.missing == 0) refuse("--missing-share", "without --missing K no channel is missing");
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
    refuse("--band", "is for dtw; with " + name + " samples meet at their own places alone");
  }

  void refuseOfOpen() const {
    refuse("--band", "with --open there is no band");
    refuse("--stretch", "with --open windows of every length are looked at already");
    if (motif_.normalise == MotifNormalise::mean || motif_.normalise == MotifNormalise::z) {
      refuse("--normalise",
             "with --open it is not known which window to normalise: use none or global");
    }
    if (motif_.rule != ChannelRule::together) {
      refuse("--rule", "with --open all channels go together along one path");
    }
    refuseIndependentChannels("with --open all channels go together");
    if (motif_.missing > 0) refuse("--missing", "with --open all channels go together");
  }

  void refuseOfRule() const {
    const bool mean = motif_.rule == ChannelRule::mean;
    const std::string name = mean ? "mean" : "together";
    refuseIndependentChannels("with --rule " + name + " each channel stays at its place");
    if (motif_.missing > 0 && !mean) {
      refuse("--missing", "with --rule together all channels are needed");
    }
    refuse("--missing-share", "with --rule " + name + " no channel is judged alone");
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

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/signal_view.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/drag_data.h"
#include "signal/found_table.h"
#include "signal/found_view.h"
#include "signal/lanes_view.h"
#include "signal/motif_form.h"
#include "signal/overview_strip.h"
#include "signal/signal_samples.h"
#include "signal/signal_times.h"
#include "signal/time_scale.h"
#include "widgets/ask_path.h"
#include "widgets/drop_overlay.h"
#include "widgets/flow_layout.h"
#include "widgets/notice_bar.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr double kQuickMilliseconds = 200;  // faster searches start automatically
constexpr int kThousand = 1000;
const QString kRecordingsWord = QStringLiteral("recordings");
constexpr int kListLines = 3;
constexpr int kLeftWidth = 17;  // in line heights

}  // namespace

SignalView::SignalView(SignalTools tools, QWidget* parent, std::optional<PlayerProgram> player)
    : QWidget(parent),
      tools_(std::move(tools)),
      runner_(tools_),
      player_(std::move(player)),
      recordings_(new RecordingList(tools_.read, this)) {
  setAccessibleName(tr("Signals"));
  auto* halves = new QSplitter(Qt::Horizontal);
  halves->setChildrenCollapsible(false);
  halves->addWidget(makeLeft());
  halves->addWidget(makeRight());
  halves->setStretchFactor(1, 1);
  halves->setSizes({kLeftWidth * fontMetrics().height(), 3 * kLeftWidth * fontMetrics().height()});
  auto* column = new QVBoxLayout(this);
  column->addWidget(halves);
  new DropOverlay(this, {[](const QMimeData& mime) { return mime.hasUrls(); },
                         [this]() -> std::vector<DropZone> {
                           return {{1, rect(), tr("Open these recordings"),
                                    tr("the motif is searched for in all open recordings")}};
                         },
                         [this](const QMimeData& mime, int) { return takeDrop(mime); }});
  escape_ = new QShortcut(Qt::Key_Escape, this);
  escape_->setContext(Qt::WidgetWithChildrenShortcut);
  connect(escape_, &QShortcut::activated, this, &SignalView::cancel);
  connectLanes();
  connectSearch();
  showMotif();
  refresh();
}

QWidget* SignalView::makeLeft() {
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, kGap, 0);
  column->addWidget(makeRecordings());
  motifWords_ = wrappedLabel(tr("The motif"));
  column->addWidget(motifWords_);
  form_ = new MotifForm(tools_.engines);
  column->addWidget(newScrollArea(form_, tr("How to search")), 1);
  column->addWidget(makeSearch());
  return left;
}

QWidget* SignalView::makeRecordings() {
  auto* part = new QWidget;
  list_ = new QListView;
  list_->setAccessibleName(tr("Recordings"));
  list_->setToolTip(tr("The recordings that are searched; the chosen one is shown"));
  list_->setModel(recordings_);
  list_->setUniformItemSizes(true);
  list_->setTextElideMode(Qt::ElideMiddle);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setFixedHeight((kListLines + 1) * fontMetrics().height());
  auto* open = newButton(tr("&Open..."), tr("Opens recordings; they can be dropped here, too"));
  close_ = newButton(tr("Close"), tr("Closes the chosen recording"));
  connect(open, &QPushButton::clicked, this, &SignalView::askForRecordings);
  connect(close_, &QPushButton::clicked, this, &SignalView::closeRecording);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(open);
  buttons->addWidget(close_);
  buttons->addStretch(1);
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(list_);
  column->addLayout(buttons);
  return part;
}

QWidget* SignalView::makeSearch() {
  auto* part = new QWidget;
  search_ = newButton(tr("&Search"), tr("Searches for the motif in all open recordings"));
  stop_ = newButton(tr("Cancel"), tr("Stops searching"));
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress of the search"));
  progress_->setRange(0, 1000);
  connect(search_, &QPushButton::clicked, this, &SignalView::search);
  connect(stop_, &QPushButton::clicked, this, &SignalView::cancel);
  auto* row = new QHBoxLayout(part);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(search_);
  row->addWidget(progress_, 1);
  row->addWidget(stop_);
  return part;
}

QWidget* SignalView::makeRight() {
  auto* right = new QWidget;
  notice_ = new NoticeBar;
  stack_ = new QStackedWidget;
  stack_->addWidget(newSignalInvitation([this] { askForRecordings(); },
                                        [this](const QString& name) { openSample(name); }));
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setChildrenCollapsible(false);
  parts->addWidget(makeLanes());
  tabs_ = new QTabWidget;
  tabs_->setAccessibleName(tr("What was found"));
  tabs_->setDocumentMode(true);
  matches_ = new FoundView(tools_, *recordings_);
  tabs_->addTab(matches_, tr("Matches"));
  times_ = new SignalTimes(tools_);
  tabs_->addTab(times_, tr("Timing"));
  parts->addWidget(tabs_);
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 2);
  parts->setSizes({600, 400});
  stack_->addWidget(parts);
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(notice_);
  column->addWidget(stack_, 1);
  return right;
}

QWidget* SignalView::makeLanes() {
  auto* part = new QWidget;
  lanes_ = new LanesView;
  overview_ = new OverviewStrip;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(makeTools());
  column->addWidget(lanes_, 1);
  column->addWidget(overview_);
  return part;
}

QWidget* SignalView::makeTools() {
  auto* line = new QWidget;
  auto* row = new FlowLayout(line);
  fit_ = newToolButton(tr("Show all"), tr("Shows the whole recording (0)"));
  auto* in = newToolButton(
      tr("+"), tr("Zooms in, as the wheel does; the wheel with Ctrl changes a lane's height (+)"));
  in->setAccessibleName(tr("Zoom in"));
  auto* out = newToolButton(tr("\u2212"), tr("Zooms out (-)"));
  out->setAccessibleName(tr("Zoom out"));
  toMotif_ = newToolButton(tr("Show the motif"), tr("Goes to the motif"));
  play_ = newToolButton(
      tr("Play"),
      tr("Plays the selected lane: the motif, or from the position that was clicked (Space)"));
  export_ = newToolButton(tr("Export"), tr("Writes what was found"));
  export_->setPopupMode(QToolButton::InstantPopup);
  export_->setMenu(makeExports());
  connect(fit_, &QToolButton::clicked, this, [this] { lanes_->fit(); });
  connect(in, &QToolButton::clicked, this, [this] { lanes_->zoom(2); });
  connect(out, &QToolButton::clicked, this, [this] { lanes_->zoom(0.5); });
  for (QToolButton* button : {fit_, in, out, toMotif_, play_, export_}) row->addWidget(button);
  return line;
}

QMenu* SignalView::makeExports() {
  auto* menu = new QMenu(tr("Export"), this);
  menu->setAccessibleName(tr("Export"));
  connect(menu->addAction(tr("&Copy the list")), &QAction::triggered, this,
          [this] { matches_->copy(true); });
  connect(menu->addAction(tr("&Matches as CSV or JSON...")), &QAction::triggered, this,
          [this] { matches_->askWhere(false); });
  connect(menu->addAction(tr("Matches as ma&rks of this recording...")), &QAction::triggered, this,
          [this] { matches_->askWhere(true); });
  return menu;
}

SignalView::~SignalView() {
  // Members emit signals while they are destroyed.
  player_.disconnect(this);
  list_->selectionModel()->disconnect(this);
  matches_->disconnect(this);
}

SignalSettings SignalView::settings() const {
  return form_->settings();
}

void SignalView::setSettings(const SignalSettings& settings) {
  form_->setSettings(settings);
}

void SignalView::connectLanes() {
  connect(lanes_, &LanesView::motifChanged, this, &SignalView::motifChanged);
  connect(lanes_, &LanesView::motifChosen, this, &SignalView::criteriaChanged);
  connect(lanes_, &LanesView::searchWanted, this, &SignalView::search);
  connect(lanes_, &LanesView::playWanted, this, &SignalView::play);
  connect(lanes_, &LanesView::stepWanted, matches_, &FoundView::step);
  connect(lanes_, &LanesView::windowChanged, this,
          [this] { overview_->setWindow(lanes_->window(), lanes_->headerWidth()); });
  connect(lanes_, &LanesView::laneChosen, this, [this](int lane) {
    overview_->setLane(lanes_->recording(), lane);
    refresh();
  });
  connect(lanes_, &LanesView::placeChosen, this, [this](double sample) {
    player_.stop();
    lanes_->setCursorPlace(sample);
  });
  connect(lanes_, &LanesView::markChosen, this, [this](int mark) {
    matches_->choose(lanes_->marks()[static_cast<std::size_t>(mark)].number - 1);
  });
  connect(overview_, &OverviewStrip::viewWanted, lanes_, &LanesView::setFrom);
  connect(toMotif_, &QToolButton::clicked, this, [this] {
    if (motif_.empty()) return;
    if (const int row = recordings_->rowOf(motif_.recording); row >= 0) chooseRecording(row);
    lanes_->showPart(static_cast<double>(motif_.span.from), static_cast<double>(motif_.span.to));
  });
}

void SignalView::connectSearch() {
  connect(recordings_, &RecordingList::added, this, [this](int row) {
    // The first recording is shown; further ones only extend the search.
    if (row == 0 || motif_.empty()) {
      chooseRecording(row);
    } else {
      criteriaChanged();
    }
    refresh();
  });
  connect(recordings_, &RecordingList::failed, this, &SignalView::complain);
  connect(recordings_, &RecordingList::readingChanged, this, &SignalView::refresh);
  connect(recordings_, &RecordingList::levelsGrew, this, [this](int id) {
    if (!shown() || shown()->id != id) return;
    lanes_->refresh();
    overview_->refresh();
  });
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &SignalView::showRecording);
  connect(matches_, &FoundView::chosenChanged, this, &SignalView::showMatch);
  connect(matches_, &FoundView::failed, this, &SignalView::complain);
  connect(matches_, &FoundView::exported, this,
          [this](const QString& sentence) { notice_->say(sentence, NoticeBar::Tone::plain); });
  connect(matches_, &FoundView::motifWanted, this,
          [this](const FoundMotif found) { useMatchAsMotif(found); });
  connect(matches_, &FoundView::allWanted, this, [this](double distance) {
    form_->requestAllUpTo(distance);
    search();
  });
  connect(form_, &MotifForm::changed, this, &SignalView::criteriaChanged);
  connect(&runner_, &MotifRunner::started, this, &SignalView::refresh);
  connect(&runner_, &MotifRunner::progressed, this,
          [this](double part) { progress_->setValue(static_cast<int>(kThousand * part)); });
  connect(&runner_, &MotifRunner::finished, this, &SignalView::showResult);
  connect(&runner_, &MotifRunner::stopped, this, [this] {
    setStale(true);
    refresh();
  });
  connect(times_, &SignalTimes::comparingChanged, this, &SignalView::refresh);
  connect(play_, &QToolButton::clicked, this, &SignalView::play);
  connect(&player_, &SoundPlayer::at, this,
          [this](double sample) { lanes_->setCursorPlace(sample); });
  connect(&player_, &SoundPlayer::stopped, this, &SignalView::refresh);
  connect(&player_, &SoundPlayer::failed, this, &SignalView::complain);
}

void SignalView::open(const QStringList& paths) {
  if (paths.isEmpty()) return;
  notice_->clear();
  recordings_->open(paths);
}

void SignalView::add(Recording recording, const QString& name) {
  recordings_->add(std::move(recording), name);
}

void SignalView::askForRecordings() {
  askForFiles(this, tr("Open recordings"), kRecordingsWord,
              {tr("Recordings (%1)").arg(recordingPatterns()), tr("All files (*)")},
              [this](const QStringList& files) { open(files); });
}

void SignalView::openSample(const QString& name) {
  const QString path = signalSample(name);
  if (path.isEmpty()) return complain(tr("The samples are not installed with this program."));
  open({path});
}

const ShownRecordingPtr& SignalView::shown() const {
  return lanes_->recording();
}

void SignalView::chooseRecording(int row) {
  list_->setCurrentIndex(recordings_->index(row));
}

void SignalView::showRecording() {
  const QModelIndex current = list_->currentIndex();
  const ShownRecordingPtr recording =
      current.isValid() ? recordings_->at(current.row()) : ShownRecordingPtr();
  if (recording == shown()) return;
  player_.stop();
  lanes_->setRecording(recording);
  matches_->setRecording(recording);
  overview_->setLane(recording, 0);
  showMotif();
  showMarks();
  refresh();
}

void SignalView::closeRecording() {
  const QModelIndex current = list_->currentIndex();
  if (!current.isValid()) return;
  const ShownRecordingPtr closed = recordings_->at(current.row());
  runner_.cancel();
  times_->forget();
  asked_ = {};
  recordings_->remove(current.row());
  showRecording();
  if (recordings_->all().empty()) {
    motif_ = {};
    showMotif();
  }
  // Drop the closed recording's matches.
  const SignalResultPtr& last = found().result();
  if (last) {
    auto left = std::make_shared<SignalResult>(*last);
    std::erase_if(left->found, [&](const FoundMotif& one) { return one.recording == closed; });
    matches_->setResult(recordings_->all().empty() ? nullptr : left);
    showMarks();
  }
  refresh();
}

void SignalView::setMotif(const LaneSpan& span) {
  lanes_->setMotif(span);
  motifChanged(span);
  criteriaChanged();
}

void SignalView::motifChanged(const LaneSpan& span) {
  motif_ = {shown(), span};
  showMotif();
  setStale(found().result() != nullptr);
}

/// Describes the motif and marks it in its recording.
void SignalView::showMotif() {
  const bool here = motif_.recording && motif_.recording == shown();
  lanes_->setMotif(here ? motif_.span : LaneSpan());
  overview_->setMotif(here ? OverviewStrip::Part(motif_.span.from, motif_.span.to)
                           : OverviewStrip::Part(0, 0));
  int most = 0;
  for (const ShownRecordingPtr& one : recordings_->all()) most = std::max(most, one->lanes());
  form_->setLanes(static_cast<int>(motif_.span.lanes.size()), most);
  if (motif_.empty()) {
    motifWords_->setText(tr("No motif yet: drag over a piece of a lane, or of several."));
    return;
  }
  const TimeScale scale(motif_.recording->rate());
  QStringList lanes;
  for (const int lane : motif_.span.lanes) lanes += motif_.recording->laneName(lane);
  motifWords_->setText(tr("Motif: %1 at %2 of %3 (%4)")
                           .arg(scale.length(static_cast<double>(motif_.span.length())),
                                scale.place(static_cast<double>(motif_.span.from)),
                                motif_.recording->name, lanes.join(QStringLiteral(", "))));
}

void SignalView::criteriaChanged() {
  showMotif();
  if (motif_.empty()) {
    runner_.cancel();
    matches_->setResult(nullptr);
    showMarks();
    setStale(false);
    return refresh();
  }
  if (lastMilliseconds_ <= kQuickMilliseconds) return search();
  runner_.cancel();
  setStale(true);
  refresh();
}

void SignalView::search() {
  if (motif_.empty() || recordings_->all().empty()) return;
  notice_->clear();
  asked_ = {motif_, recordings_->all(), form_->settings()};
  progress_->setValue(0);
  runner_.start(asked_);
}

void SignalView::cancel() {
  recordings_->stopReading();
  runner_.cancel();
  times_->cancel();
  player_.stop();
}

bool SignalView::hasMatches() const {
  return found().rowCount() > 0;
}

bool SignalView::canSearch() const {
  return !motif_.empty() && !times_->comparing();
}

bool SignalView::isBusy() const {
  return recordings_->reading() > 0 || runner_.running() || times_->comparing() ||
         player_.playing();
}

void SignalView::setStale(bool stale) {
  stale_ = stale;
  refresh();
}

void SignalView::showResult(const SignalResultPtr& result) {
  lastMilliseconds_ = result->milliseconds;
  stale_ = false;
  matches_->setResult(result);
  times_->setSearch(asked_, result);
  showMarks();
  if (!result->troubles.isEmpty()) complain(result->troubles.join(QLatin1Char('\n')));
  refresh();
  // Choose the best match that is not the motif itself.
  const auto first = std::find_if(result->found.begin(), result->found.end(),
                                  [](const FoundMotif& found) { return !found.itself; });
  if (first != result->found.end()) {
    scrollsToMatch_ = false;  // the user may have just dragged: do not scroll
    matches_->choose(static_cast<int>(first - result->found.begin()));
    scrollsToMatch_ = true;
  }
}

void SignalView::showMarks() {
  std::vector<LaneMark> marks;
  std::vector<OverviewStrip::Part> parts;
  const SignalResultPtr& result = found().result();
  for (int row = 0; row < found().rowCount(); ++row) {
    const FoundMotif& found = result->found[static_cast<std::size_t>(row)];
    if (found.recording != shown() || found.itself) continue;
    LaneMark mark{row + 1, {}};
    for (const ChannelMatch& channel : found.match.channels) {
      const std::int64_t start = found.match.start + channel.lag;
      mark.parts.push_back({found.laneOf(channel), start, start + found.match.length});
    }
    parts.emplace_back(found.match.start, found.match.start + found.match.length);
    marks.push_back(std::move(mark));
  }
  lanes_->setMarks(std::move(marks));
  overview_->setMarks(std::move(parts));
}

void SignalView::showMatch() {
  const int row = matches_->chosen();
  if (row < 0) return;
  const FoundMotif& found = matches_->found().at(row);
  const int place = recordings_->rowOf(found.recording);
  if (scrollsToMatch_ && place >= 0) chooseRecording(place);
  const auto& marks = lanes_->marks();
  const auto mark = std::find_if(marks.begin(), marks.end(),
                                 [row](const LaneMark& one) { return one.number == row + 1; });
  lanes_->setCurrentMark(mark == marks.end() ? -1 : static_cast<int>(mark - marks.begin()));
  if (scrollsToMatch_) {
    lanes_->revealPart(static_cast<double>(found.match.start),
                       static_cast<double>(found.match.start + found.match.length));
  }
}

void SignalView::useMatchAsMotif(const FoundMotif& found) {
  const int row = recordings_->rowOf(found.recording);
  if (row < 0) return;
  LaneSpan span{found.match.start, found.match.start + found.match.length, {}};
  for (const ChannelMatch& channel : found.match.channels) {
    span.lanes.push_back(found.laneOf(channel));
  }
  std::sort(span.lanes.begin(), span.lanes.end());
  chooseRecording(row);
  setMotif(span);
}

void SignalView::play() {
  if (player_.playing()) return player_.stop();
  if (!shown() || !player_.canPlay(*shown())) return;
  const bool here = !motif_.empty() && motif_.recording == shown();
  const std::optional<double> cursor = lanes_->cursorPlace();
  const bool within = here && (!cursor || (*cursor >= static_cast<double>(motif_.span.from) &&
                                           *cursor < static_cast<double>(motif_.span.to)));
  if (within) {
    player_.play(shown(), lanes_->currentLane(), motif_.span.from, motif_.span.to);
  } else {
    player_.play(shown(), lanes_->currentLane(), static_cast<std::int64_t>(cursor.value_or(0)),
                 shown()->size());
  }
  refresh();
}

void SignalView::complain(const QString& sentence) {
  notice_->say(sentence, NoticeBar::Tone::trouble);
}

void SignalView::refresh() {
  const bool some = hasRecording();
  const bool searching = runner_.running();
  stack_->setCurrentIndex(some ? 1 : 0);
  close_->setEnabled(some);
  search_->setEnabled(canSearch());
  stop_->setVisible(searching);
  progress_->setVisible(searching);
  toMotif_->setEnabled(!motif_.empty());
  export_->setEnabled(hasMatches());
  const bool sound = shown() && player_.canPlay(*shown());
  play_->setVisible(sound);
  play_->setText(player_.playing() ? tr("Stop") : tr("Play"));
  escape_->setEnabled(isBusy());
  const SignalResultPtr& result = found().result();
  QString text;
  if (recordings_->reading() > 0) {
    text = tr("Reading recordings: %1...").arg(recordings_->reading());
  } else if (searching) {
    text = tr("Searching...");
  } else if (motif_.empty()) {
    text = tr("Drag over a piece of a lane to search for it.");
  } else if (stale_ || !result) {
    text = tr("The motif or the options have changed: press Search.");
  } else if (result->found.empty() && std::isfinite(result->settings.options.maxDistance)) {
    text = tr("No match has a distance of %1 or less: allow a larger distance.")
               .arg(distanceText(result->settings.options.maxDistance));
  } else {
    text = tr("%1 found in %2 ms by %3")
               .arg(QLocale().toString(found().rowCount()),
                    QLocale().toString(result->milliseconds, 'f', 1),
                    QString::fromStdString(result->report.engine));
  }
  matches_->setStatus(text);
  emit changed();
}

bool SignalView::takeDrop(const QMimeData& mime) {
  const Dropped what = take(mime);
  if (what.files.isEmpty()) {
    complain(tr("Only files can be opened here"));
  } else {
    open(what.files);
  }
  return !what.files.isEmpty();
}

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/live_view.h"

#include <QClipboard>
#include <QDir>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QScreen>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "canvas/canvas.h"
#include "charts/rolling_chart.h"
#include "espy/error.h"
#include "espy/video.h"
#include "live/source_menu.h"
#include "model/drag_data.h"
#include "model/paths.h"
#include "model/translated.h"
#include "options/options_panel.h"
#include "results/minimum_slider.h"
#include "tray/tray_view.h"
#include "widgets/ask_path.h"
#include "widgets/notice_bar.h"

namespace espy::desktop {
namespace {

const QString kEventsWord = QStringLiteral("live-events");
const QString kVideoWord = QStringLiteral("live-video");
// Keys of settings.
const QString kLiveMethod = QStringLiteral("live/method");
const QString kLiveMinimum = QStringLiteral("live/minimum");
const QString kLiveEngine = QStringLiteral("live/engine");
constexpr int kHidden = 250;  ///< milliseconds until a window that hides is gone from the screen
constexpr int kPercent = 100;

}  // namespace

void remember(const SearchSettings& settings, QSettings& store) {
  store.setValue(kLiveMethod, static_cast<int>(settings.method));
  store.setValue(kLiveMinimum, settings.minScore);
  store.setValue(kLiveEngine, settings.engine);
}

SearchSettings recalledLiveSettings(const QSettings& store, const SearchSettings& usual) {
  SearchSettings settings = usual;
  bool good = false;
  const int method = store.value(kLiveMethod).toInt(&good);
  if (good && method >= 0 && method <= static_cast<int>(Method::zncc)) {
    settings.method = static_cast<Method>(method);
    settings.select.overlap = settings.scored() ? kScoredOverlap : SelectOptions().overlap;
  }
  const double minimum = store.value(kLiveMinimum).toDouble(&good);
  if (good && minimum >= 0 && minimum <= 1) settings.minScore = minimum;
  settings.engine = store.value(kLiveEngine, settings.engine).toString();
  return settings;
}

LiveView::~LiveView() {
  // Members emit signals while they are destroyed.
  needles_.tray().disconnect(this);
  canvas_->disconnect(this);
}

void LiveView::connectParts() {
  connect(sources_, &SourceMenu::chosen, this, &LiveView::start);
  connect(&sources_->region(), &QAction::triggered, this, &LiveView::pickRegion);
  connect(&sources_->stop(), &QAction::triggered, this, &LiveView::stop);
  connect(&picker_, &RegionPicker::picked, this, &LiveView::useRegion);
  connect(&runner_, &LiveRunner::frameReady, this, &LiveView::takeFrame);
  connect(&runner_, &LiveRunner::ended, this, &LiveView::streamEnded);
  connect(&runner_, &LiveRunner::happened, this, [this](const std::vector<LiveEvent>& events) {
    const QScrollBar& bar = *eventList_->verticalScrollBar();
    const bool atEnd = bar.value() == bar.maximum();
    events_->add(events);
    if (atEnd) eventList_->scrollToBottom();
  });
  connect(&runner_, &LiveRunner::refused, this, [this](const QString& sentence) {
    if (std::exchange(refuses_, !sentence.isEmpty()) && !refuses_) notice_->clear();
    if (refuses_) complain(sentence);
  });
  connect(&runner_, &LiveRunner::recordingChanged, this, &LiveView::refresh);
  connect(&runner_, &LiveRunner::recorded, this, [this](const QString& path) {
    notice_->say(tr("Written: %1").arg(path), NoticeBar::Tone::plain);
  });
  connect(&runner_, &LiveRunner::recordingFailed, this, &LiveView::complain);
  connect(&needles_, &LiveNeedles::failed, this, &LiveView::complain);
  connect(&needles_.tray(), &NeedleTray::changed, this, &LiveView::updateSearch);
  connect(&needles_.undo(), &QUndoStack::indexChanged, this, &LiveView::changed);
  connect(options_, &OptionsPanel::searchChanged, this, &LiveView::setSettings);
  connect(options_, &OptionsPanel::marksChanged, this, [this](const MarkSettings& marks) {
    marks_ = marks;
    canvas_->setMarkSettings(marks);
  });
  connect(minimum_, &MinimumSlider::changed, this, [this](double score) {
    SearchSettings settings = settings_;
    settings.minScore = score;
    setSettings(settings);
  });
  connect(still_, &QDoubleSpinBox::valueChanged, this, &LiveView::updateSearch);
  connect(canvas_, &Canvas::selectionMade, this, &LiveView::cut);
  connect(canvas_, &Canvas::selectionDropped, this, [this] {
    movesCut_ = false;
    picksRegion_ = false;
    refresh();
  });
  connect(canvas_, &Canvas::framePainted, this, [this](double took) { paint_ = took; });
}

void LiveView::start(const LiveSource& source) {
  source_ = source;
  picksRegion_ = false;
  frozen_.reset();
  frame_.reset();
  refuses_ = false;
  notice_->clear();
  events_->clear();
  chart_->clear();
  canvas_->setScene(nullptr);
  updateSearch();
  runner_.start(source);
  refresh();
  canvas_->setFocus();
}

void LiveView::stop() {
  ++picks_;
  picker_.cancel();
  runner_.stop();
  frozen_.reset();
  picksRegion_ = false;
  refresh();
}

void LiveView::pickRegion() {
  notice_->clear();
  if (!tools_.coversScreen) {
    start(sources_->wholeScreen());
    picksRegion_ = true;
    return refresh();
  }
  // The window would hide what is to be watched.
  const bool shown = window()->isVisible();
  if (shown) window()->hide();
  QTimer::singleShot(shown ? kHidden : 0, this, &LiveView::takeScreens);
}

void LiveView::takeScreens() {
  const auto read = [open = tools_.open, source = sources_->wholeScreen()](const Job::Handle& job) {
    const std::unique_ptr<Stream> screens = open(source);
    screens->next(job.stop());
    return qImageFrom(screens->picture());
  };
  disk_.idle().start(read, [this, pick = picks_](const Outcome<QImage>& outcome) {
    if (pick != picks_) return;
    if (outcome.value) return picker_.start(*outcome.value);
    window()->show();
    complain(outcome.failure.sentence);
  });
}

void LiveView::useRegion(const QRect& region) {
  window()->show();
  window()->activateWindow();
  if (region.isEmpty()) return;
  LiveSource source = sources_->wholeScreen();
  source.screen.region = Area{region.x(), region.y(), region.width(), region.height()};
  source.name = tr("region of the screen");
  start(source);
}

void LiveView::setFrozen(bool frozen) {
  if (frozen == isFrozen() || (frozen && !frame_)) return refresh();
  frozen_ = frozen ? canvas_->scene() : nullptr;
  runner_.freeze(frozen_);
  refresh();
}

void LiveView::takeFrame() {
  const LiveFramePtr frame = runner_.takeFrame();
  if (!frame) return;
  // While the user drags, the picture stays: what is cut is what was seen.
  if (canvas_->isDragging()) return;
  if (frozen_ && frame->result->scene != frozen_) return;
  showFrame(frame);
}

void LiveView::showFrame(const LiveFramePtr& frame) {
  const bool first = !frame_;
  frame_ = frame;
  canvas_->setFrame(frame->result->scene, frame->tiles);
  if (canvas_->marks() != frame->marks) canvas_->setMarks(frame->marks);
  if (const std::string& engine = frame->result->finding.report.engine; !engine.empty()) {
    engine_ = QString::fromStdString(engine);
  }
  const FrameCosts& costs = frame->costs;
  if (!frozen_) chart_->add({costs.capture, costs.compare, costs.search, costs.draw});
  runner_.setView(canvas_->tileLevel(), paint_);
  if (first) return refresh();
  showStatus();
}

QString LiveView::status() const {
  return status_->text();
}

void LiveView::showStatus() {
  if (!source_) return status_->setText(tr("Nothing is watched."));
  const QLocale locale;
  QStringList first{source_->name};
  QStringList second;
  if (!frame_) {
    first += runner_.isRunning() ? tr("opening...") : tr("ended");
  } else {
    const QRect size = canvas_->frame();
    first += tr("%1 x %2").arg(size.width()).arg(size.height());
    first += frozen_               ? tr("frozen at %1 s").arg(locale.toString(frame_->time, 'f', 2))
             : runner_.isRunning() ? tr("%1 s").arg(locale.toString(frame_->time, 'f', 1))
                                   : tr("ended");
    if (!frozen_) {
      second += tr("%1 frames/s").arg(locale.toString(frame_->rate, 'f', 0));
      second += tr("%1 dropped").arg(locale.toString(static_cast<qint64>(frame_->dropped)));
    }
    if (!engine_.isEmpty() && !needles_.tray().active().empty()) {
      second += engine_;
      second += tr("%1 % searched").arg(locale.toString(kPercent * frame_->searched, 'f', 0));
    }
  }
  const QString dot = QStringLiteral(" \u00b7 ");
  const int width = std::max(1, status_->width());
  const auto line = [&](const QStringList& words) {
    return status_->fontMetrics().elidedText(words.join(dot), Qt::ElideMiddle, width);
  };
  status_->setText(line(first) + QLatin1Char('\n') + line(second));
}

void LiveView::cut(const QRect& rectangle) {
  const PicturePtr frame = canvas_->scene();
  const QRect inside = rectangle & canvas_->frame();
  if (!frame || inside.isEmpty()) return;
  // A rectangle of the keyboard is moved step by step; one that was dragged is complete.
  const bool dragged = canvas_->isDragging();
  if (picksRegion_) {
    if (dragged)
      QMetaObject::invokeMethod(
          this, [this, inside] { useRegion(inside); }, Qt::QueuedConnection);
    return;
  }
  needles_.cut(frame, inside, !dragged && movesCut_);
  movesCut_ = !dragged;
  if (dragged) {
    QMetaObject::invokeMethod(
        canvas_, [this] { canvas_->setSelection(std::nullopt); }, Qt::QueuedConnection);
  }
}

void LiveView::setSettings(const SearchSettings& settings) {
  settings_ = settings;
  settings_.automatic = false;
  options_->show(settings_, marks_);
  minimum_->setValue(settings_.minScore);
  minimumRow_->setVisible(settings_.scored());
  updateSearch();
}

void LiveView::updateSearch() {
  LiveSearch search;
  search.needles = needles_.tray().active();
  search.settings = settings_;
  search.watch.still = still_->value();
  runner_.setSearch(search);
  refresh();
}

void LiveView::open(const QStringList& files) {
  QStringList pictures;
  for (const QString& file : files) {
    if (isVideoName(pathOf(file))) {
      start(videoSource(file));
    } else {
      pictures += file;
    }
  }
  needles_.open(pictures);
}

void LiveView::paste() {
  const Dropped what = take(*QGuiApplication::clipboard()->mimeData());
  if (what.pixels.isNull()) return open(what.files);
  needles_.addPixels(what.pixels);
}

bool LiveView::takeDrop(const QMimeData& mime) {
  const Dropped what = take(mime);
  if (!what.pixels.isNull()) {
    needles_.addPixels(what.pixels);
  } else {
    open(what.files);
  }
  return !what.empty();
}

void LiveView::removeNeedle() {
  needles_.remove(tray_->currentId());
}

void LiveView::openFrame() {
  if (!frame_) return;
  auto picture = std::make_shared<Picture>();
  picture->image = Image(frame_->result->scene->image.view(), frame_->result->scene);
  picture->name = tr("%1 at %2 s").arg(source_->name, QLocale().toString(frame_->time, 'f', 2));
  emit pictureWanted(picture);
}

void LiveView::recordVideo(const QString& path) {
  constexpr double kMostRate = 60;
  constexpr double kUsualRate = 25;
  const double rate = frame_ ? frame_->rate : 0;
  try {
    runner_.recordVideo(pathOf(path), marks_, rate >= 1 ? std::min(rate, kMostRate) : kUsualRate);
    rememberPath(kVideoWord, path);
  } catch (const Error& error) {
    complain(translated(error));
  }
}

void LiveView::recordEvents(const QString& path) {
  runner_.recordEvents(pathOf(path));
  rememberPath(kEventsWord, path);
}

void LiveView::askForVideo() {
  refresh();  // the button shows whether it records
  if (runner_.recordsVideo()) return runner_.stopVideo();
  askForPath(this,
             {tr("Record the video"),
              kVideoWord,
              QDir::homePath(),
              tr("live") + QStringLiteral(".mp4"),
              {tr("MPEG-4 video (*.mp4)"), tr("Matroska video (*.mkv)"), tr("WebM video (*.webm)"),
               tr("AVI video (*.avi)")}},
             [this](const QString& path) { recordVideo(path); });
}

void LiveView::askForEvents() {
  refresh();
  if (runner_.recordsEvents()) return runner_.stopEvents();
  askForPath(this,
             {tr("Record the events"),
              kEventsWord,
              QDir::homePath(),
              tr("events") + QStringLiteral(".csv"),
              {tr("Comma-separated values (*.csv)")}},
             [this](const QString& path) { recordEvents(path); });
}

void LiveView::streamEnded(const QString& failure) {
  const bool video = source_ && source_->kind == LiveSource::Kind::video;
  const QString sentence = !failure.isEmpty() ? failure
                           : video            ? tr("The video has ended.")
                                              : tr("The stream has ended.");
  notice_->say(sentence, failure.isEmpty() ? NoticeBar::Tone::plain : NoticeBar::Tone::trouble,
               {{video && failure.isEmpty() ? tr("Play again") : tr("Try again"), [this] {
                   if (source_) start(LiveSource(*source_));
                 }}});
  refresh();
}

void LiveView::complain(const QString& sentence) {
  notice_->say(sentence, NoticeBar::Tone::trouble);
}

void LiveView::refresh() {
  const bool running = runner_.isRunning();
  invitation_->setVisible(!source_);
  chart_->setVisible(source_.has_value());
  status_->setVisible(source_.has_value());
  sources_->stop().setEnabled(running);
  freeze_->setEnabled(hasFrame() && (running || isFrozen()));
  freeze_->setChecked(isFrozen());
  freeze_->setText(isFrozen() ? tr("Go on") : tr("Freeze"));
  openFrame_->setEnabled(hasFrame());
  video_->setEnabled(running || runner_.recordsVideo());
  video_->setChecked(runner_.recordsVideo());
  eventFile_->setEnabled(running || runner_.recordsEvents());
  eventFile_->setChecked(runner_.recordsEvents());
  QString message;
  if (picksRegion_) {
    message = tr("Drag a rectangle over the part to watch.");
  } else if (source_ && !frame_ && running) {
    message = tr("Opening...");
  } else if (hasFrame() && needles_.tray().items().empty()) {
    message = tr("Drag a rectangle over what to find, or drop a needle.");
  }
  canvas_->setMessage(message);
  showStatus();
  emit changed();
}

void LiveView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showStatus();
}

void LiveView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && status_ != nullptr) showStatus();
}

}  // namespace espy::desktop

// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "window/canvas_link.h"

#include <QLocale>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "canvas/canvas.h"
#include "model/poses.h"
#include "model/translated.h"
#include "results/results_view.h"
#include "search/search_controller.h"
#include "widgets/notice_bar.h"
#include "window/canvas_menu.h"
#include "window/workbench.h"

namespace espy::desktop {

ScoreView::ScoreView(Workbench& bench, Canvas& canvas, QObject* parent)
    : QObject(parent), bench_(bench), canvas_(canvas), mapper_(bench.registry()) {
  connect(&bench, &Workbench::resultChanged, this, &ScoreView::update);
  connect(&bench, &Workbench::cutChanged, this, &ScoreView::update);
  connect(&bench.search(), &SearchController::started, &mapper_, &ScoreMapper::cancel);
  connect(&bench.search(), &SearchController::stopped, this, &ScoreView::update);
  connect(&mapper_, &ScoreMapper::made, this,
          [this](const ScorePlanePtr& plane) { canvas_.setScores(plane); });
  connect(&mapper_, &ScoreMapper::failed, this, [this](const QString& sentence) {
    canvas_.setScores(nullptr);
    emit failed(sentence);
  });
}

void ScoreView::setWanted(bool wanted) {
  wanted_ = wanted;
  update();
}

void ScoreView::update() {
  const std::vector<NeedleItem>& items = bench_.tray().items();
  auto shown = std::ranges::find_if(
      items, [this](const NeedleItem& item) { return item.on && item.id == bench_.cutId(); });
  if (shown == items.end()) {
    shown = std::ranges::find_if(items,
                                 [](const NeedleItem& item) { return item.on && !item.isIndex(); });
  }
  if (!wanted_ || !bench_.scene() || shown == items.end()) {
    mapper_.cancel();
    canvas_.setScores(nullptr);
    return;
  }
  if (bench_.search().running()) return;  // called again at its end
  const NeedleItem& needle = *shown;
  canvas_.awaitScores(needle.name);
  mapper_.start({bench_.scene(), needle, bench_.settings()});
}

namespace {

/// Up to this number of matches, marks are made synchronously: takes less than a frame.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 17;

constexpr std::size_t kMostMarkColours = 256;  ///< colour indices have 8 bits
const QColor kFaint(150, 150, 150);

/// Returns null after a stop request.
std::shared_ptr<const Marks> marksOf(MarksOrder order, const std::stop_token& stop) {
  constexpr std::size_t kStride = 1 << 14;
  // Rejected matches keep their shape and turn grey.
  const std::size_t kinds = order.colours.size();
  const bool faint = !order.faint.empty() && 2 * kinds <= kMostMarkColours;
  if (faint) {
    order.colours.resize(2 * kinds, kFaint);
    order.shapes.resize(kinds);
    order.shapes.insert(order.shapes.end(), order.shapes.begin(),
                        order.shapes.begin() + static_cast<std::ptrdiff_t>(kinds));
  }
  MarkList list;
  list.marks.reserve(order.shown.size());
  for (const std::uint32_t index : order.shown) {
    if (list.marks.size() % kStride == 0 && stop.stop_requested()) return nullptr;
    const Match& match = order.result->finding.matches[index];
    const std::size_t colour = match.needle % kinds + (faint && order.faint[index] ? kinds : 0);
    list.add(match, static_cast<std::uint8_t>(colour), index, &order.result->finding);
    if (!order.said.empty()) list.marks.back().said = static_cast<std::int8_t>(order.said[index]);
  }
  return std::make_shared<const Marks>(
      Marks::of(std::move(list), std::move(order.colours), order.picture, std::move(order.shapes)));
}

}  // namespace

bool MarksMaker::make(MarksOrder order) {
  forget();
  if (order.shown.size() <= kMostAtOnce) {
    emit made(marksOf(std::move(order), {}));
    return true;
  }
  job_.start(
      [order = std::move(order)](const Job::Handle& handle) mutable {
        return marksOf(std::move(order), handle.stop());
      },
      [this](const Outcome<std::shared_ptr<const Marks>>& outcome) {
        if (outcome.value) emit made(*outcome.value);
      });
  return false;
}

namespace {

constexpr std::size_t kMostColours = 256;

}  // namespace

CanvasLink::CanvasLink(Workbench& bench, Canvas& canvas, ResultsView& results, NoticeBar& notice,
                       const Actions& actions)
    : bench_(bench),
      canvas_(canvas),
      results_(results),
      notice_(notice),
      actions_(actions),
      menu_(std::make_unique<CanvasMenu>(bench, canvas, results, actions)),
      scores_(std::make_unique<ScoreView>(bench, canvas)) {
  canvas.installEventFilter(this);
  canvas.setMarkText([this](std::uint32_t mark) { return wordsOf(mark); });
  connect(&actions, &Actions::asked, this, &CanvasLink::act);
  connect(scores_.get(), &ScoreView::failed, this,
          [this](const QString& sentence) { notice_.say(sentence, NoticeBar::Tone::trouble); });
  connect(&results, &ResultsView::stepped, this, &CanvasLink::goTo);
  connect(&maker_, &MarksMaker::made, this, [this](const std::shared_ptr<const Marks>& marks) {
    canvas_.setMarks(marks);
    showSelected();
  });
  connect(&bench, &Workbench::sceneChanged, this, &CanvasLink::showScene);
  connect(&bench, &Workbench::cutChanged, this, &CanvasLink::showCut);
  connect(&bench, &Workbench::resultChanged, this, &CanvasLink::showOutcome);
  connect(&bench, &Workbench::searchedWider, this, &CanvasLink::reportWider);
  connect(&bench.explorer(), &Explorer::ended, this, &CanvasLink::reportExplored);
  connect(&bench, &Workbench::markSettingsChanged, this, [this] {
    canvas_.setMarkSettings(bench_.markSettings());
    results_.setMarkSettings(bench_.markSettings());
  });
  connect(&bench.tray(), &NeedleTray::changed, this, &CanvasLink::showMarks);
  connect(&bench.matches(), &MatchList::shownChanged, this, &CanvasLink::showMarks);
  connect(&bench.matches(), &MatchList::removedChanged, this, &CanvasLink::showGhosts);
  connect(&bench.matches(), &MatchList::verdictsChanged, this, &CanvasLink::showMarks);
  connect(&bench.matches(), &MatchList::judgedChanged, this, &CanvasLink::showMarks);
  connect(&results, &ResultsView::sayWanted, this,
          [this](MatchVerdict said) { bench_.judging().label(results_.selected(), said); });
  connect(&bench.judging(), &JudgeController::said, this,
          [this](const QString& sentence, bool trouble) {
            notice_.say(sentence, trouble ? NoticeBar::Tone::trouble : NoticeBar::Tone::plain);
          });
  connect(&bench.search(), &SearchController::started, this,
          [this] { canvas_.setMessage(invitation()); });
  connect(&bench.search(), &SearchController::started, &notice, &NoticeBar::clear);
  connect(&bench.search(), &SearchController::started, this, [this] { canvas_.setMarching(true); });
  const auto halt = [this] { canvas_.setMarching(false); };
  connect(&bench.search(), &SearchController::finished, this, halt);
  connect(&bench.search(), &SearchController::failed, this, halt);
  connect(&bench.search(), &SearchController::stopped, this, halt);

  connect(&canvas, &Canvas::selectionMade, &bench, &Workbench::cut);
  connect(&canvas, &Canvas::lassoMade, &bench, &Workbench::cutLasso);
  connect(&canvas, &Canvas::ignoreMade, &bench, &Workbench::setCutMask);
  connect(&canvas, &Canvas::selectionDropped, &bench, &Workbench::keepCut);
  connect(&canvas, &Canvas::markClicked, this,
          [this](std::uint32_t mark, Qt::KeyboardModifiers modifiers) {
            results_.select(canvas_.marks()->all()[mark].match,
                            (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) != 0);
            showSelected();
          });
  connect(&canvas, &Canvas::emptyClicked, this, [this] {
    results_.selectNothing();
    showSelected();
  });
  connect(&results, &ResultsView::selectionChanged, this, &CanvasLink::showSelected);
  connect(&results, &ResultsView::centreWanted, this, [this](std::uint32_t match) {
    canvas_.centreOn(windowOf(bench_.matches().match(match)));
  });
  connect(&results, &ResultsView::zoomWanted, this,
          [this](std::uint32_t match) { canvas_.zoomTo(windowOf(bench_.matches().match(match))); });
  connect(&results.counts(), &CountsModel::expectedChanged, this,
          [this] { bench_.setExpected(results_.counts().expected()); });
  connect(&bench, &Workbench::expectedChanged, this,
          [this] { results_.counts().setExpected(bench_.expected()); });
  connect(&results, &ResultsView::minimumWanted, &bench, &Workbench::setMinimum);
  const auto showMinimum = [this] {
    results_.setMinimum(bench_.settings().minScore, bench_.settings().scored());
  };
  connect(&bench, &Workbench::settingsChanged, this, showMinimum);
  showMinimum();
  canvas_.setMessage(invitation());
}

CanvasLink::~CanvasLink() {
  canvas_.setMarkText({});
}

bool CanvasLink::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonDblClick &&
      !actions_.at(ActionId::toolLasso)->isChecked()) {
    const auto& click = static_cast<const QMouseEvent&>(*event);
    const int mark = click.button() == Qt::LeftButton ? canvas_.markAt(click.position()) : -1;
    if (mark >= 0) {
      canvas_.zoomTo(canvas_.marks()->all()[static_cast<std::size_t>(mark)].window);
      return true;
    }
  }
  return QObject::eventFilter(watched, event);
}

void CanvasLink::act(ActionId what) {
  switch (what) {
    case ActionId::nextMatch:
    case ActionId::previousMatch:
      // Other views have their own matches.
      if (canvas_.isVisibleTo(canvas_.window()))
        results_.step(what == ActionId::nextMatch ? 1 : -1);
      return;
    case ActionId::removeMatches:
      return results_.removeSelected();
    case ActionId::sayYes:
      return bench_.judging().label(results_.selected(), MatchVerdict::yes);
    case ActionId::sayNo:
      return bench_.judging().label(results_.selected(), MatchVerdict::no);
    case ActionId::minimap:
      return canvas_.setMinimapWanted(actions_.at(what)->isChecked());
    case ActionId::scoreMap:
      return scores_->setWanted(actions_.at(what)->isChecked());
    default:
      return;
  }
}

void CanvasLink::goTo(std::uint32_t match) {
  showSelected();
  const int row = bench_.matches().rowOf(match);
  if (row < 0) return;
  canvas_.reveal(windowOf(bench_.matches().match(match)));
  canvas_.pulse(static_cast<std::uint32_t>(row));
}

QString CanvasLink::wordsOf(std::uint32_t mark) const {
  const MatchList& matches = bench_.matches();
  if (!matches.result() || mark >= matches.shown().size()) return {};
  const Match& match = matches.match(matches.shown()[mark]);
  const QLocale locale;
  const QString words = tr("match %1 of %2, %3, x %4, y %5, score %6")
                            .arg(locale.toString(mark + 1), locale.toString(matches.rowCount()),
                                 matches.needleOf(match).name, locale.toString(match.x),
                                 locale.toString(match.y), locale.toString(match.score, 'g', 3));
  const QString how = posesSummary({&match, 1});
  const MatchVerdict said = matches.said(matches.shown()[mark]);
  if (said != MatchVerdict::nothing) {
    const QString more = said == MatchVerdict::yes ? tr("a true match") : tr("not a true match");
    return words + QStringLiteral(", ") +
           (how.isEmpty() ? more : how + QStringLiteral(", ") + more);
  }
  return how.isEmpty() ? words : words + QStringLiteral(", ") + how;
}

QString CanvasLink::invitation() const {
  if (bench_.scene() && bench_.tray().items().empty()) {
    return tr("Drag a rectangle over what to find, or drop a needle.");
  }
  return {};
}

void CanvasLink::showScene() {
  notice_.clear();
  results_.forgetExport();
  canvas_.setScene(bench_.scene());
  canvas_.setMessage(invitation());
}

void CanvasLink::showCut() {
  const NeedleItem* item = bench_.tray().find(bench_.cutId());
  canvas_.setSelection(bench_.cutRectangle());
  canvas_.setSelectionMask(item == nullptr ? nullptr : item->mask);
}

void CanvasLink::showMarks() {
  showGhosts();
  const MatchList& matches = bench_.matches();
  if (!matches.result() || !bench_.scene()) {
    maker_.forget();
    canvas_.setMarks(nullptr);
    return;
  }
  std::vector<QColor> colours;
  for (const NeedleItem& needle : matches.result()->needles) {
    const NeedleItem* now = bench_.tray().find(needle.id);
    colours.push_back(now == nullptr ? needle.colour : now->colour);
  }
  std::vector<PixelMask> shapes;
  if (colours.size() <= kMostColours) {
    for (const NeedleItem& needle : matches.result()->needles) shapes.push_back(needle.mask);
  }
  // Colour indices have 8 bits: beyond that, needles share colours and have no shapes.
  colours.resize(std::min(colours.size(), kMostColours));
  const std::span<const std::uint32_t> shown = matches.shown();
  const std::size_t all = matches.result()->finding.matches.size();
  std::vector<MatchVerdict> said;
  std::vector<bool> faint;
  if (matches.hasVerdicts()) said.resize(all);
  if (matches.judged() && matches.rejectedShown()) faint.resize(all);
  for (std::uint32_t i = 0; i < all; ++i) {
    if (!said.empty()) said[i] = matches.said(i);
    if (!faint.empty()) faint[i] = matches.isRejected(i);
  }
  const bool atOnce = maker_.make({matches.result(),
                                   {shown.begin(), shown.end()},
                                   std::move(colours),
                                   std::move(shapes),
                                   frameOf(bench_.scene()->image).size(),
                                   std::move(said),
                                   std::move(faint)});
  // Mark indices are row numbers, so old marks are invalid meanwhile.
  if (!atOnce) canvas_.setMarks(nullptr);
}

void CanvasLink::showGhosts() {
  constexpr std::size_t kMostGhosts = 200;  // more would hide the picture
  const MatchList& matches = bench_.matches();
  std::vector<QPolygonF> ghosts;
  if (matches.result() && matches.minimum() > 0) {
    const std::size_t count = matches.result()->finding.matches.size();
    for (std::uint32_t i = 0; i < count && ghosts.size() < kMostGhosts; ++i) {
      if (matches.match(i).score >= matches.minimum() || matches.isRemoved(i)) continue;
      const PosedOutline outline(matches.match(i));
      ghosts.emplace_back(QList<QPointF>(outline.corners.begin(), outline.corners.end()));
    }
  }
  canvas_.setGhosts(std::move(ghosts));
}

void CanvasLink::showSelected() {
  if (maker_.making()) return;  // applied when the marks are made
  if (results_.selected().size() == 1) bench_.judging().setCurrent(results_.selected().front());
  // Mark indices are row numbers.
  std::vector<std::uint32_t> marks;
  for (const std::uint32_t match : results_.selected()) {
    const int row = bench_.matches().rowOf(match);
    if (row >= 0) marks.push_back(static_cast<std::uint32_t>(row));
  }
  canvas_.setSelected(marks);
  std::optional<std::uint32_t> current;
  if (const auto match = results_.current()) {
    const int row = bench_.matches().rowOf(*match);
    if (row >= 0) current = static_cast<std::uint32_t>(row);
  }
  canvas_.setCurrent(current);
  for (const ActionId what : {ActionId::removeMatches, ActionId::sayYes, ActionId::sayNo}) {
    actions_.at(what)->setEnabled(!marks.empty());
  }
}

void CanvasLink::showOutcome() {
  showMarks();
  canvas_.setHint({});
  canvas_.setMessage(invitation());
  notice_.clear();
  const SearchResultPtr& result = bench_.matches().result();
  if (!result) return;
  if (!result->finding.report.fallback.empty()) {
    notice_.say(tr("Another engine finished the search: %1")
                    .arg(translated(result->finding.report.fallback)),
                NoticeBar::Tone::plain);
  }
  if (bench_.matches().reaching() == 1) {
    // Select a single match, so that it is visible in a crowd.
    results_.select(0, false);
    showSelected();
  }
  if (!result->leftOut.empty()) return reportLeftOut();
  if (bench_.settings().automatic) return;  // the explorer goes on, see reportExplored()
  if (onlyCropMatches()) {
    offerSimilar(tr("Nothing else in the picture is identical to the cut."));
  }
  if (!result->finding.matches.empty()) return;
  canvas_.setMessage(tr("Nothing found"));
  if (result->finding.best) {
    offerBest();
  } else {
    offerSimilar(tr("Nothing in the picture is identical."));
  }
}

bool CanvasLink::onlyCropMatches() const {
  const SearchResultPtr& result = bench_.matches().result();
  if (result->settings.scored() || result->finding.matches.size() != result->needles.size()) {
    return false;
  }
  return std::all_of(result->finding.matches.begin(), result->finding.matches.end(),
                     [&](const Match& match) {
                       const NeedleItem& needle = result->needles[match.needle];
                       return needle.isOf(result->scene) && *needle.origin == windowOf(match);
                     });
}

void CanvasLink::reportLeftOut() {
  const SearchResultPtr& result = bench_.matches().result();
  QStringList sentences;
  for (const SkippedNeedle& left : result->leftOut) {
    const Size size = left.needle.picture->image.size();
    sentences += left.tooLarge ? tr("%1 is larger than the picture: %2 x %3 pixels.")
                                     .arg(left.needle.name)
                                     .arg(size.width)
                                     .arg(size.height)
                               : tr("%1 was skipped: %2.").arg(left.needle.name, left.reason);
  }
  if (result->finding.matches.empty()) canvas_.setMessage(tr("Nothing found"));
  // A needle that is too large may fit at half its size.
  const bool some =
      !result->needles.empty() || std::ranges::any_of(result->leftOut, &SkippedNeedle::tooLarge);
  notice_.say(sentences.join(QLatin1Char(' ')), NoticeBar::Tone::trouble,
              some ? withWider({}) : std::vector<NoticeBar::Offer>());
}

void CanvasLink::offerBest() {
  const Match best = *bench_.matches().result()->finding.best;
  const double minimum = bench_.matches().result()->settings.minScore;
  const QLocale locale;
  const auto take = [this, best] {
    bench_.setTemporaryMinimum(std::floor(best.score * 1000) / 1000);
  };
  notice_.say(tr("Nothing scores %1 or more. The best candidate scores %2, at %3, %4.")
                  .arg(locale.toString(minimum, 'g', 3), locale.toString(best.score, 'g', 4))
                  .arg(best.x)
                  .arg(best.y),
              NoticeBar::Tone::plain, withWider(offersFor(best, take)));
}

std::vector<NoticeBar::Offer> CanvasLink::offersFor(const Match& best, std::function<void()> take) {
  const auto show = [this, best] {
    canvas_.setMessage({});
    canvas_.setHint(windowOf(best));
    canvas_.centreOn(windowOf(best));
  };
  return {{tr("Show it"), show}, {tr("Accept this match"), std::move(take)}};
}

void CanvasLink::reportExplored() {
  const Explorer& explorer = bench_.explorer();
  const std::size_t originals = explorer.originals();
  const SearchResultPtr& shown = bench_.matches().result();
  if (!shown || !shown->leftOut.empty() || bench_.matches().reaching() > originals) return;
  const bool finished = std::ranges::all_of(
      explorer.found(), [](const FoundVariant& found) { return found.result != nullptr; });
  const QString sentence =
      !finished ? tr("Nothing else was found; what is not finished is named below.")
      : originals == 0
          ? tr("Nothing identical, similar, turned, resized or mirrored was found.")
          : tr("Only the original was found: nothing similar, turned, resized or mirrored.");
  if (bench_.matches().reaching() == 0) canvas_.setMessage(tr("Nothing found"));
  const FoundVariant* similar = explorer.found(VariantKind::similar);
  if (similar == nullptr || !similar->result || similar->weaker == 0) {
    return notice_.say(sentence, NoticeBar::Tone::plain);
  }
  const Match best = similar->result->finding.matches[similar->count];
  const auto take = [this, best] {
    bench_.showVariant(VariantKind::similar);
    bench_.setTemporaryMinimum(std::floor(best.score * 1000) / 1000);
  };
  notice_.say(sentence + QLatin1Char(' ') +
                  tr("The best candidate scores %1, at %2, %3.")
                      .arg(QLocale().toString(best.score, 'g', 3))
                      .arg(best.x)
                      .arg(best.y),
              NoticeBar::Tone::plain, offersFor(best, take));
}

std::vector<NoticeBar::Offer> CanvasLink::withWider(std::vector<NoticeBar::Offer> offers) {
  if (bench_.matches().result()->finding.matches.empty() && bench_.canSearchWider()) {
    offers.push_back({tr("Other sizes and angles"), [this] { bench_.searchWider(); }});
  }
  return offers;
}

void CanvasLink::reportWider(const SearchResultPtr& result) {
  const std::vector<Match>& matches = result->finding.matches;
  const auto goOn = [this] {
    const std::vector<SearchSettings> wider = widerThan(bench_.settings());
    if (!wider.empty()) bench_.setSettings(wider.back());
  };
  std::vector<NoticeBar::Offer> offers;
  if (result->gaveUp && !widerThan(bench_.settings()).empty()) {
    offers.push_back({tr("Continue searching"), goOn});
  }
  if (!matches.empty()) {
    const QString how = posesSummary(matches);
    const auto count = static_cast<int>(matches.size());
    notice_.say(how.isEmpty() ? tr("Found %n.", nullptr, count)
                              : tr("Found %n: %1.", nullptr, count).arg(how),
                NoticeBar::Tone::plain, std::move(offers));
    return;
  }
  canvas_.setMessage(tr("Nothing found"));
  notice_.say(result->gaveUp ? tr("Nothing found at other angles and sizes within a few seconds.")
                             : tr("Nothing found at other angles and sizes either."),
              NoticeBar::Tone::plain, std::move(offers));
}

void CanvasLink::offerSimilar(const QString& sentence) {
  const auto similar = [this] {
    SearchSettings settings = bench_.settings();
    settings.method = Method::zncc;
    settings.select.overlap = kScoredOverlap;
    bench_.setSettings(settings);
  };
  notice_.say(sentence, NoticeBar::Tone::plain, withWider({{tr("Find similar"), similar}}));
}

}  // namespace espy::desktop

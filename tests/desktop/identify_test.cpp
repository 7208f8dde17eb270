// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The view "Identify": answers, additions, refusals, cancellation and persistence.
#include <sys/resource.h>

#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListView>
#include <QShortcut>

#include "desktop/identify_stage.h"
#include "identify/answer_page.h"
#include "identify/id_list.h"
#include "identify/library_panel.h"
#include "identify/pair_view.h"

namespace espy::desktop {
namespace {

class IdentifyTest : public IdentifyTestBase {
  Q_OBJECT

 private slots:
  void aNewcomerIsShownWhatToDo();
  void photographsAreAnswered();
  void noneOfTheseIsAnAnswer();
  void brokenPhotographsAreNamedAndOthersAnswered();
  void candidatesAreLookedAt();
  void aPictureOfTheWindowIsIdentified();
  void aPhotographWithoutALibraryWaitsForOne();
  void dropsGoWhereTheyAreDropped();
  void aDroppedLibraryIsOpened();
  void aDroppedFolderMakesALibrary();
  void whatCannotBeAddedIsListed();
  void knownOnesNeedOneDecision();
  void surfacesAreRemovedWhenThatIsMeant();
  void picturesThatAreGoneAreDots();
  void addingIsCancelledAndKeepsWhatIsDone();
  void aFullDiskKeepsWhatFits();
  void identifyingIsCancelledByEscape();
  void closesWhileItWorks();
  void aLibraryThatIsTakenAwayIsNamed();
  void oneThatIsNoLibraryLeavesTheOneThatIsOpen();
  void anotherLibraryAnswersTheSamePhotographs();
  void aSurfaceIsShown();
};

void IdentifyTest::aNewcomerIsShownWhatToDo() {
  QVERIFY(view_->invitation().contains(QStringLiteral("to make a library")));
  QVERIFY(!button(QStringLiteral("Add photographs"))->isEnabled());
  view_->createLibrary(at(QStringLiteral("empty.esl")));
  QTRY_VERIFY_WITH_TIMEOUT(view_->controller().library(), kPatience);
  QVERIFY(view_->invitation().contains(QStringLiteral("empty")));
  ask({photograph(QStringLiteral("x.pgm"), 1)});
  QVERIFY(view_->invitation().isEmpty());
  QCOMPARE(view_->page().verdict(), QStringLiteral("None of these."));
  view_->answers().remove({0});
  makeLibrary(3);
  QVERIFY(view_->invitation().contains(QStringLiteral("Drop a photograph")));
}

void IdentifyTest::photographsAreAnswered() {
  makeLibrary(5);
  ask({photograph(QStringLiteral("b.pgm"), 3, {80, 90}), photograph(QStringLiteral("c.pgm"), 0)});
  QCOMPARE(line(0), QStringLiteral("b.pgm: s3"));
  QCOMPARE(line(1), QStringLiteral("c.pgm: s0"));
  QCOMPARE(view_->page().verdict(), QStringLiteral("This is s3."));
  const PairView& pair = view_->page().pair();
  QTRY_VERIFY_WITH_TIMEOUT(pair.shown() && !pair.shown()->reference.image.isNull(), kPatience);
  QCOMPARE(pair.shown()->pairs.size(), std::size_t{40});
  QCOMPARE(pair.shown()->query->size, (Size{80, 90}));
  QVERIFY(pair.shown()->homography.has_value());
  QVERIFY(pair.accessibleDescription().contains(QStringLiteral("38 of 40")));
  QVERIFY(!pair.queryFrame().intersects(pair.referenceFrame()));
  view_->chooseAnswer(1);
  QCOMPARE(view_->page().verdict(), QStringLiteral("This is s0."));
}

void IdentifyTest::noneOfTheseIsAnAnswer() {
  makeLibrary(3);
  ask({photograph(QStringLiteral("other.pgm"), 77)});
  QCOMPARE(line(0), QStringLiteral("other.pgm: none of these"));
  QCOMPARE(view_->page().verdict(), QStringLiteral("None of these."));
  const PairView& pair = view_->page().pair();
  QTRY_VERIFY_WITH_TIMEOUT(pair.shown().has_value(), kPatience);
  QVERIFY(!pair.shown()->homography.has_value());
}

void IdentifyTest::brokenPhotographsAreNamedAndOthersAnswered() {
  makeLibrary(2);
  const QString bad = broken(QStringLiteral("bad.pgm"));
  ask({bad, photograph(QStringLiteral("good.pgm"), 1), at(QStringLiteral("nowhere.pgm"))});
  QCOMPARE(line(0), QStringLiteral("bad.pgm: failed"));
  QCOMPARE(line(1), QStringLiteral("good.pgm: s1"));
  QCOMPARE(line(2), QStringLiteral("nowhere.pgm: failed"));
  view_->chooseAnswer(0);
  QVERIFY(view_->page().verdict().startsWith(bad));
  QVERIFY(!view_->page().candidates().isVisible());
}

void IdentifyTest::candidatesAreLookedAt() {
  makeLibrary(2);
  // Two surfaces with equal features: the id breaks the tie; the other is listed as equally good.
  view_->addPhotographs({photograph(QStringLiteral("twin.pgm"), 1)});
  QTRY_COMPARE_WITH_TIMEOUT(references(), 3, kPatience);
  ask({photograph(QStringLiteral("x.pgm"), 1)});
  CandidateList& cards = view_->page().candidates();
  QVERIFY(cards.isVisible() && cards.count() >= 2);
  QCOMPARE(cards.chosen(), 0);
  QVERIFY(view_->page().evidence().startsWith(QStringLiteral("s1: 40")));
  cards.setFocus();
  QTest::keyClick(&cards, Qt::Key_Right);
  QCOMPARE(cards.chosen(), 1);
  QVERIFY(view_->page().evidence().startsWith(QStringLiteral("twin: 40")));
  QCOMPARE(view_->page().pair().shown()->reference.title, QStringLiteral("twin"));
  QCOMPARE(view_->page().verdict(), QStringLiteral("This is s1."));
}

void IdentifyTest::aPictureOfTheWindowIsIdentified() {
  makeLibrary(3);
  auto picture = std::make_shared<Picture>();
  picture->image = Image({60, 40}, {1, Depth::u8});
  *picture->image.pixels().row(0) = 2;
  picture->name = QStringLiteral("pasted 1");
  view_->identify(picture);
  QTRY_COMPARE_WITH_TIMEOUT(line(0), QStringLiteral("pasted 1: s2"), kPatience);
  QVERIFY(settled());
  button(QStringLiteral("Add these"))->click();
  QVERIFY(noticeText().contains(QStringLiteral("Only photographs that are files")));
}

void IdentifyTest::aPhotographWithoutALibraryWaitsForOne() {
  view_->identify({photograph(QStringLiteral("x.pgm"), 1)});
  QTRY_COMPARE_WITH_TIMEOUT(view_->answers().rowCount(), 1, kPatience);
  QCOMPARE(view_->page().verdict(), QStringLiteral("Waiting for a library"));
  makeLibrary(2);
  QTRY_VERIFY_WITH_TIMEOUT(view_->answers().entry(0).answer, kPatience);
  // The first query may have run before there were surfaces.
  QVERIFY(settled());
  button(QStringLiteral("Again"))->click();
  QTRY_COMPARE_WITH_TIMEOUT(line(0), QStringLiteral("x.pgm: s1"), kPatience);
}

void IdentifyTest::dropsGoWhereTheyAreDropped() {
  makeLibrary(2);
  drop({photograph(QStringLiteral("new.pgm"), 9)}, onLibrary());
  QTRY_COMPARE_WITH_TIMEOUT(references(), 3, kPatience);
  QCOMPARE(view_->answers().rowCount(), 0);
  drop({photograph(QStringLiteral("ask/1.pgm"), 9), at(QStringLiteral("known"))}, onAnswer());
  QTRY_COMPARE_WITH_TIMEOUT(view_->answers().rowCount(), 3, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(line(0), QStringLiteral("1.pgm: new"), kPatience);
  QVERIFY(settled());
  QCOMPARE(references(), 3);
  // Unusable data is refused.
  QMimeData words;
  words.setText(QStringLiteral("words"));
  QDragEnterEvent enter(onAnswer(), Qt::CopyAction, &words, Qt::LeftButton, {});
  enter.ignore();
  QCoreApplication::sendEvent(view_.get(), &enter);
  QVERIFY(!enter.isAccepted());
}

void IdentifyTest::aDroppedLibraryIsOpened() {
  makeLibrary(4);
  makeView();
  QVERIFY(!view_->controller().library());
  QVERIFY(isLibraryFolder(at(QStringLiteral("a.esl"))));
  QVERIFY(!isLibraryFolder(at(QStringLiteral("known"))));
  drop({at(QStringLiteral("a.esl"))}, onAnswer());
  QTRY_COMPARE_WITH_TIMEOUT(references(), 4, kPatience);
  QCOMPARE(view_->choice().library, at(QStringLiteral("a.esl")));
  QCOMPARE(view_->choice().recent, QStringList{at(QStringLiteral("a.esl"))});
}

void IdentifyTest::aDroppedFolderMakesALibrary() {
  photograph(QStringLiteral("stones/1.pgm"), 1);
  photograph(QStringLiteral("stones/2.pgm"), 2);
  drop({at(QStringLiteral("stones"))}, onAnswer());
  auto* dialog = view_->findChild<QFileDialog*>();
  QVERIFY(dialog != nullptr);  // asks for the folder
  emit dialog->fileSelected(at(QStringLiteral("stones.esl")));
  dialog->close();
  QTRY_COMPARE_WITH_TIMEOUT(references(), 2, kPatience);
  QVERIFY(settled());
  QCOMPARE(noticeText(), QStringLiteral("2 added"));
}

void IdentifyTest::whatCannotBeAddedIsListed() {
  makeLibrary(1);
  const QString bad = broken(QStringLiteral("bad.pgm"));
  const QString blank = photograph(QStringLiteral("blank.pgm"), 255);
  const QString same = photograph(QStringLiteral("deep/good.pgm"), 8);
  view_->addPhotographs({bad, photograph(QStringLiteral("good.pgm"), 7), blank, same});
  QTRY_COMPARE_WITH_TIMEOUT(references(), 2, kPatience);
  QVERIFY(settled());
  QCOMPARE(noticeText(), QStringLiteral("1 added, 3 not added"));
  const QStringList problems = view_->problems();
  QCOMPARE(problems.size(), 3);
  QVERIFY(problems.filter(bad).size() == 1);
  QVERIFY(
      problems.filter(blank).value(0).contains(QStringLiteral("5, but the library requires 32")));
  QVERIFY(problems.filter(same).value(0).contains(QStringLiteral("same id")));
}

void IdentifyTest::knownOnesNeedOneDecision() {
  makeLibrary(3);
  const QStringList files = {photograph(QStringLiteral("other/s0.pgm"), 50),
                             photograph(QStringLiteral("other/s1.pgm"), 51),
                             photograph(QStringLiteral("other/t.pgm"), 52)};
  view_->addPhotographs(files);
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(QStringLiteral("2 of these 3")), kPatience);
  QCOMPARE(references(), 3);
  offer(QStringLiteral("Keep the existing ones"));
  QTRY_COMPARE_WITH_TIMEOUT(references(), 4, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(noticeText(), QStringLiteral("1 added, 2 already known"), kPatience);
  ask({files[0]});
  QCOMPARE(line(0), QStringLiteral("s0.pgm: none of these"));
  view_->addPhotographs(files);
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(QStringLiteral("3 of these 3")), kPatience);
  offer(QStringLiteral("Replace them"));
  QTRY_COMPARE_WITH_TIMEOUT(noticeText(), QStringLiteral("0 added, 3 replaced"), kPatience);
  QCOMPARE(references(), 4);
  ask({files[0]});
  QCOMPARE(line(1), QStringLiteral("s0.pgm: s0"));
}

void IdentifyTest::surfacesAreRemovedWhenThatIsMeant() {
  makeLibrary(4);
  auto* list = view_->panel().findChild<QListView*>();
  QTRY_COMPARE_WITH_TIMEOUT(view_->panel().ids().rowCount(), 4, kPatience);
  list->setCurrentIndex(view_->panel().ids().index(2));
  QCOMPARE(view_->panel().selectedIds(), QStringList{QStringLiteral("s2")});
  button(QStringLiteral("Remove"))->click();
  offer(QStringLiteral("Keep"));
  QVERIFY(noticeText().isEmpty() && !view_->isBusy());
  button(QStringLiteral("Remove"))->click();
  offer(QStringLiteral("Remove"));
  QTRY_COMPARE_WITH_TIMEOUT(references(), 3, kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(view_->panel().ids().rowCount(), 3, kPatience);
  ask({photograph(QStringLiteral("x.pgm"), 2)});
  QCOMPARE(line(0), QStringLiteral("x.pgm: none of these"));
}

void IdentifyTest::picturesThatAreGoneAreDots() {
  makeLibrary(3);
  QVERIFY(QFile::remove(at(QStringLiteral("known/s1.pgm"))));
  photograph(QStringLiteral("known/s2.pgm"), 2, {10, 10});  // another picture of the same name
  ask({photograph(QStringLiteral("x.pgm"), 1), photograph(QStringLiteral("y.pgm"), 2)});
  const PairView& pair = view_->page().pair();
  const auto isDots = [&] {
    return pair.shown()->reference.image.isNull() &&
           pair.shown()->reference.note == QStringLiteral("No picture: its features");
  };
  QTRY_VERIFY_WITH_TIMEOUT(isDots(), kPatience);
  QCOMPARE(pair.shown()->reference.points.size(), std::size_t{40});
  view_->chooseAnswer(1);
  QTRY_VERIFY_WITH_TIMEOUT(isDots(), kPatience);
  // Relative paths are resolved from the library.
  QCOMPARE(PictureStore::placesOf(QStringLiteral("p/1.png"), QStringLiteral("/l/a.esl")).mid(1),
           (QStringList{QStringLiteral("/l/a.esl/p/1.png"), QStringLiteral("/l/p/1.png")}));
}

void IdentifyTest::addingIsCancelledAndKeepsWhatIsDone() {
  makeLibrary(1);
  stage_->held = true;
  QStringList files;
  for (int i = 0; i < 10; ++i) files += photograph(QStringLiteral("more/m%1.pgm").arg(i), 10 + i);
  const int before = stage_->featureCalls;
  view_->addPhotographs(files);
  stage_->go.release(2);
  QTRY_COMPARE_WITH_TIMEOUT(stage_->featureCalls.load(), before + 3, kPatience);
  QVERIFY(view_->controller().isWriting());
  view_->cancel();
  stage_->held = false;
  stage_->go.release(10);
  QVERIFY(settled());
  QTRY_COMPARE_WITH_TIMEOUT(references(), 3, kPatience);
  QCOMPARE(noticeText(), QStringLiteral("cancelled, 2 added"));
  QVERIFY(view_->problems().isEmpty());
}

/// File size limit, like a full disk.
void IdentifyTest::aFullDiskKeepsWhatFits() {
  makeLibrary(1);
  const auto slab = [&] { return QFileInfo(at(QStringLiteral("a.esl/slab-1.features"))).size(); };
  const qint64 ofOne = slab();
  view_->addPhotographs({photograph(QStringLiteral("more/second.pgm"), 9)});
  QTRY_COMPARE_WITH_TIMEOUT(references(), 2, kPatience);
  QVERIFY(settled());
  const qint64 place = slab() - ofOne;
  QVERIFY(place > 0);
  QStringList files;
  for (int i = 0; i < 10; ++i) files += photograph(QStringLiteral("more/m%1.pgm").arg(i), 10 + i);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{static_cast<rlim_t>(slab() + 3 * place + place / 2), before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  view_->addPhotographs(files);
  const bool ended =
      QTest::qWaitFor([&] { return noticeText().contains(QStringLiteral("3 added")); }, kPatience);
  ::setrlimit(RLIMIT_FSIZE, &before);
  QVERIFY2(ended, qPrintable(noticeText()));
  QTRY_COMPARE_WITH_TIMEOUT(references(), 5, kPatience);
  QCOMPARE(view_->notice().tone(), NoticeBar::Tone::trouble);
}

void IdentifyTest::identifyingIsCancelledByEscape() {
  makeLibrary(2);
  stage_->runsUntilStopped = true;
  QStringList files;
  for (int i = 0; i < 4; ++i) files += photograph(QStringLiteral("q%1.pgm").arg(i), i);
  view_->identify(files);
  QTRY_COMPARE_WITH_TIMEOUT(stage_->identifyCalls.load(), 1, kPatience);
  QVERIFY(view_->controller().isIdentifying());
  view_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(view_.get()));
  view_->findChild<QListView*>()->setFocus();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  QVERIFY(!view_->isBusy());
  QCOMPARE(view_->answers().waiting(), 0);
  QCOMPARE(line(3), QStringLiteral("q3.pgm: not processed"));
  stage_->runsUntilStopped = false;
  ask({photograph(QStringLiteral("after.pgm"), 1)});
  QCOMPARE(line(4), QStringLiteral("after.pgm: s1"));
  QCOMPARE(line(0), QStringLiteral("q0.pgm: not processed"));
  QCOMPARE(stage_->identifyCalls.load(), 2);  // the others never started
}

void IdentifyTest::closesWhileItWorks() {
  makeLibrary(1);
  stage_->runsUntilStopped = true;
  view_->identify({photograph(QStringLiteral("x.pgm"), 0)});
  view_->addPhotographs({photograph(QStringLiteral("y.pgm"), 1)});
  QTRY_VERIFY_WITH_TIMEOUT(stage_->identifyCalls == 1 && stage_->featureCalls == 2, kPatience);
  view_.reset();  // cancels both
  makeView();
  view_->openLibrary(at(QStringLiteral("a.esl")));
  QTRY_COMPARE_WITH_TIMEOUT(references(), 1, kPatience);
}

void IdentifyTest::aLibraryThatIsTakenAwayIsNamed() {
  makeLibrary(2);
  QVERIFY(QDir(at(QStringLiteral("a.esl"))).removeRecursively());
  // An open library stays usable.
  ask({photograph(QStringLiteral("x.pgm"), 1)});
  QCOMPARE(line(0), QStringLiteral("x.pgm: s1"));
  view_->addPhotographs({at(QStringLiteral("x.pgm"))});
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(at(QStringLiteral("a.esl"))), kPatience);
  QCOMPARE(view_->notice().tone(), NoticeBar::Tone::trouble);
  QVERIFY(settled());
  const IdentifyChoice choice = view_->choice();
  makeView();
  view_->setChoice(choice);
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(at(QStringLiteral("a.esl"))), kPatience);
  QVERIFY(view_->invitation().contains(QStringLiteral("to make a library")));
}

void IdentifyTest::oneThatIsNoLibraryLeavesTheOneThatIsOpen() {
  makeLibrary(2);
  view_->openLibrary(at(QStringLiteral("known")));
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(at(QStringLiteral("known"))), kPatience);
  QVERIFY(settled());
  QCOMPARE(references(), 2);
  QCOMPARE(view_->controller().folder(), at(QStringLiteral("a.esl")));
  view_->createLibrary(at(QStringLiteral("known")));  // not empty
  QTRY_VERIFY_WITH_TIMEOUT(noticeText().contains(at(QStringLiteral("known"))) && settled(),
                           kPatience);
  QCOMPARE(references(), 2);
}

void IdentifyTest::anotherLibraryAnswersTheSamePhotographs() {
  makeLibrary(2);
  ask({photograph(QStringLiteral("x.pgm"), 9)});
  QCOMPARE(line(0), QStringLiteral("x.pgm: none of these"));
  view_->createLibrary(at(QStringLiteral("b.esl")), {at(QStringLiteral("x.pgm"))});
  QTRY_COMPARE_WITH_TIMEOUT(references(), 1, kPatience);
  QVERIFY(settled());
  view_->openLibrary(at(QStringLiteral("a.esl")));
  QTRY_COMPARE_WITH_TIMEOUT(references(), 2, kPatience);
  QVERIFY(settled());
  view_->openLibrary(at(QStringLiteral("b.esl")));
  QTRY_COMPARE_WITH_TIMEOUT(line(0), QStringLiteral("x.pgm: x"), kPatience);
  QCOMPARE(view_->choice().recent.size(), 2);
}

void IdentifyTest::aSurfaceIsShown() {
  makeLibrary(3);
  ask({photograph(QStringLiteral("x.pgm"), 1)});
  auto* list = view_->panel().findChild<QListView*>();
  QTRY_COMPARE_WITH_TIMEOUT(view_->panel().ids().rowCount(), 3, kPatience);
  list->setFocus();
  list->setCurrentIndex(view_->panel().ids().index(2));
  QTest::keyClick(list, Qt::Key_Return);
  QTRY_COMPARE_WITH_TIMEOUT(view_->page().verdict(), QStringLiteral("s2"), kPatience);
  QVERIFY(!view_->page().pair().shown()->query.has_value());
  view_->answers().remove({0});
  QCOMPARE(view_->page().verdict(), QStringLiteral("s2"));
}

}  // namespace
ESPY_WINDOW_TEST(identify, IdentifyTest);

}  // namespace espy::desktop
#include "identify_test.moc"

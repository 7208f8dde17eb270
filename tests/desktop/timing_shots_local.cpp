#include <QApplication>
#include <QComboBox>
#include <QStyleFactory>
#include <QTabWidget>
#include <QTimer>
#include "demo/race_view.h"
#include "espy/espy.h"
#include "espy/pictures.h"
#include "timing/bar_chart.h"
#include "timing/timing_view.h"
#include "timing_data.h"
using namespace espy;
using namespace espy::desktop;
static QPalette dark() {
  QPalette p;
  p.setColor(QPalette::Window, QColor(45, 45, 48));
  p.setColor(QPalette::WindowText, Qt::white);
  p.setColor(QPalette::Base, QColor(30, 30, 32));
  p.setColor(QPalette::AlternateBase, QColor(40, 40, 44));
  p.setColor(QPalette::Text, QColor(235, 235, 235));
  p.setColor(QPalette::Button, QColor(60, 60, 64));
  p.setColor(QPalette::ButtonText, Qt::white);
  p.setColor(QPalette::Highlight, QColor(60, 120, 200));
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Disabled, QPalette::ButtonText, Qt::gray);
  p.setColor(QPalette::Disabled, QPalette::WindowText, Qt::gray);
  return p;
}
static TimingResultPtr fake() {
  TimingResult r;
  r.engines = {measuredEngine("sequential", 1,
                              {{"load", 3.1},
                               {"prepare", .4},
                               {"pass 1", 61},
                               {"pass 2", 9},
                               {"pass 3", 22},
                               {"other", 1.2}}),
               measuredEngine("openmp", 4,
                              {{"load", 3.0},
                               {"prepare", .4},
                               {"pass 1", 17},
                               {"pass 2", 3},
                               {"pass 3", 6.6},
                               {"other", 1.1}}),
               measuredEngine("cuda-passes", 1,
                              {{"load", 3.1},
                               {"upload", 9},
                               {"pass 1", 4},
                               {"pass 2", 1},
                               {"pass 3", 1},
                               {"download", 7},
                               {"other", .8}}),
               refusedEngine("cuda",
                             "no NVIDIA driver (libcuda.so.1) was found on this machine, so "
                             "nothing can be computed there")};
  r.engines[2].firstMilliseconds = 412;
  r.engines[2].identical = false;
  for (int t : {1, 2, 3, 4})
    r.sweep.push_back(
        measuredEngine("openmp", t, {{"load", 3}, {"pass 1", 60.0 / t}, {"other", 2.0 + t}}));
  for (auto& s : r.sweep) s.total.mad = s.total.median * .04;
  r.subject.scene = std::make_shared<Picture>(
      Picture{Image({640, 480}, {3}), {}, QStringLiteral("crowd.ppm"), {}});
  r.subject.needles.resize(1);
  r.machine = machineFacts();
  r.date = QDateTime::currentDateTime();
  r.whole = true;
  r.facts = {{"sequential"}, {"cuda", false, "no NVIDIA driver was found"}};
  return std::make_shared<TimingResult>(r);
}
int main(int n, char** a) {
  QApplication app(n, a);
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  Registry reg = makeRegistry();
  for (bool d : {false, true}) {
    if (d) QApplication::setPalette(dark());
    QString tag = d ? QStringLiteral("dark") : QStringLiteral("light");
    TimingView v(reg);
    v.resize(1000, 760);
    v.show();
    v.grab().save(QStringLiteral("/tmp/shots/empty_%1.png").arg(tag));
    auto f = fake();
    v.setSubject(f->subject.scene, f->subject.needles, {}, {});
    v.setResult(f);
    v.grab().save(QStringLiteral("/tmp/shots/lin_%1.png").arg(tag));
    v.setScale(ChartAxis::Scale::logarithmic);
    v.grab().save(QStringLiteral("/tmp/shots/log_%1.png").arg(tag));
    v.picture(2).save(QStringLiteral("/tmp/shots/pic_%1.png").arg(tag));
    v.findChild<QTabWidget*>()->setCurrentIndex(1);
    v.grab().save(QStringLiteral("/tmp/shots/sweep_%1.png").arg(tag));
    v.resize(1300, 420);
    v.setScale(ChartAxis::Scale::linear);
    v.findChild<QTabWidget*>()->setCurrentIndex(0);
    v.show();
    QApplication::processEvents();
    QApplication::processEvents();
    v.grab().save(QStringLiteral("/tmp/shots/flat_%1.png").arg(tag));
    auto sc = std::make_shared<Picture>();
    sc->image = readPicture("/tmp/espy-d-timing/samples/crowd.ppm").image;
    sc->name = QStringLiteral("crowd");
    RaceView r;
    r.resize(1000, 420);
    r.show();
    std::vector<RaceMatch> m;
    for (int i = 0; i < 6; ++i)
      m.push_back({QRect(60 + 150 * i, 40 + 90 * i, 50, 90),
                   i % 2 ? QColor(0xd5, 0x5e, 0) : QColor(0, 0x72, 0xb2)});
    r.start(f->engines, sc, m);
    r.pause();
    QApplication::processEvents();
    QApplication::processEvents();
    r.setTime(16);
    r.grab().save(QStringLiteral("/tmp/shots/race1_%1.png").arg(tag));
    r.setTime(30);
    r.grab().save(QStringLiteral("/tmp/shots/race2_%1.png").arg(tag));
    r.setTime(1000);
    r.grab().save(QStringLiteral("/tmp/shots/race3_%1.png").arg(tag));
  }
}

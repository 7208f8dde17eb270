<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Opens the picture to search in</source>
        <translation>Öffnet das Bild, in dem gesucht wird</translation>
    </message>
    <message>
        <source>Open &amp;needles...</source>
        <translation>Suchb&amp;ilder öffnen …</translation>
    </message>
    <message>
        <source>Opens pictures to search for</source>
        <translation>Öffnet Bilder, nach denen gesucht wird</translation>
    </message>
    <message>
        <source>Saves the selected needle as a picture</source>
        <translation>Speichert das ausgewählte Suchbild als Bilddatei</translation>
    </message>
    <message>
        <source>&amp;Export the matches...</source>
        <translation>&amp;Treffer exportieren …</translation>
    </message>
    <message>
        <source>Writes the matches as CSV or JSON</source>
        <translation>Schreibt die Treffer als CSV oder JSON</translation>
    </message>
    <message>
        <source>Export the &amp;marked picture...</source>
        <translation>&amp;Markiertes Bild exportieren …</translation>
    </message>
    <message>
        <source>Writes the picture with its matches marked</source>
        <translation>Schreibt das Bild mit markierten Treffern</translation>
    </message>
    <message>
        <source>Export each match as a &amp;crop...</source>
        <translation>Jeden Treffer als &amp;Ausschnitt exportieren …</translation>
    </message>
    <message>
        <source>Writes each match to a folder as a separate picture</source>
        <translation>Schreibt jeden Treffer als eigenes Bild in einen Ordner</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>Closes the window</source>
        <translation>Schließt das Fenster</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Undoes the last change</source>
        <translation>Macht die letzte Änderung rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Repeats the change that was undone</source>
        <translation>Stellt die rückgängig gemachte Änderung wieder her</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Pastes a picture: to search in if there is none, otherwise as a needle</source>
        <translation>Fügt ein Bild ein: zum Durchsuchen, wenn es noch keines gibt, sonst als Suchbild</translation>
    </message>
    <message>
        <source>&amp;Copy the needle</source>
        <translation>Suchbild &amp;kopieren</translation>
    </message>
    <message>
        <source>Copies the selected needle</source>
        <translation>Kopiert das ausgewählte Suchbild</translation>
    </message>
    <message>
        <source>&amp;Keep this needle, cut another</source>
        <translation>Suchbild be&amp;halten, weiteres ausschneiden</translation>
    </message>
    <message>
        <source>The next rectangle makes another needle</source>
        <translation>Das nächste Rechteck ergibt ein weiteres Suchbild</translation>
    </message>
    <message>
        <source>Remove the &amp;needle</source>
        <translation>Suchbild ent&amp;fernen</translation>
    </message>
    <message>
        <source>Removes the selected needle from the tray</source>
        <translation>Entfernt das ausgewählte Suchbild aus der Ablage</translation>
    </message>
    <message>
        <source>Select &amp;all matches</source>
        <translation>&amp;Alle Treffer auswählen</translation>
    </message>
    <message>
        <source>Selects every match that is shown</source>
        <translation>Wählt jeden angezeigten Treffer aus</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>E&amp;inpassen</translation>
    </message>
    <message>
        <source>&amp;Actual size (1:1)</source>
        <translation>&amp;Originalgröße (1:1)</translation>
    </message>
    <message>
        <source>One pixel of the picture per pixel of the screen</source>
        <translation>Ein Pixel des Bildes je Pixel des Bildschirms</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Shows the marks in the chosen style</source>
        <translation>Zeigt die Markierungen in der gewählten Darstellung</translation>
    </message>
    <message>
        <source>Shows the flags after pass 1: where matches start</source>
        <translation>Zeigt die Kennzeichen nach Durchgang 1: wo Treffer beginnen</translation>
    </message>
    <message>
        <source>Shows the flags after pass 2: the pixels inside matches</source>
        <translation>Zeigt die Kennzeichen nach Durchgang 2: die Pixel innerhalb der Treffer</translation>
    </message>
    <message>
        <source>Shows what pass 3 paints</source>
        <translation>Zeigt, was Durchgang 3 malt</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Searches now, or stops searching</source>
        <translation>Sucht jetzt oder bricht die Suche ab</translation>
    </message>
    <message>
        <source>&amp;Cut out a rectangle</source>
        <translation>&amp;Rechteck ausschneiden</translation>
    </message>
    <message>
        <source>Drag a rectangle over the thing to find</source>
        <translation>Ein Rechteck über das Gesuchte ziehen</translation>
    </message>
    <message>
        <source>Cut out with the &amp;lasso</source>
        <translation>Mit dem &amp;Lasso ausschneiden</translation>
    </message>
    <message>
        <source>Draw around the thing to find</source>
        <translation>Das Gesuchte umfahren</translation>
    </message>
    <message>
        <source>&amp;Ignore a part</source>
        <translation>Teil &amp;ignorieren</translation>
    </message>
    <message>
        <source>Paint over parts that the search should ignore</source>
        <translation>Teile übermalen, die die Suche ignorieren soll</translation>
    </message>
    <message>
        <source>&amp;Hand</source>
        <translation>&amp;Hand</translation>
    </message>
    <message>
        <source>Move the picture; the middle button does so in every tool</source>
        <translation>Das Bild verschieben; die mittlere Maustaste tut das in jedem Werkzeug</translation>
    </message>
    <message>
        <source>&amp;Timing</source>
        <translation>&amp;Zeiten</translation>
    </message>
    <message>
        <source>Where the time goes, engine by engine</source>
        <translation>Wo die Zeit bleibt, Engine für Engine</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>Sta&amp;pel</translation>
    </message>
    <message>
        <source>The same search in many pictures</source>
        <translation>Dieselbe Suche in vielen Bildern</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Find the &amp;traveller</source>
        <translation>Den &amp;Reisenden finden</translation>
    </message>
    <message>
        <source>Engine &amp;race</source>
        <translation>&amp;Wettlauf der Engines</translation>
    </message>
    <message>
        <source>Replays the engines&apos; runs in slow motion, to scale</source>
        <translation>Spielt die Läufe der Engines in maßstäblicher Zeitlupe ab</translation>
    </message>
    <message>
        <source>&amp;Shortcuts and hints</source>
        <translation>&amp;Tastenkürzel und Hinweise</translation>
    </message>
    <message>
        <source>All actions and their keyboard shortcuts</source>
        <translation>Alle Aktionen und ihre Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Espy</source>
        <translation>Über &amp;Espy</translation>
    </message>
    <message>
        <source>The version, and the engines on this machine</source>
        <translation>Die Version und die Engines auf diesem Rechner</translation>
    </message>
    <message>
        <source>Runs the papers&apos; experiments on this machine and compares their strategies</source>
        <translation>Führt die Versuche der Fachartikel auf diesem Rechner aus und vergleicht ihre Verfahren</translation>
    </message>
    <message>
        <source>Find him in a crowd yourself, then let Espy do it</source>
        <translation>Suchen Sie ihn selbst in der Menge, dann lassen Sie Espy suchen</translation>
    </message>
    <message>
        <source>&amp;Open a picture...</source>
        <translation>&amp;Bild öffnen …</translation>
    </message>
    <message>
        <source>Read the picture &amp;again</source>
        <translation>Bild er&amp;neut lesen</translation>
    </message>
    <message>
        <source>Reads the picture&apos;s file again, if another program has changed it</source>
        <translation>Liest die Bilddatei erneut, wenn ein anderes Programm sie geändert hat</translation>
    </message>
    <message>
        <source>Ne&amp;xt picture in the folder</source>
        <translation>Nä&amp;chstes Bild im Ordner</translation>
    </message>
    <message>
        <source>Opens the next picture in the folder</source>
        <translation>Öffnet das nächste Bild im Ordner</translation>
    </message>
    <message>
        <source>Pre&amp;vious picture in the folder</source>
        <translation>&amp;Vorheriges Bild im Ordner</translation>
    </message>
    <message>
        <source>Opens the previous picture in the folder</source>
        <translation>Öffnet das vorherige Bild im Ordner</translation>
    </message>
    <message>
        <source>Ta&amp;ke a screenshot</source>
        <translation>Bildschirm&amp;foto aufnehmen</translation>
    </message>
    <message>
        <source>Hides this window and takes a screenshot as the picture to search in</source>
        <translation>Blendet dieses Fenster aus und nimmt ein Bildschirmfoto auf, in dem gesucht wird</translation>
    </message>
    <message>
        <source>Open a pro&amp;ject...</source>
        <translation>Pro&amp;jekt öffnen …</translation>
    </message>
    <message>
        <source>Opens saved work: the picture, the needles and the options</source>
        <translation>Öffnet gespeicherte Arbeit: das Bild, die Suchbilder und die Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Save the project</source>
        <translation>Projekt &amp;speichern</translation>
    </message>
    <message>
        <source>Saves the picture, the needles and the options in one file</source>
        <translation>Speichert Bild, Suchbilder und Einstellungen in einer Datei</translation>
    </message>
    <message>
        <source>Save the &amp;project as...</source>
        <translation>&amp;Projekt speichern unter …</translation>
    </message>
    <message>
        <source>Saves the project under another name</source>
        <translation>Speichert das Projekt unter einem anderen Namen</translation>
    </message>
    <message>
        <source>Save the nee&amp;dle...</source>
        <translation>S&amp;uchbild speichern …</translation>
    </message>
    <message>
        <source>Paste as the picture to search &amp;in</source>
        <translation>Als Bild e&amp;infügen, in dem gesucht wird</translation>
    </message>
    <message>
        <source>Pastes a picture, and searches in it</source>
        <translation>Fügt ein Bild ein und sucht darin</translation>
    </message>
    <message>
        <source>Copy as a c&amp;ommand</source>
        <translation>Als Befeh&amp;l kopieren</translation>
    </message>
    <message>
        <source>Copies the shell command that runs this search</source>
        <translation>Kopiert den Shell-Befehl, der diese Suche ausführt</translation>
    </message>
    <message>
        <source>Copy as C&amp;++</source>
        <translation>Als C&amp;++ kopieren</translation>
    </message>
    <message>
        <source>Copies the C++ code that runs this search with the library</source>
        <translation>Kopiert den C++-Code, der diese Suche mit der Bibliothek ausführt</translation>
    </message>
    <message>
        <source>Remove the selected &amp;matches</source>
        <translation>Ausgewählte &amp;Treffer entfernen</translation>
    </message>
    <message>
        <source>Removes the selected matches from the results; undo restores them</source>
        <translation>Entfernt die ausgewählten Treffer aus den Ergebnissen; Rückgängig stellt sie wieder her</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>&amp;Bild</translation>
    </message>
    <message>
        <source>The picture, its needles and its matches</source>
        <translation>Das Bild, seine Suchbilder und seine Treffer</translation>
    </message>
    <message>
        <source>Pa&amp;sses</source>
        <translation>&amp;Durchgänge</translation>
    </message>
    <message>
        <source>Ne&amp;xt match</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>Goes to the next match of the table; Enter zooms to it</source>
        <translation>Geht zum nächsten Treffer der Tabelle; die Eingabetaste vergrößert ihn</translation>
    </message>
    <message>
        <source>Pre&amp;vious match</source>
        <translation>Vo&amp;rheriger Treffer</translation>
    </message>
    <message>
        <source>Goes to the previous match of the table; Enter zooms to it</source>
        <translation>Geht zum vorherigen Treffer der Tabelle; Eingabe zoomt dorthin</translation>
    </message>
    <message>
        <source>&amp;Minimap</source>
        <translation>&amp;Minikarte</translation>
    </message>
    <message>
        <source>Shows the whole picture in a corner while only a part of it is visible</source>
        <translation>Zeigt das ganze Bild in einer Ecke, solange nur ein Teil davon sichtbar ist</translation>
    </message>
    <message>
        <source>Scor&amp;e map</source>
        <translation>Ä&amp;hnlichkeitskarte</translation>
    </message>
    <message>
        <source>Colours the picture by the needle&apos;s score at each position</source>
        <translation>Färbt das Bild nach der Ähnlichkeit des Suchbilds an jeder Position</translation>
    </message>
    <message>
        <source>Marks as &amp;chosen</source>
        <translation>Markierungen wie gewähl&amp;t</translation>
    </message>
    <message>
        <source>After pass &amp;1</source>
        <translation>Nach Durchgang &amp;1</translation>
    </message>
    <message>
        <source>After pass &amp;2</source>
        <translation>Nach Durchgang &amp;2</translation>
    </message>
    <message>
        <source>After pass &amp;3</source>
        <translation>Nach Durchgang &amp;3</translation>
    </message>
    <message>
        <source>Si&amp;de panel</source>
        <translation>&amp;Seitenleiste</translation>
    </message>
    <message>
        <source>Options and matches, next to the picture</source>
        <translation>Einstellungen und Treffer neben dem Bild</translation>
    </message>
    <message>
        <source>Shows only the picture; Escape restores the window</source>
        <translation>Zeigt nur das Bild; Escape stellt das Fenster wieder her</translation>
    </message>
    <message>
        <source>Label as &amp;true matches</source>
        <translation>Als e&amp;chte Treffer kennzeichnen</translation>
    </message>
    <message>
        <source>Labels the selected matches as true, for the judge to learn from; repeat to remove the label</source>
        <translation>Kennzeichnet die ausgewählten Treffer als echt, damit der Richter daraus lernt; erneut aufrufen entfernt die Kennzeichnung</translation>
    </message>
    <message>
        <source>Label as fals&amp;e matches</source>
        <translation>Als falsche Treffer kenn&amp;zeichnen</translation>
    </message>
    <message>
        <source>Labels the selected matches as false: they only look like the needle; repeat to remove the label</source>
        <translation>Kennzeichnet die ausgewählten Treffer als falsch: Sie sehen dem Suchbild nur ähnlich; erneut aufrufen entfernt die Kennzeichnung</translation>
    </message>
    <message>
        <source>Find the traveller at &amp;night</source>
        <translation>Den Reisenden bei &amp;Nacht finden</translation>
    </message>
    <message>
        <source>In bad light many people look like him; label a few, and Espy learns to tell him apart</source>
        <translation>Bei schlechtem Licht sehen ihm viele ähnlich; kennzeichnen Sie einige, und Espy lernt, ihn zu unterscheiden</translation>
    </message>
    <message>
        <source>Which surface in a library does a photograph show?</source>
        <translation>Welche Oberfläche einer Bibliothek zeigt ein Foto?</translation>
    </message>
    <message>
        <source>Identif&amp;y this picture</source>
        <translation>Dieses Bild &amp;erkennen</translation>
    </message>
    <message>
        <source>Finds the surface in a library that the picture shows</source>
        <translation>Findet die Oberfläche einer Bibliothek, die das Bild zeigt</translation>
    </message>
    <message>
        <source>Si&amp;gnals</source>
        <translation>Sign&amp;ale</translation>
    </message>
    <message>
        <source>Where else in these recordings does this piece occur?</source>
        <translation>Wo kommt dieses Stück in diesen Aufzeichnungen noch vor?</translation>
    </message>
    <message>
        <source>Shows the whole picture or recording</source>
        <translation>Zeigt das ganze Bild oder die ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>Zooms in on the picture or the recording, as the wheel does</source>
        <translation>Vergrößert das Bild oder die Aufzeichnung, wie das Mausrad</translation>
    </message>
    <message>
        <source>Zooms out of the picture or the recording</source>
        <translation>Verkleinert das Bild oder die Aufzeichnung</translation>
    </message>
    <message>
        <source>&amp;Show a pass</source>
        <translation>Einen Durchgang &amp;zeigen</translation>
    </message>
    <message>
        <source>Shows the last chosen pass, or the marks again</source>
        <translation>Zeigt den zuletzt gewählten Durchgang oder wieder die Markierungen</translation>
    </message>
    <message>
        <source>La&amp;b</source>
        <translation>La&amp;bor</translation>
    </message>
    <message>
        <source>I&amp;dentify</source>
        <translation>Erken&amp;nen</translation>
    </message>
    <message>
        <source>Scr&amp;een by colour...</source>
        <translation>Nach &amp;Farbe filtern …</translation>
    </message>
    <message>
        <source>Keeps pixels by colour, by an expression or at edges, and marks the rest</source>
        <translation>Behält Pixel bestimmter Farben, Kanten oder was ein Ausdruck beschreibt, und markiert den Rest</translation>
    </message>
    <message>
        <source>De&amp;noise...</source>
        <translation>Entra&amp;uschen …</translation>
    </message>
    <message>
        <source>Removes noise while edges stay sharp, in the picture or for the search only</source>
        <translation>Entfernt Rauschen, Kanten bleiben scharf: im Bild oder nur für die Suche</translation>
    </message>
    <message>
        <source>Li&amp;ve</source>
        <translation>Li&amp;ve</translation>
    </message>
    <message>
        <source>Searches a screen, a camera or a video while it changes</source>
        <translation>Sucht auf einem Bildschirm, in einer Kamera oder einem Video, während es sich ändert</translation>
    </message>
    <message>
        <source>Open an &amp;index of needles...</source>
        <translation>Inde&amp;x von Suchbildern öffnen …</translation>
    </message>
    <message>
        <source>Opens an index, which is a folder, to search for all of its needles at once</source>
        <translation>Öffnet einen Index, also einen Ordner, um alle seine Suchbilder auf einmal zu suchen</translation>
    </message>
    <message>
        <source>&amp;Make an index from a folder...</source>
        <translation>Index aus einem &amp;Ordner anlegen …</translation>
    </message>
    <message>
        <source>Puts all pictures of a folder into one index, to search for all of them at once</source>
        <translation>Legt alle Bilder eines Ordners in einen Index, um alle auf einmal zu suchen</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>In three steps</source>
        <translation>In drei Schritten</translation>
    </message>
    <message>
        <source>Drop a picture on the window.</source>
        <translation>Ein Bild auf dem Fenster ablegen.</translation>
    </message>
    <message>
        <source>Drag a rectangle over the thing to find.</source>
        <translation>Ein Rechteck über das Gesuchte ziehen.</translation>
    </message>
    <message>
        <source>Every occurrence is outlined. Refine the search by the rectangle, the method or the minimum score.</source>
        <translation>Jedes Vorkommen wird umrissen. Die Suche lässt sich mit Rechteck, Methode oder Mindestähnlichkeit verfeinern.</translation>
    </message>
    <message>
        <source>The wheel zooms at the pointer; drag with the middle button, or with Space held down, to move the picture. Arrow keys nudge the rectangle (Shift: by ten pixels; Alt: its size).</source>
        <translation>Das Mausrad zoomt am Mauszeiger; Ziehen mit der mittleren Maustaste oder bei gedrückter Leertaste verschiebt das Bild. Die Pfeiltasten verschieben das Rechteck (Umschalt: um zehn Pixel; Alt: seine Größe).</translation>
    </message>
    <message>
        <source>With Ignore, paint over parts that the search should ignore; [ and ] change the brush. Space in the table of matches centres the match.</source>
        <translation>Mit „Ignorieren“ die Teile übermalen, die die Suche ignorieren soll; [ und ] ändern den Pinsel. Die Leertaste in der Treffertabelle rückt den Treffer in die Mitte.</translation>
    </message>
    <message>
        <source>Shortcuts and hints</source>
        <translation>Tastenkürzel und Hinweise</translation>
    </message>
    <message>
        <source>All actions</source>
        <translation>Alle Aktionen</translation>
    </message>
    <message>
        <source>can run</source>
        <translation>einsatzbereit</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>nicht einsatzbereit</translation>
    </message>
    <message>
        <source>Finds a picture in pictures: exact, fast, with the same result on every engine.</source>
        <translation>Findet ein Bild in Bildern: genau, schnell und mit jeder Engine mit demselben Ergebnis.</translation>
    </message>
    <message>
        <source>Engines on this machine</source>
        <translation>Engines auf diesem Rechner</translation>
    </message>
    <message>
        <source>Licence: Apache-2.0.</source>
        <translation>Lizenz: Apache-2.0.</translation>
    </message>
    <message>
        <source>About Espy</source>
        <translation>Über Espy</translation>
    </message>
    <message>
        <source>In the lanes of a recording: + and - zoom, 0 shows all, Home and End go to the start and the end. Ctrl with the wheel or with up and down changes a lane&apos;s height, F fits it, Alt with up and down moves it. Enter begins a motif or searches, Space plays.</source>
        <translation>In den Spuren einer Aufzeichnung: + und - zoomen, 0 zeigt alles, Pos1 und Ende gehen an Anfang und Ende. Strg mit dem Mausrad oder mit Auf und Ab ändert die Höhe einer Spur, F passt sie ein, Alt mit Auf und Ab verschiebt sie. Eingabe beginnt ein Motiv oder sucht, die Leertaste spielt ab.</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Pass 1: where matches start</source>
        <translation>Durchgang 1: wo Treffer beginnen</translation>
    </message>
    <message>
        <source>Pass 2: the pixels inside matches</source>
        <translation>Durchgang 2: die Pixel innerhalb der Treffer</translation>
    </message>
    <message>
        <source>Pass 3: the marking</source>
        <translation>Durchgang 3: die Markierung</translation>
    </message>
    <message>
        <source>a match starts here</source>
        <translation>hier beginnt ein Treffer</translation>
    </message>
    <message>
        <source>outside all matches (darkened)</source>
        <translation>außerhalb aller Treffer (abgedunkelt)</translation>
    </message>
    <message>
        <source>inside a match</source>
        <translation>in einem Treffer</translation>
    </message>
    <message>
        <source>around matches, %1 px thick</source>
        <translation>um Treffer herum, %1 px stark</translation>
    </message>
    <message>
        <source>outside all matches</source>
        <translation>außerhalb aller Treffer</translation>
    </message>
    <message>
        <source>outside all matches (lightened)</source>
        <translation>außerhalb aller Treffer (aufgehellt)</translation>
    </message>
</context>
<context>
    <name>NeedleCommands</name>
    <message>
        <source>add needle %1</source>
        <translation>Suchbild %1 hinzufügen</translation>
    </message>
    <message>
        <source>remove needle %1</source>
        <translation>Suchbild %1 entfernen</translation>
    </message>
</context>
<context>
    <name>ScoreMap</name>
    <message>
        <source>Computing the scores of %1...</source>
        <translation>Ähnlichkeiten von %1 werden berechnet …</translation>
    </message>
    <message>
        <source>Scores of %1, at its centre</source>
        <translation>Ähnlichkeit von %1, an seinem Mittelpunkt</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>prepare</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>upload</source>
        <translation>Hochladen</translation>
    </message>
    <message>
        <source>pass 1</source>
        <translation>Durchgang 1</translation>
    </message>
    <message>
        <source>pass 2</source>
        <translation>Durchgang 2</translation>
    </message>
    <message>
        <source>pass 3</source>
        <translation>Durchgang 3</translation>
    </message>
    <message>
        <source>search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>select</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>order</source>
        <translation>Ordnen</translation>
    </message>
    <message>
        <source>distances</source>
        <translation>Abstände</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>other</source>
        <translation>Sonstiges</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>Aufbewahren</translation>
    </message>
    <message>
        <source>search for the best</source>
        <translation>Suche nach dem besten</translation>
    </message>
    <message>
        <source>sums</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Zählen</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>wählen</translation>
    </message>
    <message>
        <source>bounds</source>
        <translation>Schranken</translation>
    </message>
    <message>
        <source>paths</source>
        <translation>Pfade</translation>
    </message>
    <message>
        <source>settle</source>
        <translation>nachrechnen</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>Kanäle</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>1 byte</source>
        <translation>1 Byte</translation>
    </message>
    <message>
        <source>1 byte after the first picture was not read</source>
        <translation>1 Byte nach dem ersten Bild wurde nicht gelesen</translation>
    </message>
    <message>
        <source>1 byte after its picture data was not read</source>
        <translation>1 Byte nach den Bilddaten wurde nicht gelesen</translation>
    </message>
    <message>
        <source>1 megapixel</source>
        <translation>1 Megapixel</translation>
    </message>
    <message>
        <source>1 of its {} channels was left out</source>
        <translation>1 seiner {} Kanäle wurde weggelassen</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>ESPY_SIMD={}: there is no such level; this build has {} on this processor</source>
        <translation>ESPY_SIMD={}: diese Stufe gibt es nicht; diese Version hat {} auf diesem Prozessor</translation>
    </message>
    <message>
        <source>ESPY_SIMD={}: this build has only {} on this processor</source>
        <translation>ESPY_SIMD={}: diese Version hat nur {} auf diesem Prozessor</translation>
    </message>
    <message>
        <source>Espy&apos;s engines</source>
        <translation>Espys Engines</translation>
    </message>
    <message>
        <source>Finds each of several queries in a long one-dimensional signal by the smallest sum of absolute differences. OpenMP distributes the queries, or the positions with private minima, or the positions with one minimum behind a lock; CUDA sums in global memory, in registers, in tiles of shared memory, or reads the queries from constant memory. Espy&apos;s own strategy is measured for comparison. After Bazzanti and Biondi.</source>
        <translation>Findet jede von mehreren Anfragen in einem langen eindimensionalen Signal über die kleinste Summe absoluter Differenzen. OpenMP verteilt die Anfragen, oder die Positionen mit je eigenem Minimum, oder die Positionen mit einem Minimum hinter einer Sperre; CUDA summiert im globalen Speicher, in Registern, in Kacheln des gemeinsamen Speichers oder liest die Anfragen aus dem Konstantenspeicher. Zum Vergleich wird Espys eigene Strategie gemessen. Nach Bazzanti und Biondi.</translation>
    </message>
    <message>
        <source>On the processor {} is the fastest: the plain loop takes {} to {} times as long, depending on the milestone, comparing whole runs.</source>
        <translation>Auf dem Prozessor ist {} am schnellsten: Die einfache Schleife braucht je nach Meilenstein {} bis {} Mal so lange, ganze Läufe verglichen.</translation>
    </message>
    <message>
        <source>Queries in a signal, by the smallest sum of absolute differences</source>
        <translation>Anfragen in einem Signal, über die kleinste Summe absoluter Differenzen</translation>
    </message>
    <message>
        <source>RGB and alpha</source>
        <translation>RGB und Alpha</translation>
    </message>
    <message>
        <source>TUPLTYPE names no tuple type</source>
        <translation>TUPLTYPE nennt keine Tupelart</translation>
    </message>
    <message>
        <source>Table I of the paper gives 171 to 183 us for CUDA while the work grows by a factor of 256, more than that GPU could compute: these are times of a kernel launch, not of its run</source>
        <translation>Tabelle I des Artikels nennt für CUDA 171 bis 183 us, während die Arbeit auf das 256-Fache wächst, mehr als jene GPU rechnen konnte: Gemessen ist der Start eines Kernels, nicht sein Lauf</translation>
    </message>
    <message>
        <source>The lock took {} times as long as private minima.</source>
        <translation>Die Sperre brauchte {} Mal so lange wie eigene Minima.</translation>
    </message>
    <message>
        <source>The lock took {} to {} times as long as private minima.</source>
        <translation>Die Sperre brauchte {} bis {} Mal so lange wie eigene Minima.</translation>
    </message>
    <message>
        <source>The paper&apos;s passes</source>
        <translation>Die Durchgänge des Artikels</translation>
    </message>
    <message>
        <source>Where is a pattern? Six milestones, from a grey box to a crowd</source>
        <translation>Wo ist ein Muster? Sechs Meilensteine, vom grauen Kasten bis zur Menschenmenge</translation>
    </message>
    <message>
        <source>While the work grew by a factor of {}, the times grew: {}.</source>
        <translation>Während die Arbeit auf das {}-Fache wuchs, wuchsen die Zeiten: {}.</translation>
    </message>
    <message>
        <source>a BMP has at most 4 GiB, which the picture exceeds</source>
        <translation>ein BMP hat höchstens 4 GiB, und das Bild braucht mehr</translation>
    </message>
    <message>
        <source>a PBM holds only black and white, but pixel {},{} is neither; write a .pgm or .ppm</source>
        <translation>ein PBM fasst nur Schwarz und Weiß, aber Pixel {},{} ist keins von beiden; .pgm oder .ppm schreiben</translation>
    </message>
    <message>
        <source>a TIFF has at most {} pixels a side, but the picture has {} x {}</source>
        <translation>ein TIFF hat höchstens {} Pixel je Seite, das Bild aber {} x {}</translation>
    </message>
    <message>
        <source>a batch reads files, not standard input</source>
        <translation>ein Stapel liest Dateien, nicht die Standardeingabe</translation>
    </message>
    <message>
        <source>a block must have 32 to 1024 threads, a multiple of 32, not {}</source>
        <translation>ein Block muss 32 bis 1024 Threads haben, ein Vielfaches von 32, nicht {}</translation>
    </message>
    <message>
        <source>a GPU pays off at every size from {} to {}</source>
        <translation>eine GPU lohnt sich bei jeder Größe von {} bis {}</translation>
    </message>
    <message>
        <source>a GPU pays off at no size from {} to {}</source>
        <translation>eine GPU lohnt sich bei keiner Größe von {} bis {}</translation>
    </message>
    <message>
        <source>a GPU pays off from about {}</source>
        <translation>eine GPU lohnt sich ab etwa {}</translation>
    </message>
    <message>
        <source>a GPU pays off from about {} to about {}, but not outside that range</source>
        <translation>eine GPU lohnt sich von etwa {} bis etwa {}, darunter und darüber nicht</translation>
    </message>
    <message>
        <source>a GPU pays off up to about {}</source>
        <translation>eine GPU lohnt sich bis etwa {}</translation>
    </message>
    <message>
        <source>a grey picture cannot show an outline in colour</source>
        <translation>ein graues Bild kann keinen farbigen Umriss zeigen</translation>
    </message>
    <message>
        <source>a needle of more than 2^32 16-bit samples cannot be correlated</source>
        <translation>ein Suchbild von mehr als 2^32 Abtastwerten zu 16 Bit kann nicht korreliert werden</translation>
    </message>
    <message>
        <source>a picture that only engine {} holds cannot be denoised before the search</source>
        <translation>ein Bild, das nur die Engine {} hält, kann vor der Suche nicht entrauscht werden</translation>
    </message>
    <message>
        <source>a volume of {} x {} x {} samples and {} channels has {} samples instead</source>
        <translation>ein Volumen von {} x {} x {} Abtastwerten und {} Kanälen hat stattdessen {} Abtastwerte</translation>
    </message>
    <message>
        <source>a volume to denoise has 1 to {} channels, not {}</source>
        <translation>ein Volumen zum Entrauschen hat 1 bis {} Kanäle, nicht {}</translation>
    </message>
    <message>
        <source>an index finds pictures as they are, not denoised</source>
        <translation>ein Index findet Bilder, wie sie sind, nicht entrauscht</translation>
    </message>
    <message>
        <source>only tensors can be kept positive</source>
        <translation>nur Tensoren können positiv gehalten werden</translation>
    </message>
    <message>
        <source>spacings of {} and {} are too different</source>
        <translation>Abstände von {} und {} sind zu verschieden</translation>
    </message>
    <message>
        <source>symmetric tensors have 6 components, not {}</source>
        <translation>symmetrische Tensoren haben 6 Komponenten, nicht {}</translation>
    </message>
    <message>
        <source>the gap must be {} to 1, not {}</source>
        <translation>die Lücke muss {} bis 1 sein, nicht {}</translation>
    </message>
    <message>
        <source>the same on this GPU alone</source>
        <translation>dasselbe nur auf dieser GPU</translation>
    </message>
    <message>
        <source>the sample at ({}, {}, {}) of channel {} is not a finite number</source>
        <translation>der Abtastwert bei ({}, {}, {}) in Kanal {} ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>the spacing of samples must be above 0, but is {}</source>
        <translation>der Abstand der Abtastwerte muss über 0 sein, ist aber {}</translation>
    </message>
    <message>
        <source>the strength must be above 0 and at most {}, not {}</source>
        <translation>die Stärke muss über 0 und höchstens {} sein, nicht {}</translation>
    </message>
    <message>
        <source>the volume has no samples</source>
        <translation>das Volumen hat keine Abtastwerte</translation>
    </message>
    <message>
        <source>there must be at least 1 iteration, not {}</source>
        <translation>es muss mindestens 1 Iteration sein, nicht {}</translation>
    </message>
    <message>
        <source>this picture has levels 0 to {}, not {}</source>
        <translation>dieses Bild hat die Stufen 0 bis {}, nicht {}</translation>
    </message>
    <message>
        <source>a picture of {} x {} pixels is too large</source>
        <translation>ein Bild von {} x {} Pixeln ist zu groß</translation>
    </message>
    <message>
        <source>a picture with a side over {} pixels cannot be searched</source>
        <translation>ein Bild mit einer Seite von mehr als {} Pixeln kann nicht durchsucht werden</translation>
    </message>
    <message>
        <source>a picture without pixels cannot be written</source>
        <translation>ein Bild ohne Pixel kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>a sample is not a finite number</source>
        <translation>ein Abtastwert ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>a sample of pixel {},{} is {}, over maxval {}</source>
        <translation>ein Abtastwert des Pixels {},{} ist {}, mehr als maxval {}</translation>
    </message>
    <message>
        <source>a picture for the screen must have four channels of 8 bits</source>
        <translation>ein Bild für den Bildschirm muss vier Kanäle zu 8 Bit haben</translation>
    </message>
    <message>
        <source>a {} has at most {} pixels a side, but the picture has {} x {}</source>
        <translation>{} hat höchstens {} Pixel je Seite, das Bild aber {} x {}</translation>
    </message>
    <message>
        <source>an outline is 1 to 255 pixels thick, not {}</source>
        <translation>ein Umriss ist 1 bis 255 Pixel dick, nicht {}</translation>
    </message>
    <message>
        <source>block: must be a multiple of 32, not {}</source>
        <translation>block: muss ein Vielfaches von 32 sein, nicht {}</translation>
    </message>
    <message>
        <source>blocks of {} x {} correlated directly</source>
        <translation>Blöcke von {} x {} unmittelbar korreliert</translation>
    </message>
    <message>
        <source>byte {}</source>
        <translation>Byte {}</translation>
    </message>
    <message>
        <source>the raster contains byte {} after {} of {} samples</source>
        <translation>das Raster enthält das Byte {} nach {} von {} Abtastwerten</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>cannot be encoded as JPEG: {}</source>
        <translation>kann nicht als JPEG gespeichert werden: {}</translation>
    </message>
    <message>
        <source>cannot be encoded as PNG</source>
        <translation>kann nicht als PNG gespeichert werden</translation>
    </message>
    <message>
        <source>cannot be encoded as {}: {}</source>
        <translation>kann nicht als {} gespeichert werden: {}</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>cannot be written: it belongs to another user, in a folder that all may write to</source>
        <translation>kann nicht geschrieben werden: Es gehört jemand anderem, in einem Ordner, in den alle schreiben dürfen</translation>
    </message>
    <message>
        <source>cannot be written: it is another user&apos;s link in a folder that all may write to</source>
        <translation>kann nicht geschrieben werden: Es ist die Verknüpfung eines anderen in einem Ordner, in den alle schreiben dürfen</translation>
    </message>
    <message>
        <source>cannot keep matches for the summary: {}</source>
        <translation>die Treffer für die Zusammenfassung können nicht aufgehoben werden: {}</translation>
    </message>
    <message>
        <source>could not be read to its end</source>
        <translation>konnte nicht bis zum Ende gelesen werden</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>Differenzen</translation>
    </message>
    <message>
        <source>distances</source>
        <translation>Abstände</translation>
    </message>
    <message>
        <source>distances of a needle this large need more than 64 bits, which the kernels do not support</source>
        <translation>die Abstände eines so großen Suchbilds brauchen mehr als 64 Bit, was die Kernel nicht unterstützen</translation>
    </message>
    <message>
        <source>does not state its size in the first {} MiB of the stream; save it as a file first</source>
        <translation>nennt seine Größe nicht in den ersten {} MiB des Datenstroms; zuerst als Datei speichern</translation>
    </message>
    <message>
        <source>only engine {} holds the pixels of this picture</source>
        <translation>nur die Engine {} hält die Pixel dieses Bildes</translation>
    </message>
    <message>
        <source>engine {} cannot mark the picture that it holds</source>
        <translation>die Engine {} kann das Bild, das sie hält, nicht markieren</translation>
    </message>
    <message>
        <source>engine {} cannot run here: {}</source>
        <translation>die Engine {} kann hier nicht laufen: {}</translation>
    </message>
    <message>
        <source>engine {} does not support {}</source>
        <translation>die Engine {} unterstützt nicht: {}</translation>
    </message>
    <message>
        <source>engine {} cannot use a picture that engine {} holds</source>
        <translation>die Engine {} kann ein Bild nicht benutzen, das die Engine {} hält</translation>
    </message>
    <message>
        <source>exact find</source>
        <translation>exakte Suche</translation>
    </message>
    <message>
        <source>exists already, and is not overwritten</source>
        <translation>gibt es schon und wird nicht überschrieben</translation>
    </message>
    <message>
        <source>flag plane</source>
        <translation>Kennzeichenebene</translation>
    </message>
    <message>
        <source>floating-point</source>
        <translation>Gleitkomma</translation>
    </message>
    <message>
        <source>floating-point samples are written as TIFF, so the name must end in .tif or .tiff</source>
        <translation>Gleitkommawerte werden als TIFF geschrieben, der Name muss also auf .tif oder .tiff enden</translation>
    </message>
    <message>
        <source>is another library&apos;s now; open it again</source>
        <translation>gehört inzwischen einer anderen Bibliothek; bitte neu öffnen</translation>
    </message>
    <message>
        <source>is longer than {} bytes, the limit for such a file</source>
        <translation>ist länger als {} Bytes, die Grenze für eine solche Datei</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>grey and alpha</source>
        <translation>Grau und Alpha</translation>
    </message>
    <message>
        <source>has a { without a }</source>
        <translation>hat ein { ohne }</translation>
    </message>
    <message>
        <source>has no ending that names a picture format</source>
        <translation>hat keine Endung, die ein Bildformat nennt</translation>
    </message>
    <message>
        <source>has {} channels of {} bits, which OpenCV decodes as {} of {} bits; convert it to {}</source>
        <translation>hat {} Kanäle zu {} Bit, die OpenCV als {} zu {} Bit liefert; in {} umwandeln</translation>
    </message>
    <message>
        <source>has {} channels; pictures of 1 to 4 are read</source>
        <translation>hat {} Kanäle; gelesen werden Bilder mit 1 bis 4</translation>
    </message>
    <message>
        <source>has {}, but only {name} and {number} are known</source>
        <translation>hat {}, aber bekannt sind nur {name} und {number}</translation>
    </message>
    <message>
        <source>height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>how often the pattern is hidden; milestones 4 and 5 only</source>
        <translation>wie oft das Muster versteckt ist; nur Meilensteine 4 und 5</translation>
    </message>
    <message>
        <source>is a BMP of {} bits a pixel with compression {}, which is not supported</source>
        <translation>ist ein BMP mit {} Bit je Pixel und Kompression {}; das wird nicht unterstützt</translation>
    </message>
    <message>
        <source>is a BMP picture that cannot be decoded: {}</source>
        <translation>ist ein BMP-Bild, das nicht zu entschlüsseln ist: {}</translation>
    </message>
    <message>
        <source>is a BMP with {} bits a sample; up to 8 are read</source>
        <translation>ist ein BMP mit {} Bit je Abtastwert; gelesen werden bis zu 8</translation>
    </message>
    <message>
        <source>is a JPEG of more than {} scans</source>
        <translation>ist ein JPEG mit mehr als {} Durchgängen</translation>
    </message>
    <message>
        <source>is a JPEG picture that cannot be decoded: {}</source>
        <translation>ist ein JPEG-Bild, das nicht zu entschlüsseln ist: {}</translation>
    </message>
    <message>
        <source>is a JPEG with {} bits a sample; 8 are read</source>
        <translation>ist ein JPEG mit {} Bit je Abtastwert; gelesen werden 8</translation>
    </message>
    <message>
        <source>is a JPEG with {} components; 1, 3 or 4 are read</source>
        <translation>ist ein JPEG mit {} Komponenten; gelesen werden 1, 3 oder 4</translation>
    </message>
    <message>
        <source>is a PNG picture that cannot be decoded: {}</source>
        <translation>ist ein PNG-Bild, das nicht zu entschlüsseln ist: {}</translation>
    </message>
    <message>
        <source>is a TIFF picture that cannot be decoded: {}</source>
        <translation>ist ein TIFF-Bild, das nicht zu entschlüsseln ist: {}</translation>
    </message>
    <message>
        <source>is a TIFF with {} samples of {} bits; unsigned ones of 8 or 16 are read</source>
        <translation>ist ein TIFF mit Abtastwerten der Art „{}“ zu {} Bit; gelesen werden solche ohne Vorzeichen zu 8 oder 16</translation>
    </message>
    <message>
        <source>is a folder, not a picture</source>
        <translation>ist ein Ordner, kein Bild</translation>
    </message>
    <message>
        <source>is a top-down BMP of {} bits a pixel with compression {}, which is not supported</source>
        <translation>ist ein BMP von oben nach unten mit {} Bit je Pixel und Kompression {}; das wird nicht unterstützt</translation>
    </message>
    <message>
        <source>is a {} picture</source>
        <translation>ist ein {}-Bild</translation>
    </message>
    <message>
        <source>is a {} picture that cannot be decoded: {}</source>
        <translation>ist ein {}-Bild, das nicht zu entschlüsseln ist: {}</translation>
    </message>
    <message>
        <source>is a {} picture, which is not supported; convert it to PNG</source>
        <translation>ist ein {}-Bild und wird nicht unterstützt; in PNG umwandeln</translation>
    </message>
    <message>
        <source>is an animated WebP; only single pictures are supported</source>
        <translation>ist ein bewegtes WebP; unterstützt werden nur einzelne Bilder</translation>
    </message>
    <message>
        <source>is an {} picture, which is not supported; convert it to PNG</source>
        <translation>ist ein {}-Bild und wird nicht unterstützt; in PNG umwandeln</translation>
    </message>
    <message>
        <source>is cut short</source>
        <translation>ist abgeschnitten</translation>
    </message>
    <message>
        <source>is damaged</source>
        <translation>ist beschädigt</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>is not a file name</source>
        <translation>ist kein Dateiname</translation>
    </message>
    <message>
        <source>is not a picture in a known format (PBM, PGM, PPM, PAM, PNG, JPEG, TIFF, BMP, WebP)</source>
        <translation>ist kein Bild in einem bekannten Format (PBM, PGM, PPM, PAM, PNG, JPEG, TIFF, BMP, WebP)</translation>
    </message>
    <message>
        <source>is not an Espy project</source>
        <translation>ist kein Espy-Projekt</translation>
    </message>
    <message>
        <source>is in a format that this build cannot read</source>
        <translation>ist in einem Format, das dieses Programm nicht lesen kann</translation>
    </message>
    <message>
        <source>is in a format that this build cannot write</source>
        <translation>ist in einem Format, das dieses Programm nicht schreiben kann</translation>
    </message>
    <message>
        <source>it belongs to another version of Espy</source>
        <translation>es gehört zu einer anderen Version von Espy</translation>
    </message>
    <message>
        <source>it cannot be loaded: {}</source>
        <translation>kann nicht geladen werden: {}</translation>
    </message>
    <message>
        <source>it cannot run here</source>
        <translation>kann hier nicht laufen</translation>
    </message>
    <message>
        <source>it ends before all of its scans</source>
        <translation>es endet vor dem letzten seiner Durchgänge</translation>
    </message>
    <message>
        <source>it ends within a header</source>
        <translation>es endet in einem Kopf</translation>
    </message>
    <message>
        <source>it failed to load and gave no reason</source>
        <translation>das Laden schlug fehl, ohne dass ein Grund genannt wurde</translation>
    </message>
    <message>
        <source>it has an unknown critical chunk {}</source>
        <translation>es hat einen unbekannten notwendigen Abschnitt {}</translation>
    </message>
    <message>
        <source>it has no palette</source>
        <translation>es hat keine Palette</translation>
    </message>
    <message>
        <source>it has two headers</source>
        <translation>es hat zwei Köpfe</translation>
    </message>
    <message>
        <source>it is not an Espy module</source>
        <translation>es ist kein Modul von Espy</translation>
    </message>
    <message>
        <source>it is not available</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message>
        <source>its IDAT chunks do not follow one another</source>
        <translation>seine IDAT-Abschnitte folgen nicht aufeinander</translation>
    </message>
    <message>
        <source>its compressed data are damaged or cut short</source>
        <translation>seine gepackten Daten sind beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>its compression, filter and interlace methods are {}, {} and {}; only 0, 0 and 0 or 1 are supported</source>
        <translation>Kompressions-, Filter- und Interlace-Verfahren sind {}, {} und {}; unterstützt werden nur 0, 0 und 0 oder 1</translation>
    </message>
    <message>
        <source>its header says {} x {} pixels, but it decodes to {} x {}</source>
        <translation>sein Kopf sagt {} x {} Pixel, es ergibt aber {} x {}</translation>
    </message>
    <message>
        <source>its mask {} is not contiguous</source>
        <translation>ihre Maske {} ist nicht zusammenhängend</translation>
    </message>
    <message>
        <source>its palette of {} bytes has a wrong length or position</source>
        <translation>seine Palette von {} Bytes hat eine falsche Länge oder Stelle</translation>
    </message>
    <message>
        <source>its picture data end after {} of {} bytes</source>
        <translation>seine Bilddaten enden nach {} von {} Bytes</translation>
    </message>
    <message>
        <source>its picture data continue after {} x {} pixels</source>
        <translation>seine Bilddaten gehen nach {} x {} Pixeln weiter</translation>
    </message>
    <message>
        <source>its runs end before the picture does</source>
        <translation>seine Lauflängen enden vor dem Bild</translation>
    </message>
    <message>
        <source>its runs extend beyond {} x {} pixels</source>
        <translation>seine Lauflängen reichen über {} x {} Pixel hinaus</translation>
    </message>
    <message>
        <source>its sampling factors are not between 1 and 4</source>
        <translation>seine Abtastfaktoren liegen nicht zwischen 1 und 4</translation>
    </message>
    <message>
        <source>its tRNS chunk of {} bytes has a wrong length or position</source>
        <translation>sein tRNS-Abschnitt von {} Bytes hat eine falsche Länge oder Stelle</translation>
    </message>
    <message>
        <source>kept pictures</source>
        <translation>gehaltene Bilder</translation>
    </message>
    <message>
        <source>search with an index</source>
        <translation>Suche mit einem Index</translation>
    </message>
    <message>
        <source>length: a query of {} does not fit into {} samples</source>
        <translation>length: Eine Anfrage von {} passt nicht in {} Abtastwerte</translation>
    </message>
    <message>
        <source>marked picture</source>
        <translation>markiertes Bild</translation>
    </message>
    <message>
        <source>marking</source>
        <translation>Markierung</translation>
    </message>
    <message>
        <source>maxval is {}, but must be 1 to 65535</source>
        <translation>maxval ist {}, muss aber 1 bis 65535 sein</translation>
    </message>
    <message>
        <source>more than 2^32 - 2 matches cannot be compared for overlap</source>
        <translation>mehr als 2^32 - 2 Treffer können nicht auf Überlappung verglichen werden</translation>
    </message>
    <message>
        <source>more than {} bytes after the first picture were not read</source>
        <translation>mehr als {} Bytes nach dem ersten Bild wurden nicht gelesen</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>Suchbild</translation>
    </message>
    <message>
        <source>needles of 16 GiB or more cannot be searched for</source>
        <translation>Suchbilder ab 16 GiB können nicht gesucht werden</translation>
    </message>
    <message>
        <source>no CUDA driver found</source>
        <translation>kein CUDA-Treiber gefunden</translation>
    </message>
    <message>
        <source>no memory for a picture of {} x {} pixels</source>
        <translation>kein Speicher für ein Bild von {} x {} Pixeln</translation>
    </message>
    <message>
        <source>no memory for {} bytes</source>
        <translation>kein Speicher für {} Bytes</translation>
    </message>
    <message>
        <source>no memory to decode it</source>
        <translation>kein Speicher, um es zu entschlüsseln</translation>
    </message>
    <message>
        <source>no memory to encode it</source>
        <translation>kein Speicher, um es zu packen</translation>
    </message>
    <message>
        <source>no more than {} patterns fit into {} x {} pixels, so matches={} is too many</source>
        <translation>in {2} x {3} Pixel passen höchstens {1} Muster, matches={4} ist also zu viel</translation>
    </message>
    <message>
        <source>no picture format has the ending {}</source>
        <translation>kein Bildformat hat die Endung {}</translation>
    </message>
    <message>
        <source>no pixel of the needle has any weight</source>
        <translation>kein Pixel des Suchbilds hat Gewicht</translation>
    </message>
    <message>
        <source>espy_lab.so was not found: install the package espy-lab</source>
        <translation>espy_lab.so nicht gefunden: das Paket espy-lab installieren</translation>
    </message>
    <message>
        <source>espy_cuda_lab.so was not found: install the package espy-cuda-lab, or build with nvcc</source>
        <translation>espy_cuda_lab.so nicht gefunden: das Paket espy-cuda-lab installieren oder mit nvcc bauen</translation>
    </message>
    <message>
        <source>espy_lab_opencv.so was not found: install the package espy-lab, or build with OpenCV</source>
        <translation>espy_lab_opencv.so nicht gefunden: das Paket espy-lab installieren oder mit OpenCV bauen</translation>
    </message>
    <message>
        <source>lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>knnMatch</source>
        <translation>knnMatch</translation>
    </message>
    <message>
        <source>no GPU support installed (package espy-cuda)</source>
        <translation>keine GPU-Unterstützung installiert (Paket espy-cuda)</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>nicht genug Speicher</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>of OpenMP; 0: all of the machine</source>
        <translation>von OpenMP; 0 sind alle des Rechners</translation>
    </message>
    <message>
        <source>of the pictures</source>
        <translation>der Bilder</translation>
    </message>
    <message>
        <source>of the random values</source>
        <translation>der Zufallswerte</translation>
    </message>
    <message>
        <source>on the GPU: one thread for each query, or all</source>
        <translation>auf der GPU: ein Thread je Anfrage oder alle</translation>
    </message>
    <message>
        <source>one run takes longer than the limit of {} s (patience)</source>
        <translation>ein Lauf dauert länger als die Grenze von {} s (Geduld)</translation>
    </message>
    <message>
        <source>one run would take about {} s, longer than the limit of {} s (patience)</source>
        <translation>ein Lauf würde etwa {} s dauern, länger als die Grenze von {} s (Geduld)</translation>
    </message>
    <message>
        <source>picture that was searched</source>
        <translation>durchsuchte Bild</translation>
    </message>
    <message>
        <source>pixel {},{} has a colour that its palette of {} lacks</source>
        <translation>Pixel {},{} hat eine Farbe, die in der Palette von {} fehlt</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>random values, or pieces of the signal</source>
        <translation>Zufallswerte oder Stücke des Signals</translation>
    </message>
    <message>
        <source>rates</source>
        <translation>Raten</translation>
    </message>
    <message>
        <source>row {} has the unknown filter {}</source>
        <translation>Zeile {} hat den unbekannten Filter {}</translation>
    </message>
    <message>
        <source>samples are up to {} apart, and the sum of {} such differences does not fit into 32 bits</source>
        <translation>Abtastwerte liegen bis zu {} auseinander, und die Summe von {} solchen Differenzen passt nicht in 32 Bit</translation>
    </message>
    <message>
        <source>score map</source>
        <translation>Ähnlichkeitskarte</translation>
    </message>
    <message>
        <source>scored find</source>
        <translation>Suche nach Ähnlichkeit</translation>
    </message>
    <message>
        <source>screening</source>
        <translation>Auswahl einer Farbe</translation>
    </message>
    <message>
        <source>signal find</source>
        <translation>Suche in Signalen</translation>
    </message>
    <message>
        <source>signal-sad</source>
        <translation>signal-sad</translation>
    </message>
    <message>
        <source>signal-sad data</source>
        <translation>Daten von signal-sad</translation>
    </message>
    <message>
        <source>signed</source>
        <translation>mit Vorzeichen</translation>
    </message>
    <message>
        <source>sums of more than 8,421,504 integers overflow; the queries have {}</source>
        <translation>Summen von mehr als 8.421.504 ganzen Zahlen laufen über; die Anfragen haben {}</translation>
    </message>
    <message>
        <source>the BMP header does not state where its pixels begin</source>
        <translation>der BMP-Kopf gibt nicht an, wo die Pixel beginnen</translation>
    </message>
    <message>
        <source>the BMP header says {} x {} pixels</source>
        <translation>der BMP-Kopf sagt {} x {} Pixel</translation>
    </message>
    <message>
        <source>the CUDA driver supports version {}, but this engine needs {}</source>
        <translation>der CUDA-Treiber unterstützt Version {}, diese Engine braucht aber {}</translation>
    </message>
    <message>
        <source>the JPEG file does not state its size</source>
        <translation>die JPEG-Datei nennt ihre Größe nicht</translation>
    </message>
    <message>
        <source>the JPEG file has no picture data</source>
        <translation>die JPEG-Datei hat keine Bilddaten</translation>
    </message>
    <message>
        <source>the JPEG file is damaged at byte {}: a segment has no length</source>
        <translation>die JPEG-Datei ist bei Byte {} beschädigt: Ein Segment hat keine Länge</translation>
    </message>
    <message>
        <source>the JPEG file is damaged at byte {}: a marker is missing</source>
        <translation>die JPEG-Datei ist bei Byte {} beschädigt: Dort fehlt eine Marke</translation>
    </message>
    <message>
        <source>the JPEG header says {} x {} pixels</source>
        <translation>der JPEG-Kopf sagt {} x {} Pixel</translation>
    </message>
    <message>
        <source>the PNG file does not begin with its header</source>
        <translation>die PNG-Datei beginnt nicht mit ihrem Kopf</translation>
    </message>
    <message>
        <source>the PNG file has no picture data</source>
        <translation>die PNG-Datei hat keine Bilddaten</translation>
    </message>
    <message>
        <source>the PNG file is damaged at byte {}: a checksum is wrong</source>
        <translation>die PNG-Datei ist bei Byte {} beschädigt: Eine Prüfsumme ist falsch</translation>
    </message>
    <message>
        <source>the PNG header says colour type {} with {} bits, which is invalid</source>
        <translation>der PNG-Kopf sagt Farbart {} mit {} Bit, was ungültig ist</translation>
    </message>
    <message>
        <source>the PNG header says {} x {} pixels</source>
        <translation>der PNG-Kopf sagt {} x {} Pixel</translation>
    </message>
    <message>
        <source>the TIFF file has no picture data</source>
        <translation>die TIFF-Datei hat keine Bilddaten</translation>
    </message>
    <message>
        <source>the TIFF header says {} x {} pixels</source>
        <translation>der TIFF-Kopf sagt {} x {} Pixel</translation>
    </message>
    <message>
        <source>the WebP file does not begin with a picture</source>
        <translation>die WebP-Datei beginnt nicht mit einem Bild</translation>
    </message>
    <message>
        <source>the WebP header has a wrong signature</source>
        <translation>der WebP-Kopf hat eine falsche Kennung</translation>
    </message>
    <message>
        <source>the WebP header says {} x {} pixels</source>
        <translation>der WebP-Kopf sagt {} x {} Pixel</translation>
    </message>
    <message>
        <source>the GPU generates its own data (cuRAND), or gets the host&apos;s</source>
        <translation>die GPU erzeugt ihre eigenen Daten (cuRAND) oder bekommt die des Hosts</translation>
    </message>
    <message>
        <source>the decoder says: {}</source>
        <translation>der Decoder sagt: {}</translation>
    </message>
    <message>
        <source>the reference implementation: plain, sequential, slow</source>
        <translation>die Referenzimplementierung: einfach, sequenziell, langsam</translation>
    </message>
    <message>
        <source>the device does not report its properties</source>
        <translation>das Gerät meldet seine Eigenschaften nicht</translation>
    </message>
    <message>
        <source>the fast search on a GPU</source>
        <translation>die schnelle Suche auf einer GPU</translation>
    </message>
    <message>
        <source>the fast search on all cores, with OpenMP</source>
        <translation>die schnelle Suche auf allen Kernen, mit OpenMP</translation>
    </message>
    <message>
        <source>the fast search on all cores, with Espy&apos;s own threads</source>
        <translation>die schnelle Suche auf allen Kernen, mit eigenen Threads von Espy</translation>
    </message>
    <message>
        <source>the fast search on one core</source>
        <translation>die schnelle Suche auf einem Kern</translation>
    </message>
    <message>
        <source>the file ends before the ENDHDR line</source>
        <translation>die Datei endet vor der Zeile ENDHDR</translation>
    </message>
    <message>
        <source>the file ends before the {}</source>
        <translation>die Datei endet vor der Angabe: {}</translation>
    </message>
    <message>
        <source>the file ends in the {}</source>
        <translation>die Datei endet in der Angabe: {}</translation>
    </message>
    <message>
        <source>the file has further pages, which were not read</source>
        <translation>die Datei hat weitere Seiten, die nicht gelesen wurden</translation>
    </message>
    <message>
        <source>the flag plane has {} x {} pixels and the picture {} x {}</source>
        <translation>die Kennzeichenebene hat {} x {} Pixel und das Bild {} x {}</translation>
    </message>
    <message>
        <source>the flag plane must be a grey picture of 8 bits</source>
        <translation>die Kennzeichenebene muss ein graues Bild mit 8 Bit sein</translation>
    </message>
    <message>
        <source>the GPU failed: {}: {} ({})</source>
        <translation>die GPU hat versagt: {}: {} ({})</translation>
    </message>
    <message>
        <source>the GPU does not have enough free memory</source>
        <translation>die GPU hat nicht genug freien Speicher</translation>
    </message>
    <message>
        <source>the GPU can search at most 2,147,483,647 samples, not {}</source>
        <translation>die GPU kann höchstens 2.147.483.647 Abtastwerte durchsuchen, nicht {}</translation>
    </message>
    <message>
        <source>the GPU cannot be used after an earlier error; restart the program to use it again</source>
        <translation>die GPU ist nach einem früheren Fehler nicht mehr benutzbar; dazu das Programm neu starten</translation>
    </message>
    <message>
        <source>the test&apos;s limit on GPU memory blocks was exceeded</source>
        <translation>die Testgrenze für GPU-Speicherblöcke ist überschritten</translation>
    </message>
    <message>
        <source>the header has no {} line</source>
        <translation>der Kopf hat keine Zeile {}</translation>
    </message>
    <message>
        <source>the header has two {} lines</source>
        <translation>der Kopf hat zwei Zeilen {}</translation>
    </message>
    <message>
        <source>the header is longer than {} bytes</source>
        <translation>der Kopf ist länger als {} Bytes</translation>
    </message>
    <message>
        <source>the mask is a colour picture, but must be grey</source>
        <translation>die Maske ist ein farbiges Bild, muss aber grau sein</translation>
    </message>
    <message>
        <source>the mask is {} x {} pixels, but the needle is {} x {}</source>
        <translation>die Maske hat {} x {} Pixel, das Suchbild aber {} x {}</translation>
    </message>
    <message>
        <source>costs of intervals close to each other differ by more than 65,534; use 32 bits</source>
        <translation>Kosten benachbarter Abschnitte unterscheiden sich um mehr als 65.534; 32 Bit verwenden</translation>
    </message>
    <message>
        <source>costs may exceed 2^28; use floating point</source>
        <translation>Kosten können 2^28 übersteigen; Gleitkommazahlen verwenden</translation>
    </message>
    <message>
        <source>there is no interval</source>
        <translation>es gibt keinen Abschnitt</translation>
    </message>
    <message>
        <source>{} GPUs: {} to {}</source>
        <translation>{} GPUs: {} bis {}</translation>
    </message>
    <message>
        <source>{} factors for {} points</source>
        <translation>{} Faktoren für {} Punkte</translation>
    </message>
    <message>
        <source>factors need more than 16 bits</source>
        <translation>Faktoren brauchen mehr als 16 Bit</translation>
    </message>
    <message>
        <source>a table of {} points needs {} bytes; at most {} points fit into {}</source>
        <translation>eine Tabelle mit {} Punkten braucht {} Byte; höchstens {} Punkte passen in {}</translation>
    </message>
    <message>
        <source>{} costs of pairs for {} points</source>
        <translation>{} Kosten von Paaren für {} Punkte</translation>
    </message>
    <message>
        <source>a polygon has at least three corners</source>
        <translation>ein Vieleck hat mindestens drei Ecken</translation>
    </message>
    <message>
        <source>there is no matrix to multiply</source>
        <translation>es gibt keine Matrix zu multiplizieren</translation>
    </message>
    <message>
        <source>a matrix has no row or no column</source>
        <translation>eine Matrix hat keine Zeile oder keine Spalte</translation>
    </message>
    <message>
        <source>these matrices may need 2^53 multiplications or more</source>
        <translation>diese Matrizen können 2^53 oder mehr Multiplikationen brauchen</translation>
    </message>
    <message>
        <source>the needle has no outline of {} pixels or more; give it transparent pixels or a mask, or a picture with clear edges</source>
        <translation>das Suchbild hat keinen Umriss von {} Pixeln oder mehr; es braucht durchsichtige Pixel, eine Maske oder klare Kanten</translation>
    </message>
    <message>
        <source>the bend must be more than 0 and at most 1</source>
        <translation>die Biegung muss größer als 0 und höchstens 1 sein</translation>
    </message>
    <message>
        <source>outlines are between pixels already</source>
        <translation>Umrisse liegen schon zwischen Pixeln</translation>
    </message>
    <message>
        <source>outlines may always be partly hidden, in any contrast</source>
        <translation>Umrisse dürfen immer teilweise verdeckt sein, in jedem Kontrast</translation>
    </message>
    <message>
        <source>angles are from -360 to 360 degrees, scales from 0.01 to 100, the first no larger than the last</source>
        <translation>Winkel gehen von -360 bis 360 Grad, Maßstäbe von 0,01 bis 100, der erste nicht größer als der letzte</translation>
    </message>
    <message>
        <source>contours of the picture are compared with parts of the outline</source>
        <translation>Konturen des Bildes werden mit Teilen des Umrisses verglichen</translation>
    </message>
    <message>
        <source>outlines are searched by the processor</source>
        <translation>Umrisse sucht der Prozessor</translation>
    </message>
    <message>
        <source>a point of the outline is not a number</source>
        <translation>ein Punkt des Umrisses ist keine Zahl</translation>
    </message>
    <message>
        <source>a table of n x n distances needs between 2 and n - 1 neighbours</source>
        <translation>eine Tabelle von n x n Abständen braucht 2 bis n - 1 Nachbarn</translation>
    </message>
    <message>
        <source>an outline has at least three different points</source>
        <translation>ein Umriss hat mindestens drei verschiedene Punkte</translation>
    </message>
    <message>
        <source>the minimum score is not a number</source>
        <translation>die Mindestähnlichkeit ist keine Zahl</translation>
    </message>
    <message>
        <source>the naming &quot;{}&quot; {}</source>
        <translation>die Benennung „{}“ {}</translation>
    </message>
    <message>
        <source>the needle has no opaque pixel</source>
        <translation>das Suchbild hat keinen undurchsichtigen Pixel</translation>
    </message>
    <message>
        <source>the needle has one colour only, which zncc cannot compare; use sad or ssd</source>
        <translation>das Suchbild hat nur eine Farbe, damit kann zncc nicht vergleichen; sad oder ssd benutzen</translation>
    </message>
    <message>
        <source>the needle is empty</source>
        <translation>das Suchbild ist leer</translation>
    </message>
    <message>
        <source>the needle is larger than the picture: there are no scores</source>
        <translation>das Suchbild ist größer als das Bild: Es gibt keine Ähnlichkeiten</translation>
    </message>
    <message>
        <source>{} needles, the first of them {}, are larger than this image ({} x {} pixels)</source>
        <translation>{} Suchbilder, als erstes {}, sind größer als dieses Bild ({} x {} Pixel)</translation>
    </message>
    <message>
        <source>the needle {} ({} x {} pixels) is larger than this image ({} x {} pixels)</source>
        <translation>das Suchbild {} ({} x {} Pixel) ist größer als dieses Bild ({} x {} Pixel)</translation>
    </message>
    <message>
        <source>all needles of the index are larger than this image ({} x {} pixels)</source>
        <translation>alle Suchbilder des Index sind größer als dieses Bild ({} x {} Pixel)</translation>
    </message>
    <message>
        <source>the number of runs is less than 1</source>
        <translation>die Anzahl der Läufe ist kleiner als 1</translation>
    </message>
    <message>
        <source>the number of runs is negative</source>
        <translation>die Anzahl der Läufe ist negativ</translation>
    </message>
    <message>
        <source>the picture is held by {}</source>
        <translation>das Bild liegt bei {}</translation>
    </message>
    <message>
        <source>the queries are longer than the data</source>
        <translation>die Anfragen sind länger als die Daten</translation>
    </message>
    <message>
        <source>the queries take {} bytes, but the constant memory of a GPU has {}</source>
        <translation>die Anfragen brauchen {} Bytes, der Konstantenspeicher einer GPU hat aber {}</translation>
    </message>
    <message>
        <source>the raster ends after {} of {} bytes</source>
        <translation>das Raster endet nach {} von {} Bytes</translation>
    </message>
    <message>
        <source>the raster ends after {} of {} samples</source>
        <translation>das Raster endet nach {} von {} Abtastwerten</translation>
    </message>
    <message>
        <source>the raster has {} bytes, which cannot hold {} samples</source>
        <translation>das Raster hat {} Bytes, in die {} Abtastwerte nicht passen</translation>
    </message>
    <message>
        <source>the summary</source>
        <translation>die Zusammenfassung</translation>
    </message>
    <message>
        <source>the system started only {} of {} threads: {}</source>
        <translation>das System startet nur {} von {} Threads: {}</translation>
    </message>
    <message>
        <source>the three passes as plain GPU kernels, for study</source>
        <translation>die drei Durchgänge als einfache GPU-Kernel, zum Studium</translation>
    </message>
    <message>
        <source>the tolerance is negative</source>
        <translation>die Toleranz ist negativ</translation>
    </message>
    <message>
        <source>the tolerance must not be negative, but is {}</source>
        <translation>die Toleranz darf nicht negativ sein, ist aber {}</translation>
    </message>
    <message>
        <source>the {} file does not state its size</source>
        <translation>die {}-Datei nennt ihre Größe nicht</translation>
    </message>
    <message>
        <source>the {} file is cut short after {}</source>
        <translation>die {}-Datei ist abgeschnitten nach: {}</translation>
    </message>
    <message>
        <source>the {} is 0, but must be at least 1</source>
        <translation>{} ist 0, muss aber mindestens 1 sein</translation>
    </message>
    <message>
        <source>the {} {} does not fit in 63 bits</source>
        <translation>{} {} passt nicht in 63 Bit</translation>
    </message>
    <message>
        <source>there is a CUDA driver, but no device</source>
        <translation>es gibt einen CUDA-Treiber, aber kein Gerät</translation>
    </message>
    <message>
        <source>there is no engine named {}; the engines are {}</source>
        <translation>es gibt keine Engine namens {}; vorhanden sind {}</translation>
    </message>
    <message>
        <source>there is no engine {}</source>
        <translation>es gibt keine Engine {}</translation>
    </message>
    <message>
        <source>there is no experiment {}; the experiments are {}</source>
        <translation>es gibt keinen Versuch {}; die Versuche sind {}</translation>
    </message>
    <message>
        <source>there is no image to search</source>
        <translation>es gibt kein Bild zum Durchsuchen</translation>
    </message>
    <message>
        <source>there is no needle to find</source>
        <translation>es gibt kein Suchbild</translation>
    </message>
    <message>
        <source>there is nothing to measure</source>
        <translation>es gibt nichts zu messen</translation>
    </message>
    <message>
        <source>only one thread may be used</source>
        <translation>nur ein Thread steht zur Verfügung</translation>
    </message>
    <message>
        <source>the samples of the queries must form one or more whole queries</source>
        <translation>die Abtastwerte der Anfragen müssen eine oder mehrere ganze Anfragen bilden</translation>
    </message>
    <message>
        <source>this build has no OpenMP</source>
        <translation>dieses Programm hat kein OpenMP</translation>
    </message>
    <message>
        <source>this build has no such kernels</source>
        <translation>dieses Programm hat keine solchen Kernel</translation>
    </message>
    <message>
        <source>this engine has no exact find</source>
        <translation>diese Engine hat keine exakte Suche</translation>
    </message>
    <message>
        <source>this engine has no flag plane</source>
        <translation>diese Engine hat keine Kennzeichenebene</translation>
    </message>
    <message>
        <source>this engine has no marking</source>
        <translation>diese Engine hat keine Markierung</translation>
    </message>
    <message>
        <source>this picture is not held by engine cuda</source>
        <translation>dieses Bild wird nicht von der Engine cuda gehalten</translation>
    </message>
    <message>
        <source>this picture is read-only; paint on a copy of it</source>
        <translation>dieses Bild ist schreibgeschützt; bitte auf eine Kopie malen</translation>
    </message>
    <message>
        <source>this processor lacks SSE 4.2, which Espy needs</source>
        <translation>diesem Prozessor fehlt SSE 4.2, das Espy braucht</translation>
    </message>
    <message>
        <source>this build does not have {} on this processor; it has {}</source>
        <translation>diese Version hat {} auf diesem Prozessor nicht; sie hat {}</translation>
    </message>
    <message>
        <source>thousands of pixels: 1049 is 1024 x 1024, 7078 is 3072 x 2304, 41472 is 7680 x 5400</source>
        <translation>Tausende von Pixeln: 1049 ist 1024 x 1024, 7078 ist 3072 x 2304, 41472 ist 7680 x 5400</translation>
    </message>
    <message>
        <source>threads of OpenMP</source>
        <translation>Threads von OpenMP</translation>
    </message>
    <message>
        <source>threads of a block on the GPU, a multiple of 32</source>
        <translation>Threads eines Blocks auf der GPU, ein Vielfaches von 32</translation>
    </message>
    <message>
        <source>tuple type {} is unknown and was read as {}</source>
        <translation>die Tupelart {} ist unbekannt und wurde als {} gelesen</translation>
    </message>
    <message>
        <source>tuple type {} needs DEPTH {}, but it is {}</source>
        <translation>die Tupelart {} braucht DEPTH {}, es ist aber {}</translation>
    </message>
    <message>
        <source>tuple type {} needs MAXVAL 1, but it is {}</source>
        <translation>die Tupelart {} braucht MAXVAL 1, es ist aber {}</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>unbekannter Fehler</translation>
    </message>
    <message>
        <source>unusual</source>
        <translation>ungewöhnlich</translation>
    </message>
    <message>
        <source>values in a query</source>
        <translation>Werte in einer Anfrage</translation>
    </message>
    <message>
        <source>values in the signal</source>
        <translation>Werte im Signal</translation>
    </message>
    <message>
        <source>was cut short while it was read</source>
        <translation>wurde beim Lesen abgeschnitten</translation>
    </message>
    <message>
        <source>was changed while it was read, up to frame {}</source>
        <translation>wurde beim Lesen verändert, bis zum Einzelbild {}</translation>
    </message>
    <message>
        <source>whether a GPU pays off changes {} times between {} and {}</source>
        <translation>ob sich eine GPU lohnt, wechselt zwischen {2} und {3} {1} Mal</translation>
    </message>
    <message>
        <source>which of the six works</source>
        <translation>welche der sechs Aufgaben</translation>
    </message>
    <message>
        <source>whole numbers 0..99, or floats in [0, 1)</source>
        <translation>ganze Zahlen 0..99 oder Gleitkommazahlen in [0, 1)</translation>
    </message>
    <message>
        <source>width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>zncc cannot weight pixels; weights are for sad and ssd</source>
        <translation>zncc kann Pixel nicht gewichten; Gewichte sind für sad und ssd</translation>
    </message>
    <message>
        <source>{} (a comment directly follows a number: the digits after the comment belong to the number)</source>
        <translation>{} (ein Kommentar folgt direkt auf eine Zahl: Die Ziffern nach dem Kommentar gehören zur Zahl)</translation>
    </message>
    <message>
        <source>{} and {}: only one parameter can be swept at a time</source>
        <translation>{} und {}: Nur ein Parameter kann zurzeit durchlaufen werden</translation>
    </message>
    <message>
        <source>{} belongs to Espy {}, but this is {}</source>
        <translation>{} gehört zu Espy {}, dies ist aber {}</translation>
    </message>
    <message>
        <source>{} belongs to another version of Espy</source>
        <translation>{} gehört zu einer anderen Version von Espy</translation>
    </message>
    <message>
        <source>{} bytes</source>
        <translation>{} Bytes</translation>
    </message>
    <message>
        <source>{} bytes a pixel are more than the {} that are read</source>
        <translation>{} Bytes je Pixel sind mehr als die {}, die gelesen werden</translation>
    </message>
    <message>
        <source>{} bytes after the first picture were not read</source>
        <translation>{} Bytes nach dem ersten Bild wurden nicht gelesen</translation>
    </message>
    <message>
        <source>{} bytes after its picture data were not read</source>
        <translation>{} Bytes nach den Bilddaten wurden nicht gelesen</translation>
    </message>
    <message>
        <source>{} channels are more than 63 bits can count</source>
        <translation>{} Kanäle sind mehr, als 63 Bit zählen können</translation>
    </message>
    <message>
        <source>{} failed, and others did its work: {}</source>
        <translation>{} ist ausgefallen, andere übernahmen die Arbeit: {}</translation>
    </message>
    <message>
        <source>{} follows ENDHDR</source>
        <translation>{} folgt auf ENDHDR</translation>
    </message>
    <message>
        <source>{} follows P7, where a new line is required</source>
        <translation>{} folgt auf P7, dort muss eine neue Zeile beginnen</translation>
    </message>
    <message>
        <source>{} follows P{}, where whitespace is required</source>
        <translation>{} folgt auf P{}, dort muss ein Leerzeichen stehen</translation>
    </message>
    <message>
        <source>{} has compute capability {}, but 7.5 is required</source>
        <translation>{} hat die Compute Capability {}, nötig ist aber 7.5</translation>
    </message>
    <message>
        <source>{} has no number</source>
        <translation>{} hat keine Zahl</translation>
    </message>
    <message>
        <source>{} has no parameter {}; the parameters are {}</source>
        <translation>{} hat keinen Parameter {}; die Parameter sind {}</translation>
    </message>
    <message>
        <source>{} is not a line of a PAM header</source>
        <translation>{} ist keine Zeile eines PAM-Kopfs</translation>
    </message>
    <message>
        <source>{} is not an Espy plug-in</source>
        <translation>{} ist kein Plug-in von Espy</translation>
    </message>
    <message>
        <source>{} is where the {} should be</source>
        <translation>{} steht dort, wo diese Angabe sein sollte: {}</translation>
    </message>
    <message>
        <source>{} is {}, not a number</source>
        <translation>{} ist {}, keine Zahl</translation>
    </message>
    <message>
        <source>{} iterations, {} in one pass over memory</source>
        <translation>{} Iterationen, {} in einem Durchgang durch den Speicher</translation>
    </message>
    <message>
        <source>{} megapixels</source>
        <translation>{} Megapixel</translation>
    </message>
    <message>
        <source>{} megapixels are enough work for {} threads</source>
        <translation>{} Megapixel sind genug Arbeit für {} Threads</translation>
    </message>
    <message>
        <source>{} of its {} channels were left out</source>
        <translation>{} seiner {} Kanäle wurden weggelassen</translation>
    </message>
    <message>
        <source>{} of picture data cannot hold {} x {} pixels</source>
        <translation>{} Bilddaten können {} x {} Pixel nicht fassen</translation>
    </message>
    <message>
        <source>{} of runs cannot fill {} x {} pixels</source>
        <translation>{} Lauflängen können {} x {} Pixel nicht füllen</translation>
    </message>
    <message>
        <source>{} on {} threads</source>
        <translation>{} mit {} Threads</translation>
    </message>
    <message>
        <source>{} or {}</source>
        <translation>{} oder {}</translation>
    </message>
    <message>
        <source>{} ran instead</source>
        <translation>stattdessen lief {}</translation>
    </message>
    <message>
        <source>{} threads</source>
        <translation>{} Threads</translation>
    </message>
    <message>
        <source>{} values do not make a picture of {} x {} pixels</source>
        <translation>{} Werte sind kein Bild von {} x {} Pixeln</translation>
    </message>
    <message>
        <source>{} x {} pixels are more than the {} allowed</source>
        <translation>{} x {} Pixel sind mehr als die erlaubten {}</translation>
    </message>
    <message>
        <source>{} x {} pixels of {} bytes are more than 63 bits can count</source>
        <translation>{} x {} Pixel zu {} Bytes sind mehr, als 63 Bit zählen können</translation>
    </message>
    <message>
        <source>{} x {} x {} samples in {} channels need {} MB; this machine has {}</source>
        <translation>{} x {} x {} Abtastwerte in {} Kanälen brauchen {} MB; dieser Rechner hat {}</translation>
    </message>
    <message>
        <source>{} {} times</source>
        <translation>{} auf das {}-Fache</translation>
    </message>
    <message>
        <source>{}, but the module for it cannot be loaded: {}: {}</source>
        <translation>{}, aber das Modul dafür kann nicht geladen werden: {}: {}</translation>
    </message>
    <message>
        <source>{}, but the module for it is not in ESPY_MODULE_DIR, {}</source>
        <translation>{}, aber das Modul dafür ist nicht in ESPY_MODULE_DIR, {}</translation>
    </message>
    <message>
        <source>{}, {} GiB, driver for CUDA {}</source>
        <translation>{}, {} GiB, Treiber für CUDA {}</translation>
    </message>
    <message>
        <source>{}: &quot;{}&quot; has an invalid value</source>
        <translation>{}: „{}“ hat einen ungültigen Wert</translation>
    </message>
    <message>
        <source>{}: the size of a mask differs from that of its needle</source>
        <translation>{}: Die Größe einer Maske weicht von der ihres Suchbilds ab</translation>
    </message>
    <message>
        <source>{}: cannot make this folder: {}</source>
        <translation>{}: Dieser Ordner kann nicht angelegt werden: {}</translation>
    </message>
    <message>
        <source>{}: cannot write into {}: {}</source>
        <translation>{}: In {} kann nicht geschrieben werden: {}</translation>
    </message>
    <message>
        <source>{}: has no default sweep; give values separated by commas</source>
        <translation>{}: hat keinen voreingestellten Durchlauf; Werte durch Kommas getrennt angeben</translation>
    </message>
    <message>
        <source>{}: is a folder</source>
        <translation>{}: ist ein Ordner</translation>
    </message>
    <message>
        <source>{}: must be a whole number from {} to {}, not {}</source>
        <translation>{}: muss eine ganze Zahl von {} bis {} sein, nicht {}</translation>
    </message>
    <message>
        <source>{}: is missing</source>
        <translation>{}: fehlt</translation>
    </message>
    <message>
        <source>{}: is not a file that can be read more than once</source>
        <translation>{}: ist keine Datei, die mehr als einmal gelesen werden kann</translation>
    </message>
    <message>
        <source>{}: must be one of {}, not {}</source>
        <translation>{}: muss eins von {} sein, nicht {}</translation>
    </message>
    <message>
        <source>{}: is an input of this batch and is not overwritten; choose another folder or naming</source>
        <translation>{}: ist eine Eingabe dieses Stapels und wird nicht überschrieben; anderen Ordner oder andere Benennung wählen</translation>
    </message>
    <message>
        <source>{}: is the {}; choose another name</source>
        <translation>{}: ist das {}; einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>{}: preparing this point takes longer than {} s; use a smaller value or more patience</source>
        <translation>{}: diesen Punkt vorzubereiten dauert länger als {} s; einen kleineren Wert oder mehr Geduld angeben</translation>
    </message>
    <message>
        <source>{}: was written by a later version of Espy</source>
        <translation>{}: wurde von einer neueren Version von Espy geschrieben</translation>
    </message>
    <message>
        <source>{}: whether a GPU pays off cannot be measured here ({}).</source>
        <translation>{}: Ob sich eine GPU lohnt, lässt sich hier nicht messen ({}).</translation>
    </message>
    <message>
        <source>{}: whether a GPU pays off cannot be measured here.</source>
        <translation>{}: Ob sich eine GPU lohnt, lässt sich hier nicht messen.</translation>
    </message>
    <message>
        <source>{}: {} and {} would both be written under this name; a naming with {number} keeps them apart</source>
        <translation>{}: {} und {} würden beide unter diesem Namen geschrieben; eine Benennung mit {number} hält sie auseinander</translation>
    </message>
    <message>
        <source>{}: {} is not a folder</source>
        <translation>{}: {} ist kein Ordner</translation>
    </message>
    <message>
        <source>{}: {}, transfers included.</source>
        <translation>{}: {}, Übertragung inbegriffen.</translation>
    </message>
    <message>
        <source>{}; from about {} it does</source>
        <translation>{}; ab etwa {} lohnt sie sich</translation>
    </message>
    <message>
        <source>{}; the endings are {}</source>
        <translation>{}; möglich sind {}</translation>
    </message>
    <message>
        <source>exact finds needles in quarter turns and mirrored; for other angles and scales use zncc, ssd or sad</source>
        <translation>exact findet Suchbilder in Vierteldrehungen und gespiegelt; für andere Winkel und Größen zncc, ssd oder sad verwenden</translation>
    </message>
    <message>
        <source>inverted contrast is for zncc; sad and ssd compare the values themselves</source>
        <translation>umgekehrter Kontrast ist für zncc; sad und ssd vergleichen die Werte selbst</translation>
    </message>
    <message>
        <source>more than {} positions and poses reach the score {}; raise the minimum score</source>
        <translation>mehr als {} Positionen und Lagen erreichen die Ähnlichkeit {}; bitte die Mindestähnlichkeit erhöhen</translation>
    </message>
    <message>
        <source>pose find</source>
        <translation>Suche in Lagen</translation>
    </message>
    <message>
        <source>poses are compared on the processor, which cannot read a picture that only a GPU holds</source>
        <translation>Lagen werden auf dem Prozessor verglichen, der ein Bild nicht lesen kann, das nur eine GPU hält</translation>
    </message>
    <message>
        <source>the angles from {} to {} are not all within -360 and 360 degrees</source>
        <translation>die Winkel von {} bis {} liegen nicht alle zwischen -360 und 360 Grad</translation>
    </message>
    <message>
        <source>the angles from {} to {} are not numbers</source>
        <translation>die Winkel von {} bis {} sind keine Zahlen</translation>
    </message>
    <message>
        <source>the scales from {} to {} are not all within 0.01 and 100</source>
        <translation>die Größen von {} bis {} liegen nicht alle zwischen 0,01 und 100</translation>
    </message>
    <message>
        <source>the scales from {} to {} are not numbers</source>
        <translation>die Größen von {} bis {} sind keine Zahlen</translation>
    </message>
    <message>
        <source>the step of angles must not be below 0, but is {}</source>
        <translation>die Schrittweite der Winkel darf nicht unter 0 liegen, ist aber {}</translation>
    </message>
    <message>
        <source>the step of scales must not be below 0, but is {}</source>
        <translation>die Schrittweite der Größen darf nicht unter 0 liegen, ist aber {}</translation>
    </message>
    <message>
        <source>there are no angles from {} to {}: the first is larger</source>
        <translation>es gibt keine Winkel von {} bis {}: der erste ist größer</translation>
    </message>
    <message>
        <source>there are no scales from {} to {}: the first is larger</source>
        <translation>es gibt keine Größen von {} bis {}: die erste ist größer</translation>
    </message>
    <message>
        <source>these angles and scales give {} poses of a needle of {} x {} pixels, more than the limit of {}; use larger steps</source>
        <translation>diese Winkel und Größen ergeben {} Lagen eines Suchbilds von {} x {} Pixeln, mehr als die Grenze von {}; bitte größere Schritte wählen</translation>
    </message>
    <message>
        <source>{}: is not a regular file</source>
        <translation>{}: ist keine reguläre Datei</translation>
    </message>
    <message>
        <source>the visible share {} of a needle must be above 0 and at most 1</source>
        <translation>der sichtbare Anteil {} eines Suchbilds muss über 0 und höchstens bei 1 liegen</translation>
    </message>
    <message>
        <source>the step {} is finer than a millionth, the resolution of angles and scales</source>
        <translation>die Schrittweite {} ist feiner als ein Millionstel, und genauer werden Winkel und Maßstäbe nicht angegeben</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>Kein Speicher verfügbar</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Datei ist schon da</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>Datei zu groß</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Ist ein Ordner</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner fehlt</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>Ist kein Ordner</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Nicht erlaubt</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Keine Berechtigung</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>Ressource zurzeit nicht verfügbar</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>Programmdatei wird gerade benutzt</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>Zu viele symbolische Verweise hintereinander</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>Zu viele offene Dateien</translation>
    </message>
    <message>
        <source>blocks of {} x {} correlated by FFT of {} x {} tiles</source>
        <translation>Blöcke von {} x {} mit FFT von {} x {} Kacheln korreliert</translation>
    </message>
    <message>
        <source>compared at every pixel of the scene by a kernel that writes flags</source>
        <translation>an jedem Pixel der Szene verglichen, mit einem Kernel, der Markierungen schreibt</translation>
    </message>
    <message>
        <source>compared at every position</source>
        <translation>an jeder Position verglichen</translation>
    </message>
    <message>
        <source>correlated by FFT of {} x {} tiles</source>
        <translation>mit FFT von {} x {} Kacheln korreliert</translation>
    </message>
    <message>
        <source>correlated by FFT of {} x {} tiles, needles in pieces</source>
        <translation>mit FFT von {} x {} Kacheln korreliert, Suchbilder in Stücken</translation>
    </message>
    <message>
        <source>correlated directly, {} x {} tiles</source>
        <translation>direkt korreliert, Kacheln mit {} x {}</translation>
    </message>
    <message>
        <source>differences of four bytes at once</source>
        <translation>Differenzen von vier Bytes auf einmal</translation>
    </message>
    <message>
        <source>differences at positions that block averages do not prune</source>
        <translation>Differenzen an Positionen, die Blockmittelwerte nicht ausschließen</translation>
    </message>
    <message>
        <source>each of {} poses separately</source>
        <translation>jede von {} Lagen einzeln</translation>
    </message>
    <message>
        <source>enough matches reach 0.9</source>
        <translation>genug Treffer erreichen 0,9</translation>
    </message>
    <message>
        <source>every pixel of every window, until one differs</source>
        <translation>jedes Pixel jedes Fensters, bis eines abweicht</translation>
    </message>
    <message>
        <source>every pose at every position</source>
        <translation>jede Lage an jeder Position</translation>
    </message>
    <message>
        <source>every sample of every window</source>
        <translation>jeder Wert jedes Fensters</translation>
    </message>
    <message>
        <source>every sample of every window that may reach the minimum</source>
        <translation>jeder Wert jedes Fensters, das das Minimum erreichen kann</translation>
    </message>
    <message>
        <source>every sample of every window, in 128 bits</source>
        <translation>jeder Wert jedes Fensters, mit 128 Bit</translation>
    </message>
    <message>
        <source>hashed every window</source>
        <translation>von jedem Fenster einen Hashwert gebildet</translation>
    </message>
    <message>
        <source>joined bit planes of {} parts</source>
        <translation>Bitebenen von {} Teilen verknüpft</translation>
    </message>
    <message>
        <source>averages of {} x {} blocks</source>
        <translation>Mittelwerte von {} x {} Blöcken</translation>
    </message>
    <message>
        <source>products and windows on tensor cores</source>
        <translation>Produkte und Fenster auf Tensorkernen</translation>
    </message>
    <message>
        <source>products of upper and lower bytes on tensor cores, windows summed</source>
        <translation>Produkte der oberen und unteren Bytes auf Tensorkernen, Fenster aufsummiert</translation>
    </message>
    <message>
        <source>products on tensor cores, windows summed</source>
        <translation>Produkte auf Tensorkernen, Fenster aufsummiert</translation>
    </message>
    <message>
        <source>products on tensor cores, windows summed once for several needles</source>
        <translation>Produkte auf Tensorkernen, Fenster einmal für mehrere Suchbilder aufsummiert</translation>
    </message>
    <message>
        <source>read every pixel once through row and column automata</source>
        <translation>jedes Pixel einmal durch Automaten für Zeilen und Spalten gelesen</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} run of {} pixel</source>
        <translation>eines von {} Pixeln in einer von {} Zeilen geprüft, auf {} Folge von {} Pixel</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} run of {} pixels</source>
        <translation>eines von {} Pixeln in einer von {} Zeilen geprüft, auf {} Folge von {} Pixeln</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} runs of {} pixel</source>
        <translation>eines von {} Pixeln in einer von {} Zeilen geprüft, auf {} Folgen von {} Pixel</translation>
    </message>
    <message>
        <source>sampled one pixel in {} of one row in {} for {} runs of {} pixels</source>
        <translation>eines von {} Pixeln in einer von {} Zeilen geprüft, auf {} Folgen von {} Pixeln</translation>
    </message>
    <message>
        <source>compared at every position, the most selective pixels first</source>
        <translation>an jeder Position verglichen, die unterscheidungskräftigsten Pixel zuerst</translation>
    </message>
    <message>
        <source>{} poses, coarse to fine from 1/{}</source>
        <translation>{} Lagen, von grob nach fein ab 1/{}</translation>
    </message>
    <message>
        <source>{} poses, coarse to fine from 1/{}, sums on the GPU</source>
        <translation>{} Lagen, von grob nach fein ab 1/{}, Summen auf der GPU</translation>
    </message>
    <message>
        <source>{}, and only those rows were transferred</source>
        <translation>{}; nur diese Zeilen wurden übertragen</translation>
    </message>
    <message>
        <source>{}: a mask is not 8-bit grey</source>
        <translation>{}: Eine Maske ist nicht grau mit 8 Bit</translation>
    </message>
    <message>
        <source>a click refers to picture {} of {}</source>
        <translation>Ein Klick verweist auf Bild {} von {}</translation>
    </message>
    <message>
        <source>a decay must be from 0 to 1000000</source>
        <translation>Ein Abfall muss zwischen 0 und 1000000 liegen</translation>
    </message>
    <message>
        <source>a match at {},{} does not lie in its picture of {} x {}</source>
        <translation>Ein Treffer bei {},{} liegt nicht in seinem Bild von {} x {}</translation>
    </message>
    <message>
        <source>a network has {} layers; it must be 1 to {}</source>
        <translation>Ein Netz hat {} Schichten; es müssen 1 bis {} sein</translation>
    </message>
    <message>
        <source>a network needs at least one input</source>
        <translation>Ein Netz braucht mindestens eine Eingabe</translation>
    </message>
    <message>
        <source>a network of this shape has {} weights, {} biases and {} readout weights, not {}, {} and {}</source>
        <translation>Ein Netz dieser Form hat {} Gewichte, {} Schwellen und {} Ausgabegewichte, nicht {}, {} und {}</translation>
    </message>
    <message>
        <source>a network of {} layers with {} inputs is too large</source>
        <translation>Ein Netz aus {} Schichten mit {} Eingaben ist zu groß</translation>
    </message>
    <message>
        <source>each output of a network sees {} neighbours; it must be an odd number up to {}</source>
        <translation>Jede Ausgabe eines Netzes sieht {} Nachbarn; es muss eine ungerade Zahl bis {} sein</translation>
    </message>
    <message>
        <source>a number of a sample is not finite, or beyond 10^15</source>
        <translation>Eine Zahl einer Probe ist nicht endlich oder jenseits von 10^15</translation>
    </message>
    <message>
        <source>a number of the network is not finite, or beyond 10^15</source>
        <translation>Eine Zahl des Netzes ist nicht endlich oder jenseits von 10^15</translation>
    </message>
    <message>
        <source>a rate must be from 0 to 1000000</source>
        <translation>Eine Rate muss zwischen 0 und 1000000 liegen</translation>
    </message>
    <message>
        <source>a step needs at least one sample, and the number of rounds must not be negative</source>
        <translation>Ein Schritt braucht mindestens eine Probe, und die Zahl der Runden darf nicht negativ sein</translation>
    </message>
    <message>
        <source>each click needs at least one copy</source>
        <translation>Jeder Klick braucht mindestens eine Kopie</translation>
    </message>
    <message>
        <source>in round {} the network&apos;s weights grew without bounds; a smaller rate may help</source>
        <translation>In Runde {} wuchsen die Gewichte des Netzes ohne Grenze; eine kleinere Rate kann helfen</translation>
    </message>
    <message>
        <source>momentum and spread must be at least 0 and less than 1</source>
        <translation>Schwung und Streuung müssen mindestens 0 und kleiner als 1 sein</translation>
    </message>
    <message>
        <source>network rate</source>
        <translation>Netz bewerten</translation>
    </message>
    <message>
        <source>network run</source>
        <translation>Netz ausführen</translation>
    </message>
    <message>
        <source>network train</source>
        <translation>Netz trainieren</translation>
    </message>
    <message>
        <source>no inputs are left after {} of {} layers</source>
        <translation>Nach {} von {} Schichten ist von den Eingaben nichts übrig</translation>
    </message>
    <message>
        <source>the importance of a click must be more than 0</source>
        <translation>Das Gewicht eines Klicks muss größer als 0 sein</translation>
    </message>
    <message>
        <source>the importance of a sample must be from 0 to 1000000</source>
        <translation>Das Gewicht einer Probe muss zwischen 0 und 1000000 liegen</translation>
    </message>
    <message>
        <source>the judge was learned for another needle</source>
        <translation>Der Richter wurde für ein anderes Suchbild gelernt</translation>
    </message>
    <message>
        <source>the kind of a sample must be from 0 to 1</source>
        <translation>Die Art einer Probe muss zwischen 0 und 1 liegen</translation>
    </message>
    <message>
        <source>the score of a match is not a finite number</source>
        <translation>Die Ähnlichkeit eines Treffers ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>there are {} true matches and {} false ones to learn from; at least {} of each are needed</source>
        <translation>Es gibt {} echte und {} falsche Treffer zum Lernen; nötig sind von jeder Art mindestens {}</translation>
    </message>
    <message>
        <source>there are no samples to learn from</source>
        <translation>Es gibt keine Proben zum Lernen</translation>
    </message>
    <message>
        <source>there must be one importance for each sample, or none</source>
        <translation>Es muss ein Gewicht für jede Probe geben oder keines</translation>
    </message>
    <message>
        <source>there must be one kind for each sample</source>
        <translation>Es muss eine Art für jede Probe geben</translation>
    </message>
    <message>
        <source>{} inputs do not make a picture of {} columns</source>
        <translation>{} Eingaben sind kein Bild mit {} Spalten</translation>
    </message>
    <message>
        <source>{} numbers are not a whole number of samples of {}</source>
        <translation>{} Zahlen ergeben keine ganze Zahl von Proben zu {}</translation>
    </message>
    <message>
        <source>{}: cannot be read: {}</source>
        <translation>{}: kann nicht gelesen werden: {}</translation>
    </message>
    <message>
        <source>{}: is not a judge file of `espy learn`</source>
        <translation>{}: ist keine Richterdatei von `espy learn`</translation>
    </message>
    <message>
        <source>{}: is too large to be a judge</source>
        <translation>{}: ist zu groß für einen Richter</translation>
    </message>
    <message>
        <source>{}: the judge is damaged; learn it or copy it again</source>
        <translation>{}: Der Richter ist beschädigt; er muss neu gelernt oder neu kopiert werden</translation>
    </message>
    <message>
        <source>{}: the judge has version {}; this Espy reads version {}</source>
        <translation>{}: Der Richter hat Version {}; dieses Espy liest Version {}</translation>
    </message>
    <message>
        <source>{}: the judge was learned for another needle</source>
        <translation>{}: Der Richter wurde für ein anderes Suchbild gelernt</translation>
    </message>
    <message>
        <source>A network of locally connected layers</source>
        <translation>Ein Netz aus lokal verbundenen Schichten</translation>
    </message>
    <message>
        <source>From {} to {} threads, with the same work for each thread, the times grew (ideal: 1): {}.</source>
        <translation>Von {} zu {} Threads, mit gleich viel Arbeit für jeden, wuchsen die Zeiten (ideal wäre 1): {}.</translation>
    </message>
    <message>
        <source>From {} to {} threads, with the same total work, the times grew: {}.</source>
        <translation>Von {} zu {} Threads, mit derselben Arbeit für alle, wuchsen die Zeiten: {}.</translation>
    </message>
    <message>
        <source>The fastest plain loop took {} times as long as Espy&apos;s own strategy.</source>
        <translation>Die schnellste einfache Schleife brauchte {}-mal so lange wie Espys eigene Strategie.</translation>
    </message>
    <message>
        <source>The fastest plain loop took {} to {} times as long as Espy&apos;s own strategy.</source>
        <translation>Die schnellste einfache Schleife brauchte {}- bis {}-mal so lange wie Espys eigene Strategie.</translation>
    </message>
    <message>
        <source>connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>inputs: a network of {} layers with {} inputs, and {} samples, take more than 4 GiB</source>
        <translation>inputs: ein Netz aus {} Schichten mit {} Eingängen und {} Proben braucht mehr als 4 GiB</translation>
    </message>
    <message>
        <source>inputs: each layer is {} narrower than the one before; of {} inputs, {} layers leave nothing</source>
        <translation>inputs: jede Schicht ist um {} schmaler als die vorige; von {} Eingängen lassen {} Schichten nichts übrig</translation>
    </message>
    <message>
        <source>of the network</source>
        <translation>des Netzes</translation>
    </message>
    <message>
        <source>outputs that a thread takes at a time; 0: OpenMP&apos;s default</source>
        <translation>Ausgänge, die ein Thread auf einmal nimmt; 0: Vorgabe von OpenMP</translation>
    </message>
    <message>
        <source>sparse-network</source>
        <translation>sparse-network</translation>
    </message>
    <message>
        <source>that go through the network; the paper has one</source>
        <translation>die durch das Netz gehen; der Artikel hat eine</translation>
    </message>
    <message>
        <source>the lab&apos;s kernels require networks without row padding</source>
        <translation>die Kernel des Labors verlangen Netze ohne aufgefüllte Zeilen</translation>
    </message>
    <message>
        <source>with more threads: the same total work, or the same work for each</source>
        <translation>mit mehr Threads: dieselbe Gesamtarbeit, oder dieselbe Arbeit für jeden</translation>
    </message>
    <message>
        <source>bounds from bytes, and float sums where the bounds do not prune</source>
        <translation>Schranken aus Bytes, und Gleitkommasummen, wo diese nicht ausschließen</translation>
    </message>
    <message>
        <source>every query at every position, one after another</source>
        <translation>jede Anfrage an jeder Position, eine nach der anderen</translation>
    </message>
    <message>
        <source>layer by layer</source>
        <translation>Schicht für Schicht</translation>
    </message>
    <message>
        <source>layer by layer, weights shared by samples</source>
        <translation>Schicht für Schicht, Gewichte für mehrere Proben zugleich</translation>
    </message>
    <message>
        <source>layers in a pipeline, weights in registers</source>
        <translation>Schichten als Pipeline, Gewichte in Registern</translation>
    </message>
    <message>
        <source>one sample at a time</source>
        <translation>eine Probe nach der anderen</translation>
    </message>
    <message>
        <source>sample by sample</source>
        <translation>Probe für Probe</translation>
    </message>
    <message>
        <source>in parallel over samples, then over parameters</source>
        <translation>zuerst parallel über Proben, dann über Parameter</translation>
    </message>
    <message>
        <source>sums of several queries at several positions in the registers of each thread</source>
        <translation>Summen mehrerer Anfragen an mehreren Positionen in den Registern jedes Threads</translation>
    </message>
    <message>
        <source>samples as bytes, many positions and several queries at a time</source>
        <translation>Abtastwerte als Bytes, viele Positionen und mehrere Anfragen zugleich</translation>
    </message>
    <message>
        <source>unchanged samples, many positions and several queries at a time</source>
        <translation>unveränderte Abtastwerte, viele Positionen und mehrere Anfragen zugleich</translation>
    </message>
    <message>
        <source>{} layers at once, weights in registers</source>
        <translation>{} Schichten auf einmal, Gewichte in Registern</translation>
    </message>
    <message>
        <source>{} samples for each weight loaded</source>
        <translation>{} Proben je geladenem Gewicht</translation>
    </message>
    <message>
        <source>{}, all layers at once</source>
        <translation>{}, alle Schichten auf einmal</translation>
    </message>
    <message>
        <source>{}, row by row</source>
        <translation>{}, Zeile für Zeile</translation>
    </message>
    <message>
        <source>{}, tiles of rows through several layers</source>
        <translation>{}, Kacheln von Zeilen durch mehrere Schichten</translation>
    </message>
    <message>
        <source>&quot;outputs&quot; names no output</source>
        <translation>„outputs“ nennt keine Ausgabe</translation>
    </message>
    <message>
        <source>&quot;flags_in_alpha&quot; needs &quot;marked&quot; in &quot;outputs&quot;</source>
        <translation>„flags_in_alpha“ braucht „marked“ in „outputs“</translation>
    </message>
    <message>
        <source>a judge is for one needle, not for {}</source>
        <translation>ein Richter gilt für ein Suchbild, nicht für {}</translation>
    </message>
    <message>
        <source>an image has an empty name</source>
        <translation>ein Bild hat einen leeren Namen</translation>
    </message>
    <message>
        <source>done on threads instead of {}: {}</source>
        <translation>von threads erledigt statt von {}: {}</translation>
    </message>
    <message>
        <source>has a zero byte</source>
        <translation>enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>is nested too deeply: {} levels</source>
        <translation>ist zu tief verschachtelt: {} Ebenen</translation>
    </message>
    <message>
        <source>has no &quot;file&quot;</source>
        <translation>hat kein „file“</translation>
    </message>
    <message>
        <source>is not valid JSON from byte {} on</source>
        <translation>ist ab Byte {} kein gültiges JSON</translation>
    </message>
    <message>
        <source>it has failed before</source>
        <translation>sie ist schon mehrmals ausgefallen</translation>
    </message>
    <message>
        <source>judged on threads instead: {}</source>
        <translation>stattdessen von threads beurteilt: {}</translation>
    </message>
    <message>
        <source>must be a colour as #rrggbb, in hexadecimal</source>
        <translation>muss eine Farbe als #rrggbb sein, hexadezimal</translation>
    </message>
    <message>
        <source>must be a list, [...]</source>
        <translation>muss eine Liste sein, [...]</translation>
    </message>
    <message>
        <source>must be a number from {} to {}</source>
        <translation>muss eine Zahl von {} bis {} sein</translation>
    </message>
    <message>
        <source>must be a number, or &quot;A:B&quot; or &quot;A:B:STEP&quot; from {} to {}</source>
        <translation>muss eine Zahl sein, oder „A:B“ oder „A:B:STEP“ von {} bis {}</translation>
    </message>
    <message>
        <source>must be a string</source>
        <translation>muss eine Zeichenkette sein</translation>
    </message>
    <message>
        <source>must be a whole number from {} to {}</source>
        <translation>muss eine ganze Zahl von {} bis {} sein</translation>
    </message>
    <message>
        <source>must be a whole number, {} or more</source>
        <translation>muss eine ganze Zahl sein, mindestens {}</translation>
    </message>
    <message>
        <source>must be an object, {&quot;{}&quot;: ...}; the keys are {}</source>
        <translation>muss ein Objekt sein, {&quot;{}&quot;: ...}; möglich sind {}</translation>
    </message>
    <message>
        <source>must be one of {}</source>
        <translation>muss eines von diesen sein: {}</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>muss true oder false sein</translation>
    </message>
    <message>
        <source>shards need a journal: the merge reads it</source>
        <translation>Teile brauchen ein Protokoll: Das Zusammenfügen liest es</translation>
    </message>
    <message>
        <source>the JSON lines</source>
        <translation>die JSON-Zeilen</translation>
    </message>
    <message>
        <source>there is no key &quot;{}&quot;; the keys are {}</source>
        <translation>es gibt keinen Schlüssel „{}“; möglich sind {}</translation>
    </message>
    <message>
        <source>there is no shard {} of {}; the first is 1</source>
        <translation>es gibt keinen Teil {} von {}; der erste ist 1</translation>
    </message>
    <message>
        <source>{}: outlines need two limits, the first below the last</source>
        <translation>{}: Umrisse brauchen zwei Grenzen, die erste unter der letzten</translation>
    </message>
    <message>
        <source>{} is for {}, not for {}</source>
        <translation>{} ist für {}, nicht für {}</translation>
    </message>
    <message>
        <source>{} is for {}; with {} use {}</source>
        <translation>{} ist für {}; mit {} bitte {} verwenden</translation>
    </message>
    <message>
        <source>{}: must be more than 0</source>
        <translation>{}: muss größer als 0 sein</translation>
    </message>
    <message>
        <source>the kernels subtract one mean of all channels, not the mean of each channel</source>
        <translation>die Kernel ziehen einen Mittelwert aller Kanäle ab, nicht den jedes Kanals</translation>
    </message>
    <message>
        <source>means of each channel are for zncc</source>
        <translation>Mittelwerte jedes Kanals sind für zncc</translation>
    </message>
    <message>
        <source>means of each channel cannot be combined with angles, scales, quarter turns, mirroring, inverted contrast or partly visible needles</source>
        <translation>Mittelwerte jedes Kanals sind nicht mit Winkeln, Maßstäben, Vierteldrehungen, Spiegelung, umgekehrtem Kontrast oder teilweise sichtbaren Suchbildern kombinierbar</translation>
    </message>
    <message>
        <source>{}: the key &quot;{}&quot; occurs twice</source>
        <translation>{}: Der Schlüssel „{}“ kommt zweimal vor</translation>
    </message>
    <message>
        <source>{}: another process is running this batch</source>
        <translation>{}: ein anderer Prozess führt diesen Stapel gerade aus</translation>
    </message>
    <message>
        <source>changed while it was read</source>
        <translation>hat sich beim Lesen verändert</translation>
    </message>
    <message>
        <source>{}: contains journals of a run in {} shards and of a run in {}; remove those of one run</source>
        <translation>{}: enthält Protokolle eines Laufs in {} Teilen und eines Laufs in {}; die eines Laufs entfernen</translation>
    </message>
    <message>
        <source>{}: contains no journals of batch shards</source>
        <translation>{}: enthält keine Protokolle der Teile eines Stapels</translation>
    </message>
    <message>
        <source>{}: contains no pictures</source>
        <translation>{}: enthält keine Bilder</translation>
    </message>
    <message>
        <source>{}: contains the journals of several batches; name one, such as {}</source>
        <translation>{}: enthält die Protokolle mehrerer Stapel; einen nennen, etwa {}</translation>
    </message>
    <message>
        <source>{}: is not a folder</source>
        <translation>{}: ist kein Ordner</translation>
    </message>
    <message>
        <source>{}: is not a batch journal; remove it to start the batch again</source>
        <translation>{}: ist kein Protokoll eines Stapels; entfernen, um den Stapel neu zu beginnen</translation>
    </message>
    <message>
        <source>{}: matches no file</source>
        <translation>{}: passt auf keine Datei</translation>
    </message>
    <message>
        <source>{}: shard {} of {} had other images or outputs than the first; resume all shards</source>
        <translation>{}: Teil {} von {} hatte andere Bilder oder Ausgaben als der erste; alle Teile fortsetzen</translation>
    </message>
    <message>
        <source>{}: shard {} of {} has not been run</source>
        <translation>{}: Teil {} von {} ist noch nicht gelaufen</translation>
    </message>
    <message>
        <source>{}: shard {} of {} is not finished; resume it</source>
        <translation>{}: Teil {} von {} ist nicht fertig; fortsetzen</translation>
    </message>
    <message>
        <source>{}: this batch was started before; resume it, or remove this file</source>
        <translation>{}: Dieser Stapel wurde schon begonnen; fortsetzen oder diese Datei entfernen</translation>
    </message>
    <message>
        <source>a folder of pictures</source>
        <translation>ein Ordner für Bilder</translation>
    </message>
    <message>
        <source>cannot be read: {}</source>
        <translation>kann nicht gelesen werden: {}</translation>
    </message>
    <message>
        <source>{}: this batch writes into this folder, so it cannot read images from it; choose another output folder</source>
        <translation>{}: Dieser Stapel schreibt in diesen Ordner und kann daher keine Bilder daraus lesen; bitte einen anderen Ausgabeordner wählen</translation>
    </message>
    <message>
        <source>has no frame {}: it has {}, counted from 0</source>
        <translation>hat kein Einzelbild {}: es sind {}, ab 0 gezählt</translation>
    </message>
    <message>
        <source>is not a file, as a video must be</source>
        <translation>ist keine Datei, wie es ein Video sein muss</translation>
    </message>
    <message>
        <source>could not be written completely</source>
        <translation>konnte nicht vollständig geschrieben werden</translation>
    </message>
    <message>
        <source>there is no space for more than {} frames</source>
        <translation>es ist kein Platz für mehr als {} Einzelbilder</translation>
    </message>
    <message>
        <source>it is a camera</source>
        <translation>es ist eine Kamera</translation>
    </message>
    <message>
        <source>it is an X11 display</source>
        <translation>es ist ein X11-Bildschirm</translation>
    </message>
    <message>
        <source>videos are written as .mp4, .mkv, .avi or .webm</source>
        <translation>Videos werden als .mp4, .mkv, .avi oder .webm geschrieben</translation>
    </message>
    <message>
        <source>takes 8-bit frames of one size</source>
        <translation>nimmt nur 8-Bit-Bilder von einer Größe</translation>
    </message>
    <message>
        <source>it belongs to a Wayland session</source>
        <translation>er gehört zu einer Wayland-Sitzung</translation>
    </message>
    <message>
        <source>windows of a Wayland session have no ids: it asks which one to share</source>
        <translation>Fenster einer Wayland-Sitzung haben keine Nummern: sie fragt, welches geteilt werden soll</translation>
    </message>
    <message>
        <source>there is no screen: DISPLAY is not set</source>
        <translation>es gibt keinen Bildschirm: DISPLAY ist nicht gesetzt</translation>
    </message>
    <message>
        <source>frames per second: takes more than 0, at most 1000</source>
        <translation>Bilder je Sekunde: mehr als 0, höchstens 1000</translation>
    </message>
    <message>
        <source>frames per second: takes 0 to 1000</source>
        <translation>Bilder je Sekunde: 0 bis 1000</translation>
    </message>
    <message>
        <source>monitors are counted from 1</source>
        <translation>Monitore werden ab 1 gezählt</translation>
    </message>
    <message>
        <source>the region has no pixels</source>
        <translation>der Bereich hat keine Pixel</translation>
    </message>
    <message>
        <source>was opened by another process; open it again after a fork</source>
        <translation>wurde von einem anderen Prozess geöffnet; nach einem fork ist es neu zu öffnen</translation>
    </message>
    <message>
        <source>{}: delivers no more frames</source>
        <translation>{}: liefert keine Bilder mehr</translation>
    </message>
    <message>
        <source>{}: has delivered no frame for {} seconds</source>
        <translation>{}: liefert seit {} Sekunden kein Bild</translation>
    </message>
    <message>
        <source>is truncated after {} of {} bytes</source>
        <translation>ist nach {} von {} Bytes abgeschnitten</translation>
    </message>
    <message>
        <source>the X server has not answered for {} seconds</source>
        <translation>der X-Server hat seit {} Sekunden nicht geantwortet</translation>
    </message>
    <message>
        <source>it is a video</source>
        <translation>es ist ein Video</translation>
    </message>
    <message>
        <source>its frames have {} x {} pixels, more than the {} allowed</source>
        <translation>seine Einzelbilder haben {} x {} Pixel, mehr als die erlaubten {}</translation>
    </message>
    <message>
        <source>{}: does not state its frame rate; select frames by number</source>
        <translation>{}: nennt keine Bildrate; bitte Einzelbilder nach Nummern wählen</translation>
    </message>
    <message>
        <source>{}: does not state its number of frames; name them, as in {}#0:99</source>
        <translation>{}: nennt die Zahl seiner Einzelbilder nicht; bitte angeben, wie in {}#0:99</translation>
    </message>
    <message>
        <source>{}: video frames are written as #FIRST:LAST or #FIRST:LAST:STEP, or in seconds as #t=FIRST:LAST:STEP</source>
        <translation>{}: Einzelbilder eines Videos schreibt man als #ERSTES:LETZTES oder #ERSTES:LETZTES:SCHRITT, oder in Sekunden als #t=ERSTE:LETZTE:SCHRITT</translation>
    </message>
    <message>
        <source>{}: selects more than {} frames</source>
        <translation>{}: wählt mehr als {} Einzelbilder aus</translation>
    </message>
    <message>
        <source>{}: selects no frame of the video</source>
        <translation>{}: wählt kein Einzelbild des Videos aus</translation>
    </message>
    <message>
        <source>a library keeps 1 to {} features a surface, not {}</source>
        <translation>eine Sammlung behält von einer Oberfläche 1 bis {} Merkmale, nicht {}</translation>
    </message>
    <message>
        <source>a library needs a folder</source>
        <translation>eine Sammlung braucht einen Ordner</translation>
    </message>
    <message>
        <source>a norm does not match its feature</source>
        <translation>eine Norm passt nicht zu ihrem Merkmal</translation>
    </message>
    <message>
        <source>a surface needs an id</source>
        <translation>eine Oberfläche braucht eine Kennung</translation>
    </message>
    <message>
        <source>an id of {} bytes is too long; {} are allowed</source>
        <translation>eine Kennung von {} Bytes ist zu lang; erlaubt sind {}</translation>
    </message>
    <message>
        <source>cannot be locked</source>
        <translation>kann nicht gesperrt werden</translation>
    </message>
    <message>
        <source>cannot be created: {}</source>
        <translation>kann nicht angelegt werden: {}</translation>
    </message>
    <message>
        <source>cannot be mapped</source>
        <translation>kann nicht in den Speicher eingeblendet werden</translation>
    </message>
    <message>
        <source>cannot be read or written</source>
        <translation>kann nicht gelesen oder geschrieben werden</translation>
    </message>
    <message>
        <source>cannot be read or written: {}</source>
        <translation>kann nicht gelesen oder geschrieben werden: {}</translation>
    </message>
    <message>
        <source>a judge is for one needle, not for an index</source>
        <translation>ein Richter gilt für ein Suchbild, nicht für einen Index</translation>
    </message>
    <message>
        <source>a needle&apos;s name has 1 to {} bytes</source>
        <translation>der Name eines Suchbildes hat 1 bis {} Bytes</translation>
    </message>
    <message>
        <source>a needle&apos;s name must not contain control characters</source>
        <translation>der Name eines Suchbildes darf keine Steuerzeichen enthalten</translation>
    </message>
    <message>
        <source>an index finds identical pictures: method exact, tolerance 0</source>
        <translation>ein Index findet gleiche Bilder: Methode exact, Toleranz 0</translation>
    </message>
    <message>
        <source>an index finds needles as they are, without poses</source>
        <translation>ein Index findet Suchbilder, wie sie sind, ohne Lagen</translation>
    </message>
    <message>
        <source>an index of `espy index`</source>
        <translation>ein Index von `espy index`</translation>
    </message>
    <message>
        <source>cannot be mapped into memory</source>
        <translation>kann nicht in den Speicher eingeblendet werden</translation>
    </message>
    <message>
        <source>is a file of another kind</source>
        <translation>ist eine Datei anderer Art</translation>
    </message>
    <message>
        <source>is damaged or truncated</source>
        <translation>ist beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>is damaged: the checksum of the {} bytes from {} on is wrong</source>
        <translation>ist beschädigt: die Prüfsumme der {} Bytes ab {} ist falsch</translation>
    </message>
    <message>
        <source>is truncated</source>
        <translation>ist abgeschnitten</translation>
    </message>
    <message>
        <source>looked up the blocks of {} needles</source>
        <translation>schlug die Blöcke von {} Suchbildern nach</translation>
    </message>
    <message>
        <source>motif pairs</source>
        <translation>Paare von Motiven</translation>
    </message>
    <message>
        <source>the index needs {} MiB of GPU memory, but only {} MiB are free</source>
        <translation>der Index braucht {} MiB Speicher der GPU, aber nur {} MiB sind frei</translation>
    </message>
    <message>
        <source>the name of the folder is empty</source>
        <translation>der Name des Ordners ist leer</translation>
    </message>
    <message>
        <source>{}: is an index of needles, not of scenes</source>
        <translation>{}: ist ein Index von Suchbildern, nicht von Bildern</translation>
    </message>
    <message>
        <source>{}: is a tolerant index; search it with zncc</source>
        <translation>{}: ist ein toleranter Index; mit zncc durchsuchen</translation>
    </message>
    <message>
        <source>{}: is not a tolerant index, which zncc needs</source>
        <translation>{}: ist kein toleranter Index, den zncc braucht</translation>
    </message>
    <message>
        <source>{}: is an index of scenes, not of needles</source>
        <translation>{}: ist ein Index von Bildern, nicht von Suchbildern</translation>
    </message>
    <message>
        <source>{}: is damaged</source>
        <translation>{}: ist beschädigt</translation>
    </message>
    <message>
        <source>{}: {} is already in the index; remove it first</source>
        <translation>{}: {} ist schon im Index; entfernen Sie es zuerst</translation>
    </message>
    <message>
        <source>a surface library</source>
        <translation>eine Sammlung von Oberflächen</translation>
    </message>
    <message>
        <source>does not describe {}</source>
        <translation>beschreibt nicht {}</translation>
    </message>
    <message>
        <source>ends after {} of {} slots</source>
        <translation>endet nach {} von {} Plätzen</translation>
    </message>
    <message>
        <source>is a catalogue of version {}; this Espy reads version {}</source>
        <translation>ist ein Katalog der Version {}; dieses Espy liest Version {}</translation>
    </message>
    <message>
        <source>is a slab of another library</source>
        <translation>ist ein Block einer anderen Sammlung</translation>
    </message>
    <message>
        <source>is a slab of version {}; this Espy reads version {}</source>
        <translation>ist ein Block der Version {}; dieses Espy liest Version {}</translation>
    </message>
    <message>
        <source>is a symbolic link, not a file</source>
        <translation>ist ein symbolischer Verweis, keine Datei</translation>
    </message>
    <message>
        <source>is broken: it does not name the current file</source>
        <translation>ist beschädigt: nennt nicht die aktuelle Datei</translation>
    </message>
    <message>
        <source>is broken: it ends after {} of {} bytes</source>
        <translation>ist beschädigt: endet nach {} von {} Bytes</translation>
    </message>
    <message>
        <source>is broken: it has surfaces in slab {}, which it does not list</source>
        <translation>ist beschädigt: hat Oberflächen in Block {}, den er nicht aufführt</translation>
    </message>
    <message>
        <source>is broken: it has {} surfaces but claims {}</source>
        <translation>ist beschädigt: hat {} Oberflächen, nennt aber {}</translation>
    </message>
    <message>
        <source>is broken: it does not describe its library</source>
        <translation>ist beschädigt: beschreibt seine Sammlung nicht</translation>
    </message>
    <message>
        <source>is broken: it claims that slab {} has {} slots</source>
        <translation>ist beschädigt: Block {} soll {} Plätze haben</translation>
    </message>
    <message>
        <source>is broken: it claims {} features, of at most {}, in slot {}</source>
        <translation>ist beschädigt: nennt {} Merkmale (höchstens {}) an Platz {}</translation>
    </message>
    <message>
        <source>is broken: its header does not match its checksum</source>
        <translation>ist beschädigt: sein Kopf passt nicht zu seiner Prüfsumme</translation>
    </message>
    <message>
        <source>is broken: the sizes in its header differ from the library&apos;s</source>
        <translation>ist beschädigt: Die Größen in seinem Kopf weichen von denen der Sammlung ab</translation>
    </message>
    <message>
        <source>is broken: slot {} no longer has a surface</source>
        <translation>ist beschädigt: Platz {} hat keine Oberfläche mehr</translation>
    </message>
    <message>
        <source>is broken: slot {} has two surfaces</source>
        <translation>ist beschädigt: Platz {} hat zwei Oberflächen</translation>
    </message>
    <message>
        <source>is broken: slot {} is not in any of its slabs</source>
        <translation>ist beschädigt: Platz {} liegt in keinem seiner Blöcke</translation>
    </message>
    <message>
        <source>is broken: the points of {} do not match their checksum</source>
        <translation>ist beschädigt: die Punkte von {} passen nicht zu ihrer Prüfsumme</translation>
    </message>
    <message>
        <source>is broken: its description of the library is inconsistent</source>
        <translation>ist beschädigt: seine Beschreibung der Sammlung ist widersprüchlich</translation>
    </message>
    <message>
        <source>is broken: {}</source>
        <translation>ist beschädigt: {}</translation>
    </message>
    <message>
        <source>is not a surface catalogue</source>
        <translation>ist kein Katalog von Oberflächen</translation>
    </message>
    <message>
        <source>does not belong to the library</source>
        <translation>gehört nicht zur Sammlung</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>is not a slab of features</source>
        <translation>ist kein Block von Merkmalen</translation>
    </message>
    <message>
        <source>was overwritten; restore it</source>
        <translation>wurde überschrieben; bitte wiederherstellen</translation>
    </message>
    <message>
        <source>was truncated for a time; open it again</source>
        <translation>war zeitweise abgeschnitten; bitte neu öffnen</translation>
    </message>
    <message>
        <source>it is not in any slab</source>
        <translation>liegt in keinem Block</translation>
    </message>
    <message>
        <source>its features are not in order</source>
        <translation>ihre Merkmale sind nicht geordnet</translation>
    </message>
    <message>
        <source>its features differ from the recorded ones</source>
        <translation>ihre Merkmale weichen von den verzeichneten ab</translation>
    </message>
    <message>
        <source>its features changed while they were read</source>
        <translation>ihre Merkmale haben sich beim Lesen verändert</translation>
    </message>
    <message>
        <source>its features do not match their checksum</source>
        <translation>ihre Merkmale passen nicht zu ihrer Prüfsumme</translation>
    </message>
    <message>
        <source>its features in {} differ from the recorded ones</source>
        <translation>ihre Merkmale in {} weichen von den verzeichneten ab</translation>
    </message>
    <message>
        <source>its points do not match their checksum</source>
        <translation>ihre Punkte passen nicht zu ihrer Prüfsumme</translation>
    </message>
    <message>
        <source>its slab, {}, cannot be read</source>
        <translation>ihr Block, {}, kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>its slab, {}, ends before it</source>
        <translation>ihr Block, {}, endet vor ihr</translation>
    </message>
    <message>
        <source>is read-only here</source>
        <translation>ist hier schreibgeschützt</translation>
    </message>
    <message>
        <source>has been locked by other processes for too long</source>
        <translation>war zu lange von anderen Prozessen gesperrt</translation>
    </message>
    <message>
        <source>the longest side of photographs must be at least {} pixels, not {}</source>
        <translation>die längste Seite von Fotos muss mindestens {} Pixel haben, nicht {}</translation>
    </message>
    <message>
        <source>claims {} surfaces with {} features, but has {} with {}</source>
        <translation>nennt {} Oberflächen mit {} Merkmalen, hat aber {} mit {}</translation>
    </message>
    <message>
        <source>the system provides no random numbers</source>
        <translation>das System liefert keine Zufallszahlen</translation>
    </message>
    <message>
        <source>has version {}; this Espy reads version {}</source>
        <translation>hat die Version {}; dieses Espy liest Version {}</translation>
    </message>
    <message>
        <source>has an interrupted change; to undo it, open the library once with write permission</source>
        <translation>enthält eine unterbrochene Änderung; die Sammlung einmal mit Schreibrecht öffnen, um sie rückgängig zu machen</translation>
    </message>
    <message>
        <source>the name of the feature extractor is too long or not UTF-8</source>
        <translation>der Name des Merkmalsfinders ist zu lang oder kein UTF-8</translation>
    </message>
    <message>
        <source>{}: a surface of the library has this id already</source>
        <translation>{}: eine Oberfläche der Sammlung hat diese Kennung schon</translation>
    </message>
    <message>
        <source>{}: an id must be text in UTF-8 without control characters</source>
        <translation>{}: eine Kennung muss Text in UTF-8 ohne Steuerzeichen sein</translation>
    </message>
    <message>
        <source>another process has written to it meanwhile; open it again</source>
        <translation>ein anderer Prozess hat inzwischen hineingeschrieben; bitte neu öffnen</translation>
    </message>
    <message>
        <source>{}: another process is writing to it</source>
        <translation>{}: ein anderer Prozess schreibt hinein</translation>
    </message>
    <message>
        <source>{}: has no reference {}</source>
        <translation>{}: hat keine Referenz {}</translation>
    </message>
    <message>
        <source>{}: has {} features, but the library keeps at most {} a surface</source>
        <translation>{}: hat {} Merkmale, die Sammlung behält aber höchstens {} je Oberfläche</translation>
    </message>
    <message>
        <source>{}: is not {}</source>
        <translation>{}: ist nicht {}</translation>
    </message>
    <message>
        <source>{}: a picture with a side over {} pixels cannot be searched</source>
        <translation>{}: ein Bild mit einer Seite von über {} Pixeln kann nicht durchsucht werden</translation>
    </message>
    <message>
        <source>the smallest side of a needle must be {} to {}, not {}</source>
        <translation>die kleinste Seite eines Suchbilds muss {} bis {} sein, nicht {}</translation>
    </message>
    <message>
        <source>the needle is {} x {} pixels; this index finds needles of at least {} x {}</source>
        <translation>das Suchbild hat {} x {} Pixel; dieser Index findet Suchbilder ab {} x {}</translation>
    </message>
    <message>
        <source>the needle has no opaque square of {} x {} pixels, which this index needs</source>
        <translation>das Suchbild hat kein undurchsichtiges Quadrat von {} x {} Pixeln, das dieser Index braucht</translation>
    </message>
    <message>
        <source>{}: entries are not in order</source>
        <translation>{}: die Einträge sind nicht in der richtigen Reihenfolge</translation>
    </message>
    <message>
        <source>{}: has changed since it was indexed</source>
        <translation>{}: hat sich seit der Aufnahme in den Index geändert</translation>
    </message>
    <message>
        <source>{}: cannot be found</source>
        <translation>{}: ist nicht zu finden</translation>
    </message>
    <message>
        <source>{}: is a file, not {}</source>
        <translation>{}: ist eine Datei, nicht {}</translation>
    </message>
    <message>
        <source>{}: {}; `{} {}` makes one</source>
        <translation>{}: {}; `{} {}` legt das an</translation>
    </message>
    <message>
        <source>{}: already exists and is not empty</source>
        <translation>{}: existiert schon und ist nicht leer</translation>
    </message>
    <message>
        <source>{}: its features are invalid</source>
        <translation>{}: Die Merkmale sind ungültig</translation>
    </message>
    <message>
        <source>{}: its name of {} bytes is too long</source>
        <translation>{}: ihr Name von {} Bytes ist zu lang</translation>
    </message>
    <message>
        <source>{}: surface {} is damaged: {}; remove or update it, then compact again</source>
        <translation>{}: Oberfläche {} ist beschädigt: {}; bitte entfernen oder ersetzen und dann noch einmal verdichten</translation>
    </message>
    <message>
        <source>{}: too few features to identify: {}, but the library requires {}</source>
        <translation>{}: zu wenige Merkmale zum Wiedererkennen: {}, die Sammlung verlangt aber {}</translation>
    </message>
    <message>
        <source>{}: {} is writing to it</source>
        <translation>{}: {} schreibt hinein</translation>
    </message>
    <message>
        <source>Counts that differ from those of integers: {}.</source>
        <translation>Zählungen, die anders ausfallen als mit ganzen Zahlen: {}.</translation>
    </message>
    <message>
        <source>Finds, for each feature of a query, the two nearest features of every reference, and counts those whose nearest is much nearer than the second. The paper multiplies matrices with cuBLAS, in single or half precision, for one reference at a time or a batch, takes the two smallest of each column, and hides transfers behind several streams. Measured for comparison are a plain loop, float products on the processor, OpenCV&apos;s knnMatch, and Espy&apos;s own strategy: products of bytes, which are exact, without storing a matrix. The floor is the byte products alone; from host memory, the bus.</source>
        <translation>Sucht zu jedem Merkmal einer Anfrage die zwei nächsten Merkmale jeder Referenz und zählt, wo das nächste viel näher liegt als das zweite. Der Aufsatz multipliziert Matrizen mit cuBLAS, in einfacher oder halber Genauigkeit, mit einer Referenz oder vielen auf einmal, nimmt die zwei kleinsten Werte jeder Spalte und verbirgt Übertragungen hinter mehreren Streams. Zum Vergleich werden eine einfache Schleife, Gleitkommaprodukte auf dem Prozessor, knnMatch von OpenCV und Espys eigene Strategie gemessen: exakte Produkte von Bytes, ohne eine Matrix zu speichern. Die Untergrenze sind die Byteprodukte allein; aus dem Speicher des Hosts der Bus.</translation>
    </message>
    <message>
        <source>Which of many surfaces is this? By the two nearest features</source>
        <translation>Welche von vielen Oberflächen ist das, nach den zwei nächsten Merkmalen</translation>
    </message>
    <message>
        <source>a batch must have 1 to 4096 references, and the streams must be 1 to 64</source>
        <translation>ein Stapel muss 1 bis 4096 Referenzen haben, und es müssen 1 bis 64 Streams sein</translation>
    </message>
    <message>
        <source>a homography between features cannot be found: {}</source>
        <translation>eine Homographie zwischen Merkmalen kann nicht gefunden werden: {}</translation>
    </message>
    <message>
        <source>a pair refers to a feature that does not exist</source>
        <translation>ein Paar nennt ein Merkmal, das es nicht gibt</translation>
    </message>
    <message>
        <source>a query&apos;s features must have {} bytes each</source>
        <translation>Merkmale einer Anfrage müssen je {} Bytes haben</translation>
    </message>
    <message>
        <source>a reference has {} features, but its slot has {} rows</source>
        <translation>eine Referenz hat {} Merkmale, ihr Platz aber {} Zeilen</translation>
    </message>
    <message>
        <source>a shelf needs as many ranks as slots</source>
        <translation>ein Regal braucht so viele Ränge wie Plätze</translation>
    </message>
    <message>
        <source>a shelf needs at least one row a slot</source>
        <translation>ein Regal braucht mindestens eine Zeile je Platz</translation>
    </message>
    <message>
        <source>a slab claims more features in a slot than it has</source>
        <translation>ein Block nennt mehr Merkmale eines Platzes, als er hat</translation>
    </message>
    <message>
        <source>about {} on 1 thread</source>
        <translation>etwa {} auf 1 Thread</translation>
    </message>
    <message>
        <source>too little work for threads to pay off</source>
        <translation>zu wenig Arbeit, als dass sich Threads lohnten</translation>
    </message>
    <message>
        <source>{}; a GPU would be faster, but {}</source>
        <translation>{}; eine GPU wäre schneller, aber {}</translation>
    </message>
    <message>
        <source>{}; the GPU is faster, start-up and transfers included</source>
        <translation>{}; die GPU ist schneller, Start und Übertragung inbegriffen</translation>
    </message>
    <message>
        <source>about {} on {} threads</source>
        <translation>etwa {} auf {} Threads</translation>
    </message>
    <message>
        <source>all slabs stay on the GPU; the distances of {} references</source>
        <translation>alle Blöcke bleiben auf der GPU; die Abstände von {} Referenzen</translation>
    </message>
    <message>
        <source>to search for; the paper searches them one after another, Espy all at once</source>
        <translation>Anfragen; der Aufsatz sucht sie nacheinander, Espy alle auf einmal</translation>
    </message>
    <message>
        <source>the number of references to return must be at least 1</source>
        <translation>die Zahl der gesuchten Referenzen muss mindestens 1 sein</translation>
    </message>
    <message>
        <source>cuBLAS cannot be used: {}</source>
        <translation>cuBLAS ist nicht zu benutzen: {}</translation>
    </message>
    <message>
        <source>cuBLAS: {} failed with status {}</source>
        <translation>cuBLAS: {} schlug mit Status {} fehl</translation>
    </message>
    <message>
        <source>every distance is computed</source>
        <translation>jeder Abstand wird berechnet</translation>
    </message>
    <message>
        <source>features of a photograph are needed</source>
        <translation>Merkmale eines Fotos werden gebraucht</translation>
    </message>
    <message>
        <source>largest products by {}, then the distances of {} references</source>
        <translation>größte Produkte mit {}, und die Abstände von {} Referenzen</translation>
    </message>
    <message>
        <source>identify</source>
        <translation>Erkennen</translation>
    </message>
    <message>
        <source>identify from host</source>
        <translation>identify from host</translation>
    </message>
    <message>
        <source>in the library</source>
        <translation>in der Bibliothek</translation>
    </message>
    <message>
        <source>knnMatch failed: {}</source>
        <translation>knnMatch ist fehlgeschlagen: {}</translation>
    </message>
    <message>
        <source>at least 1 feature of a photograph must be kept, not {}</source>
        <translation>von einem Foto muss mindestens 1 Merkmal behalten werden, nicht {}</translation>
    </message>
    <message>
        <source>of a query</source>
        <translation>einer Anfrage</translation>
    </message>
    <message>
        <source>of a reference</source>
        <translation>einer Referenz</translation>
    </message>
    <message>
        <source>of transfers and products on the GPU</source>
        <translation>von Übertragungen und Produkten auf der GPU</translation>
    </message>
    <message>
        <source>products</source>
        <translation>Produkte</translation>
    </message>
    <message>
        <source>references</source>
        <translation>Referenzen</translation>
    </message>
    <message>
        <source>references of one product on the GPU</source>
        <translation>Referenzen in einem Produkt auf der GPU</translation>
    </message>
    <message>
        <source>references: {} of {} features take more than 4 GiB</source>
        <translation>references: {} mit je {} Merkmalen brauchen mehr als 4 GiB</translation>
    </message>
    <message>
        <source>texture rates</source>
        <translation>texture rates</translation>
    </message>
    <message>
        <source>texture-search</source>
        <translation>texture-search</translation>
    </message>
    <message>
        <source>the features of a photograph cannot be found: {}</source>
        <translation>die Merkmale eines Fotos können nicht gefunden werden: {}</translation>
    </message>
    <message>
        <source>the library was prepared for another type of number</source>
        <translation>die Bibliothek wurde für einen anderen Zahlentyp vorbereitet</translation>
    </message>
    <message>
        <source>SIFT features cannot be compared with ORB features</source>
        <translation>SIFT-Merkmale sind nicht mit ORB-Merkmalen vergleichbar</translation>
    </message>
    <message>
        <source>a photograph&apos;s features must have {} bytes each</source>
        <translation>jedes Merkmal eines Fotos muss {} Bytes haben</translation>
    </message>
    <message>
        <source>all Hamming distances</source>
        <translation>alle Hamming-Abstände</translation>
    </message>
    <message>
        <source>libraries are of SIFT features, not ORB</source>
        <translation>Bibliotheken bestehen aus SIFT-Merkmalen, nicht aus ORB</translation>
    </message>
    <message>
        <source>ORB features</source>
        <translation>ORB-Merkmale</translation>
    </message>
    <message>
        <source>the ratio {}/{} is not a fraction between 0 and 1 with a denominator of at most 1000</source>
        <translation>das Verhältnis {}/{} ist kein Bruch zwischen 0 und 1 mit einem Nenner von höchstens 1000</translation>
    </message>
    <message>
        <source>there must be a count for each reference and query</source>
        <translation>für jede Referenz und Anfrage muss es eine Zählung geben</translation>
    </message>
    <message>
        <source>{} slabs stay on the GPU, {} are streamed through it; the distances of {} references</source>
        <translation>{} Blöcke bleiben auf der GPU, {} werden durchgeleitet; die Abstände von {} Referenzen</translation>
    </message>
    <message>
        <source>{}: its features come from {}, but this Espy uses {}; they cannot be compared</source>
        <translation>{}: Die Merkmale stammen von {}, dieses Espy benutzt aber {}; sie sind nicht vergleichbar</translation>
    </message>
    <message>
        <source>{} took at least {} times as long as {}.</source>
        <translation>{} brauchte mindestens {}-mal so lange wie {}.</translation>
    </message>
    <message>
        <source>{} {} of {}</source>
        <translation>{} {} von {}</translation>
    </message>
    <message>
        <source>with {} features a surface the minimum must be from 1 to {}, not {}</source>
        <translation>bei {} Merkmalen je Oberfläche muss das Minimum zwischen 1 und {} liegen, nicht bei {}</translation>
    </message>
    <message>
        <source>{}: the list of images has a name of more than {} bytes</source>
        <translation>{}: Die Liste von Bildern hat einen Namen von mehr als {} Bytes</translation>
    </message>
    <message>
        <source>{}: the list of images has more than {} bytes</source>
        <translation>{}: Die Liste von Bildern hat mehr als {} Bytes</translation>
    </message>
    <message>
        <source>EDF cannot hold the gaps of the channel {}</source>
        <translation>EDF kann die Lücken des Kanals {} nicht aufnehmen</translation>
    </message>
    <message>
        <source>EDF cannot hold {} channels</source>
        <translation>EDF kann keine {} Kanäle aufnehmen</translation>
    </message>
    <message>
        <source>EDF cannot hold {} records</source>
        <translation>EDF kann keine {} Datensätze aufnehmen</translation>
    </message>
    <message>
        <source>EDF cannot express the limits of the channel {}, {} and {}</source>
        <translation>EDF kann die Grenzen des Kanals {} nicht angeben: {} und {}</translation>
    </message>
    <message>
        <source>WAV cannot hold {} channels</source>
        <translation>WAV kann keine {} Kanäle aufnehmen</translation>
    </message>
    <message>
        <source>WAV is written in floating point or 16 bits</source>
        <translation>WAV wird mit Gleitkommazahlen oder mit 16 Bit geschrieben</translation>
    </message>
    <message>
        <source>WAV needs a whole number of samples a second, not {}</source>
        <translation>WAV braucht eine ganze Zahl von Abtastwerten je Sekunde, nicht {}</translation>
    </message>
    <message>
        <source>WAV of 16 bits cannot hold gaps</source>
        <translation>WAV mit 16 Bit kann keine Lücken aufnehmen</translation>
    </message>
    <message>
        <source>a WFDB record&apos;s name has letters, digits, - and _ only</source>
        <translation>der Name einer WFDB-Aufzeichnung besteht nur aus Buchstaben, Ziffern, - und _</translation>
    </message>
    <message>
        <source>a baseline</source>
        <translation>einer Grundlinie</translation>
    </message>
    <message>
        <source>a checksum</source>
        <translation>einer Prüfsumme</translation>
    </message>
    <message>
        <source>a format</source>
        <translation>eines Formats</translation>
    </message>
    <message>
        <source>a gain</source>
        <translation>einer Verstärkung</translation>
    </message>
    <message>
        <source>a skew</source>
        <translation>eines Versatzes</translation>
    </message>
    <message>
        <source>an initial value</source>
        <translation>eines Anfangswerts</translation>
    </message>
    <message>
        <source>an offset</source>
        <translation>eines Abstands vom Dateianfang</translation>
    </message>
    <message>
        <source>cannot have {} channels</source>
        <translation>kann keine {} Kanäle haben</translation>
    </message>
    <message>
        <source>cannot hold a mark at {} s</source>
        <translation>kann keine Marke bei {} s aufnehmen</translation>
    </message>
    <message>
        <source>cannot hold channels of different lengths or rates</source>
        <translation>kann keine Kanäle verschiedener Länge oder Abtastrate aufnehmen</translation>
    </message>
    <message>
        <source>cannot hold channels without samples</source>
        <translation>kann keine Kanäle ohne Abtastwerte aufnehmen</translation>
    </message>
    <message>
        <source>must have at least one channel</source>
        <translation>muss mindestens einen Kanal haben</translation>
    </message>
    <message>
        <source>ends after {} of {} bytes of numbers</source>
        <translation>endet nach {} von {} Byte an Zahlen</translation>
    </message>
    <message>
        <source>ends after {} of {} records</source>
        <translation>endet nach {} von {} Datensätzen</translation>
    </message>
    <message>
        <source>ends after {} of {} samples</source>
        <translation>endet nach {} von {} Abtastwerten</translation>
    </message>
    <message>
        <source>ends before the numbers announced in its header</source>
        <translation>endet vor den im Kopf angekündigten Zahlen</translation>
    </message>
    <message>
        <source>ends before the samples announced in its header; it has {}</source>
        <translation>endet vor den im Kopf angekündigten Abtastwerten; vorhanden sind {}</translation>
    </message>
    <message>
        <source>has &apos;{}&apos; instead of {}</source>
        <translation>hat „{}“ anstelle {}</translation>
    </message>
    <message>
        <source>has a text before its first annotation</source>
        <translation>hat einen Text vor der ersten Anmerkung</translation>
    </message>
    <message>
        <source>has an array of {} bytes, more than the {} samples allowed</source>
        <translation>hat ein Feld von {} Byte, mehr als die erlaubten {} Abtastwerte</translation>
    </message>
    <message>
        <source>has channels of different rates, {} of {} Hz and {} of {} Hz; select channels of one rate</source>
        <translation>hat Kanäle verschiedener Abtastrate, {} mit {} Hz und {} mit {} Hz; bitte Kanäle einer Rate auswählen</translation>
    </message>
    <message>
        <source>has lines for {} of {} signals</source>
        <translation>hat Zeilen für {} von {} Signalen</translation>
    </message>
    <message>
        <source>has no array {}; its arrays are {}</source>
        <translation>hat kein Feld {}; seine Felder sind {}</translation>
    </message>
    <message>
        <source>has no channel {}; its channels are {}</source>
        <translation>hat keinen Kanal {}; seine Kanäle sind {}</translation>
    </message>
    <message>
        <source>has no header file {} next to it</source>
        <translation>hat keine Kopfdatei {} neben sich</translation>
    </message>
    <message>
        <source>has no records</source>
        <translation>hat keine Datensätze</translation>
    </message>
    <message>
        <source>has no row {}</source>
        <translation>hat keine Zeile {}</translation>
    </message>
    <message>
        <source>has samples in the format {}; only 8, 16, 24, 32, 61, 80, 160, 212, 310 and 311 are supported</source>
        <translation>hat Abtastwerte im Format {}; unterstützt werden nur 8, 16, 24, 32, 61, 80, 160, 212, 310 und 311</translation>
    </message>
    <message>
        <source>has samples of two formats, {} and {}, in the file {}</source>
        <translation>hat Abtastwerte zweier Formate, {} und {}, in der Datei {}</translation>
    </message>
    <message>
        <source>has several arrays; name one of {}</source>
        <translation>hat mehrere Felder; eines nennen: {}</translation>
    </message>
    <message>
        <source>has times and no other column</source>
        <translation>hat Zeiten und keine weitere Spalte</translation>
    </message>
    <message>
        <source>has {} bytes of samples, no whole number of {} channels of {} bytes</source>
        <translation>hat {} Byte an Abtastwerten, kein Vielfaches von {} Kanälen zu {} Byte</translation>
    </message>
    <message>
        <source>has {} bytes, of which {} are to be skipped</source>
        <translation>hat {} Byte, von denen {} übersprungen werden sollen</translation>
    </message>
    <message>
        <source>has {} channels of {} bits in {} bytes</source>
        <translation>hat {} Kanäle von {} Bit in {} Byte</translation>
    </message>
    <message>
        <source>has {} channels of {} samples, more than the {} allowed</source>
        <translation>hat {} Kanäle von {} Abtastwerten, mehr als die erlaubten {}</translation>
    </message>
    <message>
        <source>has {} records</source>
        <translation>hat {} Datensätze</translation>
    </message>
    <message>
        <source>has {} signals; 1 to {} are possible</source>
        <translation>hat {} Signale; möglich sind 1 bis {}</translation>
    </message>
    <message>
        <source>is a folder, not a recording</source>
        <translation>ist ein Ordner, keine Aufzeichnung</translation>
    </message>
    <message>
        <source>is a header without a record</source>
        <translation>ist ein Kopf ohne Aufzeichnung</translation>
    </message>
    <message>
        <source>is a record without samples</source>
        <translation>ist eine Aufzeichnung ohne Abtastwerte</translation>
    </message>
    <message>
        <source>is a table without numbers</source>
        <translation>ist eine Tabelle ohne Zahlen</translation>
    </message>
    <message>
        <source>is an NPY file of version {}; only 1 to 3 are supported</source>
        <translation>ist eine NPY-Datei der Version {}; unterstützt werden nur 1 bis 3</translation>
    </message>
    <message>
        <source>is an NPY file whose header cannot be understood</source>
        <translation>ist eine NPY-Datei, deren Kopf nicht zu verstehen ist</translation>
    </message>
    <message>
        <source>is an NPZ file whose directory is damaged or cut short</source>
        <translation>ist eine NPZ-Datei, deren Verzeichnis beschädigt oder abgeschnitten ist</translation>
    </message>
    <message>
        <source>is an archive without arrays</source>
        <translation>ist ein Archiv ohne Felder</translation>
    </message>
    <message>
        <source>is an array of records; save each field as an array of numbers</source>
        <translation>ist ein Feld aus Verbunden; jede Komponente als Feld von Zahlen speichern</translation>
    </message>
    <message>
        <source>is an array of the type &apos;{}&apos;, which is not a supported real number type</source>
        <translation>ist ein Feld vom Typ „{}“, der kein unterstützter reeller Zahlentyp ist</translation>
    </message>
    <message>
        <source>is an array of {} dimensions; 1 and 2 can be read</source>
        <translation>ist ein Feld von {} Dimensionen; lesbar sind 1 und 2</translation>
    </message>
    <message>
        <source>has the number {}; numbers up to {} can be read</source>
        <translation>hat die Zahl {}; lesbar sind Zahlen bis {}</translation>
    </message>
    <message>
        <source>is an array without numbers</source>
        <translation>ist ein Feld ohne Zahlen</translation>
    </message>
    <message>
        <source>is compressed, and this build of Espy lacks libdeflate</source>
        <translation>ist komprimiert, und diesem Espy fehlt libdeflate</translation>
    </message>
    <message>
        <source>is not a known kind of recording; to read samples without a header, state their type</source>
        <translation>ist keine bekannte Art von Aufzeichnung; um Abtastwerte ohne Kopf zu lesen, bitte ihren Typ angeben</translation>
    </message>
    <message>
        <source>is sound that cannot be decoded: {}</source>
        <translation>ist Ton, der sich nicht dekodieren lässt: {}</translation>
    </message>
    <message>
        <source>is sound without samples</source>
        <translation>ist Ton ohne Abtastwerte</translation>
    </message>
    <message>
        <source>is text in UTF-16; tables are read in UTF-8 and ASCII</source>
        <translation>ist Text in UTF-16; Tabellen werden in UTF-8 und ASCII gelesen</translation>
    </message>
    <message>
        <source>it is compressed sound or in a rare format</source>
        <translation>es ist komprimierter Ton oder ein seltenes Format</translation>
    </message>
    <message>
        <source>its array {} is damaged</source>
        <translation>sein Feld {} ist beschädigt</translation>
    </message>
    <message>
        <source>its array {} is encrypted, or compressed by an unknown method</source>
        <translation>sein Feld {} ist verschlüsselt oder auf unbekannte Weise gepackt</translation>
    </message>
    <message>
        <source>its array {} is not an NPY file</source>
        <translation>sein Feld {} ist keine NPY-Datei</translation>
    </message>
    <message>
        <source>its channel {} has the limit &apos;{}&apos;</source>
        <translation>sein Kanal {} hat die Grenze „{}“</translation>
    </message>
    <message>
        <source>its channel {} has the limits {} to {} for {} to {}</source>
        <translation>sein Kanal {} hat die Grenzen {} bis {} für {} bis {}</translation>
    </message>
    <message>
        <source>its ending must be one of {}</source>
        <translation>seine Endung muss eine von diesen sein: {}</translation>
    </message>
    <message>
        <source>its file {} ends after {} of {} samples</source>
        <translation>seine Datei {} endet nach {} von {} Abtastwerten</translation>
    </message>
    <message>
        <source>its file {} does not exist</source>
        <translation>seine Datei {} existiert nicht</translation>
    </message>
    <message>
        <source>its header has &apos;{}&apos; instead of {}</source>
        <translation>sein Kopf hat „{}“ anstelle {}</translation>
    </message>
    <message>
        <source>its record {} begins before the one before it ends</source>
        <translation>sein Datensatz {} beginnt, bevor der vorige endet</translation>
    </message>
    <message>
        <source>its record {} does not say when it begins</source>
        <translation>sein Datensatz {} sagt nicht, wann er beginnt</translation>
    </message>
    <message>
        <source>its record {} has annotations that cannot be understood</source>
        <translation>sein Datensatz {} hat Anmerkungen, die nicht zu verstehen sind</translation>
    </message>
    <message>
        <source>its signal {} has the checksum {}, and its samples have {}</source>
        <translation>sein Signal {} hat die Prüfsumme {}, und seine Abtastwerte haben {}</translation>
    </message>
    <message>
        <source>its signal {} has {} samples a record</source>
        <translation>sein Signal {} hat {} Abtastwerte je Datensatz</translation>
    </message>
    <message>
        <source>its times are uneven, by up to {} s, and are read as {} samples a second</source>
        <translation>seine Zeiten sind ungleichmäßig, um bis zu {} s, und werden als {} Abtastwerte je Sekunde gelesen</translation>
    </message>
    <message>
        <source>its times do not increase from line to line and are not used</source>
        <translation>seine Zeiten steigen nicht von Zeile zu Zeile und werden nicht benutzt</translation>
    </message>
    <message>
        <source>line {} has a class but no series</source>
        <translation>Zeile {} hat eine Klasse, aber keine Reihe</translation>
    </message>
    <message>
        <source>line {} has more than the {} columns of the first</source>
        <translation>Zeile {} hat mehr als die {} Spalten der ersten</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos; is not a number</source>
        <translation>Zeile {}, Spalte {}: „{}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>line {}: &apos;{}&apos; is not a number</source>
        <translation>Zeile {}: „{}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>motif find</source>
        <translation>Motivsuche</translation>
    </message>
    <message>
        <source>names a file outside of its folder: {}</source>
        <translation>nennt eine Datei außerhalb seines Ordners: {}</translation>
    </message>
    <message>
        <source>no memory for {} samples</source>
        <translation>kein Speicher für {} Abtastwerte</translation>
    </message>
    <message>
        <source>row {} of the class {}</source>
        <translation>Zeile {} der Klasse {}</translation>
    </message>
    <message>
        <source>has samples before their format is defined</source>
        <translation>hat Abtastwerte, bevor ihr Format angegeben ist</translation>
    </message>
    <message>
        <source>the channel {} changes too little for the limits that EDF can express; use a smaller unit</source>
        <translation>der Kanal {} ändert sich zu wenig für die Grenzen, die EDF angeben kann; bitte eine kleinere Einheit wählen</translation>
    </message>
    <message>
        <source>the channel {} has a range that WFDB cannot hold in 16 bits: its changes are too small compared with its values</source>
        <translation>der Kanal {} hat einen Bereich, den WFDB nicht in 16 Bit aufnehmen kann: Seine Änderungen sind zu klein gegenüber seinen Werten</translation>
    </message>
    <message>
        <source>the length of a record</source>
        <translation>der Länge eines Datensatzes</translation>
    </message>
    <message>
        <source>the middle of the converter&apos;s range</source>
        <translation>der Mitte des Wandlerbereichs</translation>
    </message>
    <message>
        <source>the number of records</source>
        <translation>der Zahl der Datensätze</translation>
    </message>
    <message>
        <source>the number of samples</source>
        <translation>der Zahl der Abtastwerte</translation>
    </message>
    <message>
        <source>the number of signals</source>
        <translation>der Zahl der Signale</translation>
    </message>
    <message>
        <source>the samples a second</source>
        <translation>der Abtastwerte je Sekunde</translation>
    </message>
    <message>
        <source>the samples of a frame</source>
        <translation>der Abtastwerte eines Rahmens</translation>
    </message>
    <message>
        <source>the samples of a record</source>
        <translation>der Abtastwerte eines Datensatzes</translation>
    </message>
    <message>
        <source>not enough memory for its samples</source>
        <translation>nicht genug Speicher für seine Abtastwerte</translation>
    </message>
    <message>
        <source>its channel {} is selected twice</source>
        <translation>sein Kanal {} ist zweimal ausgewählt</translation>
    </message>
    <message>
        <source>{} after its numbers were not read</source>
        <translation>{} nach seinen Zahlen wurden nicht gelesen</translation>
    </message>
    <message>
        <source>{} pauses between its records, {} samples in all, are read as gaps</source>
        <translation>{} Unterbrechungen zwischen seinen Datensätzen, zusammen {} Abtastwerte, werden als Lücken gelesen</translation>
    </message>
    <message>
        <source>{}, but this build of Espy lacks the module for it ({}, which needs {})</source>
        <translation>{}, aber diesem Espy fehlt das Modul dafür ({}, das {} braucht)</translation>
    </message>
    <message>
        <source>a stretch goes from a smaller to a larger factor, both above 0</source>
        <translation>eine Dehnung reicht von einem kleineren bis zu einem größeren Faktor, beide über 0</translation>
    </message>
    <message>
        <source>all paths through the whole data, column by column</source>
        <translation>alle Pfade durch die gesamten Daten, Spalte für Spalte</translation>
    </message>
    <message>
        <source>bounds of {} windows; paths of {} of them in single precision, of {} in double precision</source>
        <translation>Schranken von {} Fenstern; Pfade durch {} davon in einfacher, durch {} in doppelter Genauigkeit</translation>
    </message>
    <message>
        <source>every window of every channel, one after another</source>
        <translation>jedes Fenster jedes Kanals, eines nach dem anderen</translation>
    </message>
    <message>
        <source>float sums of {} windows with early abandoning; {} of them recomputed in double precision</source>
        <translation>Summen von {} Fenstern in einfacher Genauigkeit mit frühem Abbruch; {} davon in doppelter nachgerechnet</translation>
    </message>
    <message>
        <source>of {} channels at most {} can be missing</source>
        <translation>von {} Kanälen können höchstens {} fehlen</translation>
    </message>
    <message>
        <source>only dtw can have open ends</source>
        <translation>nur dtw kann offene Enden haben</translation>
    </message>
    <message>
        <source>sample {} of the query&apos;s channel {} is a gap, and a query must have none</source>
        <translation>Abtastwert {} im Kanal {} des Musters ist eine Lücke; ein Muster darf keine haben</translation>
    </message>
    <message>
        <source>this rule does not allow so many missing channels</source>
        <translation>diese Regel erlaubt nicht so viele fehlende Kanäle</translation>
    </message>
    <message>
        <source>the band</source>
        <translation>das Band</translation>
    </message>
    <message>
        <source>the band is longer than the query</source>
        <translation>das Band ist länger als das Muster</translation>
    </message>
    <message>
        <source>the data have</source>
        <translation>die Daten haben</translation>
    </message>
    <message>
        <source>the exclusion zone</source>
        <translation>die Ausschlusszone</translation>
    </message>
    <message>
        <source>the lag</source>
        <translation>die Verschiebung</translation>
    </message>
    <message>
        <source>the largest distance must be at least 0</source>
        <translation>der größte Abstand muss mindestens 0 sein</translation>
    </message>
    <message>
        <source>the number of matches</source>
        <translation>die Zahl der Treffer</translation>
    </message>
    <message>
        <source>the number of missing channels</source>
        <translation>die Zahl der fehlenden Kanäle</translation>
    </message>
    <message>
        <source>the path of {} by {} samples takes too much memory</source>
        <translation>der Pfad von {} mal {} Abtastwerten braucht zu viel Speicher</translation>
    </message>
    <message>
        <source>the penalty of a lag</source>
        <translation>der Aufschlag für eine Verschiebung</translation>
    </message>
    <message>
        <source>the query has</source>
        <translation>das Muster hat</translation>
    </message>
    <message>
        <source>the query has {} channels and the data {}</source>
        <translation>das Muster hat {} Kanäle, die Daten haben {}</translation>
    </message>
    <message>
        <source>the reach of channels</source>
        <translation>die Reichweite der Kanäle</translation>
    </message>
    <message>
        <source>the weight of a switched channel</source>
        <translation>das Gewicht eines vertauschten Kanals</translation>
    </message>
    <message>
        <source>the limit of a missing channel</source>
        <translation>die Grenze für fehlende Kanäle</translation>
    </message>
    <message>
        <source>channels can lag or be switched only with the rule &apos;assigned&apos;</source>
        <translation>Kanäle können nur mit der Regel „assigned“ verschoben oder vertauscht sein</translation>
    </message>
    <message>
        <source>with open ends every length is searched already: no stretch is needed</source>
        <translation>mit offenen Enden wird ohnehin jede Länge durchsucht: Eine Dehnung ist nicht nötig</translation>
    </message>
    <message>
        <source>with open ends there is no fixed window to normalise: use none or global</source>
        <translation>mit offenen Enden gibt es kein festes Fenster zum Normieren: none oder global verwenden</translation>
    </message>
    <message>
        <source>with open ends the query is compared with one channel: choose one of the {}</source>
        <translation>mit offenen Enden wird das Muster mit einem Kanal verglichen: bitte einen der {} wählen</translation>
    </message>
    <message>
        <source>with open ends there is no band</source>
        <translation>bei offenen Enden gibt es kein Band</translation>
    </message>
    <message>
        <source>{} channels of {} and of {} samples</source>
        <translation>{} Kanäle von {} und von {} Abtastwerten</translation>
    </message>
    <message>
        <source>{} must be a number, at least {}</source>
        <translation>{} muss eine Zahl sein, mindestens {}</translation>
    </message>
    <message>
        <source>{} must be at least {}</source>
        <translation>{} muss mindestens {} sein</translation>
    </message>
    <message>
        <source>{} no samples</source>
        <translation>{} keine Abtastwerte</translation>
    </message>
    <message>
        <source>{}: the list of recordings has a name of more than {} bytes</source>
        <translation>{}: Die Liste von Aufzeichnungen hat einen Namen von mehr als {} Bytes</translation>
    </message>
    <message>
        <source>{}: the list of recordings has more than {} bytes</source>
        <translation>{}: Die Liste von Aufzeichnungen hat mehr als {} Bytes</translation>
    </message>
    <message>
        <source>{}: contains no recordings</source>
        <translation>{}: enthält keine Aufzeichnungen</translation>
    </message>
    <message>
        <source>paths of {} of {} windows, the others pruned by bounds; {} recomputed in double precision</source>
        <translation>Pfade durch {} von {} Fenstern, die übrigen durch Schranken ausgeschlossen; {} in doppelter Genauigkeit nachgerechnet</translation>
    </message>
    <message>
        <source>A motif of several channels in a recording, by dynamic time warping</source>
        <translation>Ein Motiv aus mehreren Kanälen in einer Aufzeichnung, mit dynamischer Zeitverzerrung</translation>
    </message>
    <message>
        <source>Finds the position where a query of several channels is nearest to a recording: each window of each channel is normalised and warped within a band, each channel may lag or be switched with a neighbour, and the channels are assigned to each other so that the sum is smallest. A plain loop computes every table completely, on one thread and on several; the early-abandoning strategies prune windows by lower bounds and abandon tables early, as the UCR suite does. Espy&apos;s own strategy is measured for comparison. After the dissertation on multi-dimensional motifs, which found a GPU up to 25 times faster than early abandoning.</source>
        <translation>Findet die Position, an der eine Anfrage aus mehreren Kanälen einer Aufzeichnung am nächsten ist: Jedes Fenster jedes Kanals wird normiert und innerhalb eines Bandes verzerrt, jeder Kanal darf verschoben oder mit einem Nachbarn vertauscht sein, und die Kanäle werden einander so zugeordnet, dass die Summe am kleinsten ist. Eine einfache Schleife berechnet jede Tabelle vollständig, auf einem Thread und auf mehreren; die Strategien mit frühem Abbruch schließen Fenster durch untere Schranken aus und brechen Tabellen früh ab, wie die UCR-Suite. Zum Vergleich wird Espys eigene Strategie gemessen. Nach der Dissertation über mehrdimensionale Motive, in der eine GPU bis zu 25-mal schneller war als früher Abbruch.</translation>
    </message>
    <message>
        <source>On the same number of threads, early-abandoning took {} to {} times as long as best.</source>
        <translation>Auf gleich vielen Threads brauchte early-abandoning {}- bis {}-mal so lange wie best.</translation>
    </message>
    <message>
        <source>The GPU was up to {} times faster than early-abandoning on one thread.</source>
        <translation>Die GPU war bis zu {}-mal schneller als early-abandoning auf einem Thread.</translation>
    </message>
    <message>
        <source>distance below which a channel may replace another</source>
        <translation>Abstand, unterhalb dessen ein Kanal einen anderen ersetzen darf</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>Zellen</translation>
    </message>
    <message>
        <source>these matches have more than {} maximal independent sets</source>
        <translation>diese Treffer haben mehr als {} maximale unabhängige Mengen</translation>
    </message>
    <message>
        <source>{} found motifs with nDCG {}, precision {} and recall {}.</source>
        <translation>{} fand Motive mit nDCG {}, Präzision {} und Trefferquote {}.</translation>
    </message>
    <message>
        <source>activity: limps are recorded by the insole only</source>
        <translation>activity: Hinken zeichnet nur die Einlegesohle auf</translation>
    </message>
    <message>
        <source>samples: {} in {} channels of {} people take more than 1 GiB</source>
        <translation>samples: {} in {} Kanälen von {} Personen brauchen mehr als 1 GiB</translation>
    </message>
    <message>
        <source>samples: {} of {} people have no query of {}</source>
        <translation>samples: {} von {} Personen enthalten keine Anfrage für {}</translation>
    </message>
    <message>
        <source>The search for motifs of the dissertation, step by step</source>
        <translation>Die Motivsuche der Dissertation, Schritt für Schritt</translation>
    </message>
    <message>
        <source>Searches recordings of several people for an activity: each channel of the query is searched in the channels of the data near it, by dynamic time warping with the complete table; matches at about the same time become sets in which no channel occurs twice, and sets with more channels rank first. Query segmentation adds windows that are similar to a part of the query, search exhausting adds windows of other lengths for channels that are missing. Early abandoning and the GPU&apos;s kernel, a thread for each window, return the same sets. EDT, the sum of the channels&apos; Euclidean distances, is measured for comparison. The data are drawn: an insole with pressure sensors, or an accelerometer at arm, waist or leg.</source>
        <translation>Sucht in Aufzeichnungen mehrerer Personen nach einer Tätigkeit: Jeder Kanal der Anfrage wird in den Kanälen der Daten in seiner Nähe gesucht, durch Dynamic Time Warping mit vollständiger Tabelle; Treffer zu etwa derselben Zeit werden zu Mengen, in denen kein Kanal zweimal vorkommt, und Mengen mit mehr Kanälen stehen vorn. Die Zerlegung der Anfrage ergänzt Fenster, die einem Teil der Anfrage ähneln, die erschöpfende Suche ergänzt Fenster anderer Längen für fehlende Kanäle. Früher Abbruch und der Kernel der GPU, ein Thread je Fenster, liefern dieselben Mengen. Zum Vergleich wird EDT gemessen, die Summe der euklidischen Abstände der Kanäle. Die Daten sind erzeugt: eine Einlegesohle mit Drucksensoren oder ein Beschleunigungssensor an Arm, Taille oder Bein.</translation>
    </message>
    <message>
        <source>a shoe&apos;s insole, or the position of an accelerometer</source>
        <translation>die Einlegesohle eines Schuhs oder die Stelle eines Beschleunigungssensors</translation>
    </message>
    <message>
        <source>what the query is</source>
        <translation>was die Anfrage ist</translation>
    </message>
    <message>
        <source>pressure sensors of the insole</source>
        <translation>Drucksensoren der Einlegesohle</translation>
    </message>
    <message>
        <source>each with a recording and sensors of their own</source>
        <translation>jede mit eigener Aufzeichnung und eigenen Sensoren</translation>
    </message>
    <message>
        <source>of each person, 25 a second</source>
        <translation>je Person, 25 pro Sekunde</translation>
    </message>
    <message>
        <source>each a random one of the annotated cycles</source>
        <translation>jede ein zufälliger der annotierten Zyklen</translation>
    </message>
    <message>
        <source>samples of a query; 0: a cycle</source>
        <translation>Abtastwerte einer Anfrage; 0: ein Zyklus</translation>
    </message>
    <message>
        <source>how far the search goes</source>
        <translation>wie weit die Suche geht</translation>
    </message>
    <message>
        <source>the first set in rank by optimal assignment, or of all that are listed</source>
        <translation>die vorderste Menge durch optimale Zuordnung oder aus allen aufgezählten</translation>
    </message>
    <message>
        <source>distance below which a channel may replace another; 0: any</source>
        <translation>Abstand, unterhalb dessen ein Kanal einen anderen ersetzen darf; 0: beliebig</translation>
    </message>
    <message>
        <source>windows kept for each pair of channels, in % of the data over the query&apos;s length</source>
        <translation>je Kanalpaar behaltene Fenster, in % der Daten durch die Länge der Anfrage</translation>
    </message>
    <message>
        <source>weight of a match with another channel, in %</source>
        <translation>Gewicht eines Treffers mit einem anderen Kanal, in %</translation>
    </message>
    <message>
        <source>by how much windows may be shorter or longer, in %</source>
        <translation>um wie viel Fenster kürzer oder länger sein dürfen, in %</translation>
    </message>
    <message>
        <source>how far apart matches are combined, in % of the query&apos;s length</source>
        <translation>bis zu welchem Abstand Treffer verbunden werden, in % der Länge der Anfrage</translation>
    </message>
    <message>
        <source>channels that a reported set has at least, in %</source>
        <translation>Kanäle, die eine gemeldete Menge mindestens hat, in %</translation>
    </message>
    <message>
        <source>parts of the query for its segmentation</source>
        <translation>Teile der Anfrage bei ihrer Zerlegung</translation>
    </message>
    <message>
        <source>windows of {} samples do not fit the shared memory; at most {} do</source>
        <translation>Fenster von {} Abtastwerten passen nicht in den gemeinsamen Speicher, höchstens solche von {}</translation>
    </message>
    <message>
        <source>how far a path may leave the diagonal, in % of the query</source>
        <translation>wie weit ein Pfad die Diagonale verlassen darf, in % der Anfrage</translation>
    </message>
    <message>
        <source>in each channel of the recording</source>
        <translation>in jedem Kanal der Aufzeichnung</translation>
    </message>
    <message>
        <source>of the query and of the recording</source>
        <translation>der Anfrage und der Aufzeichnung</translation>
    </message>
    <message>
        <source>places</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>signal-to-noise ratio of the recording</source>
        <translation>Signal-Rausch-Verhältnis der Aufzeichnung</translation>
    </message>
    <message>
        <source>samples in a channel of the query</source>
        <translation>Abtastwerte in einem Kanal der Anfrage</translation>
    </message>
    <message>
        <source>how many samples each channel may be early or late</source>
        <translation>Abtastwerte, um die jeder Kanal früher oder später kommen darf</translation>
    </message>
    <message>
        <source>samples: {} in {} channels take more than 8 GiB</source>
        <translation>samples: {} in {} Kanälen brauchen mehr als 8 GiB</translation>
    </message>
    <message>
        <source>the window of the match now contains a gap</source>
        <translation>im Fenster des Treffers ist jetzt eine Lücke</translation>
    </message>
    <message>
        <source>with open ends all channels share one path: none can lag, be switched or be missing</source>
        <translation>mit offenen Enden gehen alle Kanäle auf einem Pfad: keiner kann verschoben, vertauscht oder weggelassen sein</translation>
    </message>
    <message>
        <source>every window in double precision</source>
        <translation>jedes Fenster in doppelter Genauigkeit</translation>
    </message>
    <message>
        <source>has lines for {} of {} segments</source>
        <translation>hat Zeilen für {} von {} Segmenten</translation>
    </message>
    <message>
        <source>has {} samples a second, and its segment {} has {}</source>
        <translation>hat {} Abtastwerte in der Sekunde, und sein Segment {} hat {}</translation>
    </message>
    <message>
        <source>has {} samples, and its segments have {}</source>
        <translation>hat {} Abtastwerte, und seine Segmente haben {}</translation>
    </message>
    <message>
        <source>has {} signals, and its segment {} has {}</source>
        <translation>hat {} Signale, und sein Segment {} hat {}</translation>
    </message>
    <message>
        <source>its first line, with &apos;{}&apos;, is read as names</source>
        <translation>seine erste Zeile, mit „{}“, wird als Namen gelesen</translation>
    </message>
    <message>
        <source>its lines, such as &apos;{}&apos;, are read as two channels, not as one with decimal commas</source>
        <translation>seine Zeilen, etwa „{}“, werden als zwei Kanäle gelesen, nicht als einer mit Dezimalkommas</translation>
    </message>
    <message>
        <source>its segment {} has segments itself</source>
        <translation>sein Segment {} hat selbst Segmente</translation>
    </message>
    <message>
        <source>its segment {} has the signal {} at another rate, or in {} and not in {}</source>
        <translation>sein Segment {} hat das Signal {} mit anderer Abtastrate, oder in {} statt in {}</translation>
    </message>
    <message>
        <source>its segment {} has {} samples, not {}</source>
        <translation>sein Segment {} hat {} Abtastwerte, nicht {}</translation>
    </message>
    <message>
        <source>motif profile</source>
        <translation>Motivprofil</translation>
    </message>
    <message>
        <source>the number of segments</source>
        <translation>der Zahl der Segmente</translation>
    </message>
    <message>
        <source>the samples of a segment</source>
        <translation>der Abtastwerte eines Segments</translation>
    </message>
    <message>
        <source>not enough memory for the distances at {} positions</source>
        <translation>nicht genug Speicher für die Abstände an {} Positionen</translation>
    </message>
    <message>
        <source>has floating-point samples of {} bits; only 32 and 64 are supported</source>
        <translation>hat Gleitkomma-Abtastwerte von {} Bit; unterstützt werden nur 32 und 64</translation>
    </message>
    <message>
        <source>has more than the {} samples allowed</source>
        <translation>hat mehr als die erlaubten {} Abtastwerte</translation>
    </message>
    <message>
        <source>is {} whose header has &apos;{}&apos; instead of its length, {} bytes</source>
        <translation>ist {}, in dessen Kopf „{}“ anstelle seiner Länge steht, {} Bytes</translation>
    </message>
    <message>
        <source>{}: the list of images cannot be read: {}</source>
        <translation>{}: Die Liste von Bildern kann nicht gelesen werden: {}</translation>
    </message>
    <message>
        <source>{}: the list of recordings cannot be read: {}</source>
        <translation>{}: Die Liste von Aufzeichnungen kann nicht gelesen werden: {}</translation>
    </message>
    <message>
        <source>paths of {} of {} windows, the others pruned by bounds; {} positions recomputed in double precision</source>
        <translation>Pfade durch {} von {} Fenstern, die übrigen durch Schranken ausgeschlossen; {} Positionen in doppelter Genauigkeit nachgerechnet</translation>
    </message>
    <message>
        <source>1 byte after the records announced in its header was not read</source>
        <translation>1 Byte nach den im Kopf angekündigten Datensätzen wurde nicht gelesen</translation>
    </message>
    <message>
        <source>{} bytes after the records announced in its header were not read</source>
        <translation>{} Bytes nach den im Kopf angekündigten Datensätzen wurden nicht gelesen</translation>
    </message>
    <message>
        <source>1 empty line between its numbers is read as a gap</source>
        <translation>1 leere Zeile zwischen den Zahlen wird als Lücke gelesen</translation>
    </message>
    <message>
        <source>{} empty lines between its numbers are read as gaps</source>
        <translation>{} leere Zeilen zwischen den Zahlen werden als Lücken gelesen</translation>
    </message>
    <message>
        <source>a pause of {} samples between its records is read as a gap</source>
        <translation>eine Unterbrechung von {} Abtastwerten zwischen den Datensätzen wird als Lücke gelesen</translation>
    </message>
    <message>
        <source>begins like {} and is cut short or damaged</source>
        <translation>beginnt wie {} und ist abgeschnitten oder beschädigt</translation>
    </message>
    <message>
        <source>has gaps of {} samples between its records, more than the {} that can be filled; split it at its gaps</source>
        <translation>hat Lücken von {} Abtastwerten zwischen den Datensätzen, mehr als die {}, die aufgefüllt werden können; bitte an den Lücken teilen</translation>
    </message>
    <message>
        <source>has gaps of {} samples between its segments, more than the {} that can be filled; read its segments one by one</source>
        <translation>hat Lücken von {} Abtastwerten zwischen den Segmenten, mehr als die {}, die aufgefüllt werden können; die Segmente einzeln lesen</translation>
    </message>
    <message>
        <source>has more than the {} channels that can be read</source>
        <translation>hat mehr als die {} Kanäle, die gelesen werden können</translation>
    </message>
    <message>
        <source>has no channel {}; it has no channels at all</source>
        <translation>hat keinen Kanal {}; es hat überhaupt keine Kanäle</translation>
    </message>
    <message>
        <source>has samples of {} bits in {} bytes</source>
        <translation>hat Abtastwerte von {} Bit in {} Byte</translation>
    </message>
    <message>
        <source>has {} channels, more than the {} that can be read</source>
        <translation>hat {} Kanäle, mehr als die {}, die gelesen werden können</translation>
    </message>
    <message>
        <source>has {} columns, more than the {} channels that can be read; with samples along columns each of its rows is a channel</source>
        <translation>hat {} Spalten, mehr als die {} Kanäle, die gelesen werden können; mit Abtastwerten entlang der Spalten ist jede Zeile ein Kanal</translation>
    </message>
    <message>
        <source>has {} samples, more than the {} allowed</source>
        <translation>hat {} Abtastwerte, mehr als die erlaubten {}</translation>
    </message>
    <message>
        <source>is read as {} channels of {} samples; with samples along columns it is {} channels of {} samples</source>
        <translation>wird als {} Kanäle von {} Abtastwerten gelesen; mit Abtastwerten entlang der Spalten sind es {} Kanäle von {} Abtastwerten</translation>
    </message>
    <message>
        <source>its one row is read as {} channels of one sample; with samples along columns it is one channel of {} samples</source>
        <translation>seine einzige Zeile wird als {} Kanäle von einem Abtastwert gelesen; mit Abtastwerten entlang der Spalten ist sie ein Kanal von {} Abtastwerten</translation>
    </message>
    <message>
        <source>is {}, which is not supported; convert it to WAV or FLAC</source>
        <translation>ist {} und wird nicht unterstützt; in WAV oder FLAC umwandeln</translation>
    </message>
    <message>
        <source>line {} ends after {} of {} columns</source>
        <translation>Zeile {} endet nach {} von {} Spalten</translation>
    </message>
    <message>
        <source>line {} ends after {} of {} samples</source>
        <translation>Zeile {} endet nach {} von {} Abtastwerten</translation>
    </message>
    <message>
        <source>line {} has a name but no numbers</source>
        <translation>Zeile {} hat einen Namen, aber keine Zahlen</translation>
    </message>
    <message>
        <source>line {} has more samples than the first</source>
        <translation>Zeile {} hat mehr Abtastwerte als die erste</translation>
    </message>
    <message>
        <source>line {} has several columns, the first has one</source>
        <translation>Zeile {} hat mehrere Spalten, die erste hat eine</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos; is a time, not a number; name the column of times</source>
        <translation>Zeile {}, Spalte {}: „{}“ ist eine Zeit, keine Zahl; bitte die Spalte der Zeiten nennen</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos; is not a known time format; if times do not matter, name the channels and give &apos;-&apos; as the column of times</source>
        <translation>Zeile {}, Spalte {}: „{}“ ist kein bekanntes Zeitformat; wenn Zeiten keine Rolle spielen, die Kanäle nennen und „-“ als Spalte der Zeiten angeben</translation>
    </message>
    <message>
        <source>line {}, column {}: &apos;{}&apos;: some times have a time zone and some do not; if times do not matter, name the channels and give &apos;-&apos; as the column of times</source>
        <translation>Zeile {}, Spalte {}: „{}“: Manche Zeiten haben eine Zeitzone und manche nicht; wenn Zeiten keine Rolle spielen, die Kanäle nennen und „-“ als Spalte der Zeiten angeben</translation>
    </message>
    <message>
        <source>no memory for the {} bytes of its array {}</source>
        <translation>kein Speicher für die {} Byte des Feldes {}</translation>
    </message>
    <message>
        <source>{} must be at most {}</source>
        <translation>{} darf höchstens {} sein</translation>
    </message>
    <message>
        <source>the step of a stretch must be a number, at least 0</source>
        <translation>der Schritt einer Streckung muss eine Zahl sein, mindestens 0</translation>
    </message>
    <message>
        <source>GPUs do not search with open ends</source>
        <translation>GPUs suchen nicht mit offenen Enden</translation>
    </message>
    <message>
        <source>on GPUs channels can lag by at most {} samples</source>
        <translation>auf GPUs sind Kanäle höchstens um {} Abtastwerte verschiebbar</translation>
    </message>
    <message>
        <source>GPUs search for queries of at most {} samples</source>
        <translation>GPUs suchen nach Mustern von höchstens {} Abtastwerten</translation>
    </message>
    <message>
        <source>has several channels named {}; select one by number, counted from 0</source>
        <translation>hat mehrere Kanäle namens {}; bitte einen mit seiner Nummer ab 0 auswählen</translation>
    </message>
    <message>
        <source>has a mark &apos;{}&apos; at second {} for {} seconds, which is not a valid range</source>
        <translation>hat eine Marke „{}“ bei Sekunde {} für {} Sekunden, was kein gültiger Bereich ist</translation>
    </message>
    <message>
        <source>is a TIFF that is not supported: {}</source>
        <translation>ist ein TIFF, das nicht unterstützt wird: {}</translation>
    </message>
    <message>
        <source>its header says {} channels of {} bits, but it decodes to {} of {} bits</source>
        <translation>laut Kopf {} Kanäle zu {} Bit, entschlüsselt aber {} zu {} Bit</translation>
    </message>
    <message>
        <source>a {} file does not keep every alpha sample; write .png, .pam or .tif</source>
        <translation>eine {}-Datei erhält nicht jeden Alphawert; schreiben Sie .png, .pam oder .tif</translation>
    </message>
    <message>
        <source>an expression has at most {} characters</source>
        <translation>ein Ausdruck hat höchstens {} Zeichen</translation>
    </message>
    <message>
        <source>column {}: {}</source>
        <translation>Spalte {}: {}</translation>
    </message>
    <message>
        <source>comparisons do not chain; join two with &amp;&amp;</source>
        <translation>Vergleiche lassen sich nicht verketten; verbinden Sie zwei mit &amp;&amp;</translation>
    </message>
    <message>
        <source>edges</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>expected (</source>
        <translation>( erwartet</translation>
    </message>
    <message>
        <source>expected a number, a name or (</source>
        <translation>Zahl, Name oder ( erwartet</translation>
    </message>
    <message>
        <source>expected an operator or )</source>
        <translation>Operator oder ) erwartet</translation>
    </message>
    <message>
        <source>expected an operator or a comma</source>
        <translation>Operator oder Komma erwartet</translation>
    </message>
    <message>
        <source>expected an operator or the end</source>
        <translation>Operator oder Ende erwartet</translation>
    </message>
    <message>
        <source>nested more than {} deep</source>
        <translation>mehr als {}-fach verschachtelt</translation>
    </message>
    <message>
        <source>screening by an expression</source>
        <translation>Filtern nach einem Ausdruck</translation>
    </message>
    <message>
        <source>screening needs a colour, an expression or edges</source>
        <translation>zum Filtern braucht es eine Farbe, einen Ausdruck oder Kanten</translation>
    </message>
    <message>
        <source>the gradient of edges is at least 1 to {}, not {}</source>
        <translation>der kleinste Gradient von Kanten liegt zwischen 1 und {}, nicht bei {}</translation>
    </message>
    <message>
        <source>there is no such name; the names are {}</source>
        <translation>diesen Namen gibt es nicht; die Namen sind {}</translation>
    </message>
    <message>
        <source>this is no number</source>
        <translation>das ist keine Zahl</translation>
    </message>
    <message>
        <source>too many operands wait for their operator</source>
        <translation>zu viele Operanden warten auf ihren Operator</translation>
    </message>
    <message>
        <source>Milestones 1 to 3 screen each pixel by its colour: 1 a grey box, whited out; 2 a colour box, whited out; 3 the edge of the grey box. Milestones 4 to 6 search for a smaller picture in three passes: flag where it begins, flag what belongs to it, and paint everything else white or an outline around it: 4 a grey pattern of 16 x 16 in rough plaster, whited out; 5 the same, outlined; 6 one figure in a colour crowd with look-alikes, outlined. Compared are the plain loop (sequential), the same with OpenMP, the paper&apos;s kernels (cuda-passes), and the engines that Espy uses (best-...). The floor is reading the picture once from memory; an engine that reads only a sample of the pixels can be faster. A sweep of the size shows from how many pixels a GPU pays off, transfers included.</source>
        <translation>Meilensteine 1 bis 3 prüfen jedes Pixel nach seiner Farbe: 1 ein grauer Kasten, Rest weiß; 2 ein farbiger Kasten, Rest weiß; 3 der Rand des grauen Kastens. Meilensteine 4 bis 6 suchen ein kleineres Bild in drei Durchgängen: kennzeichnen, wo es beginnt, kennzeichnen, was dazugehört, und alles andere weiß malen oder einen Umriss darum ziehen: 4 ein graues Muster von 16 x 16 in rauem Putz, Rest weiß; 5 dasselbe, umrissen; 6 eine Figur in einer farbigen Menschenmenge mit Doppelgängern, umrissen. Verglichen werden die einfache Schleife (sequential), dieselbe mit OpenMP, die Kernel des Artikels (cuda-passes) und die Engines, die Espy benutzt (best-...). Die Untergrenze ist, das Bild einmal aus dem Speicher zu lesen; eine Engine, die nur eine Stichprobe der Pixel liest, kann schneller sein. Ein Durchlauf der Größe zeigt, ab wie vielen Pixeln sich eine GPU lohnt, Übertragung inbegriffen.</translation>
    </message>
    <message>
        <source>of the outline in pixels; milestones 5 and 6 only</source>
        <translation>des Umrisses in Pixeln; nur Meilensteine 5 und 6</translation>
    </message>
    <message>
        <source>positions that a thread of OpenMP takes at a time</source>
        <translation>Stellen, die ein Thread von OpenMP auf einmal nimmt</translation>
    </message>
    <message>
        <source>the lab&apos;s screening requires colours, and 8-bit grey or RGB with alpha</source>
        <translation>die Farbauswahl des Labors braucht Farben und 8-Bit-Grau oder RGB mit Alpha</translation>
    </message>
    <message>
        <source>there is no paper {}; the papers are {}</source>
        <translation>es gibt keinen Artikel {}; die Artikel sind {}</translation>
    </message>
    <message>
        <source>there is no such strategy</source>
        <translation>eine solche Strategie gibt es nicht</translation>
    </message>
    <message>
        <source>this engine has no screening</source>
        <translation>diese Engine hat keine Auswahl einer Farbe</translation>
    </message>
    <message>
        <source>this machine has {} threads</source>
        <translation>dieser Rechner hat {} Threads</translation>
    </message>
    <message>
        <source>{} has no {}; its tables and figures are {}</source>
        <translation>{} hat kein {}; seine Tabellen und Bilder sind {}</translation>
    </message>
    <message>
        <source>{} was not measured</source>
        <translation>{} wurde nicht gemessen</translation>
    </message>
    <message>
        <source>{}: takes one value here, because the rows do not vary it</source>
        <translation>{}: hier steht ein Wert, weil die Zeilen ihn nicht verändern</translation>
    </message>
    <message>
        <source>{}: takes values, not sweep: the rows are the paper&apos;s</source>
        <translation>{}: erwartet Werte, nicht sweep: Die Zeilen sind die des Artikels</translation>
    </message>
    <message>
        <source>Runs a network in which each output of a layer sees only a few neighbouring inputs, with weights of its own, a bias and a sigmoid; each layer is narrower than the one before. With values=doubles the strategies are the paper&apos;s: OpenMP distributes the outputs of a layer, or the inputs of each output with a reduction; CUDA uses blocks of 1024 threads, R of them for an output, whose products are added by a reduction or by one thread, or a block of R threads for each output. Results may differ by 1e-9 of their value. With values=floats it is the network that Espy uses, with a clipped polynomial in place of the sigmoid: static, dynamic and guided loops, a thread of the GPU for each output, and Espy&apos;s own strategy, whose tiles go through several layers while they are in the cache. The paper runs one sample. The floor is reading network and samples once from memory; data that stay in a cache can be faster.</source>
        <translation>Rechnet ein Netz, in dem jeder Ausgang einer Schicht nur wenige benachbarte Eingänge sieht, mit eigenen Gewichten, einem Bias und einer Sigmoidfunktion; jede Schicht ist schmaler als die vorige. Mit values=doubles sind die Strategien die des Artikels: OpenMP verteilt die Ausgänge einer Schicht, oder die Eingänge jedes Ausgangs mit einer Reduktion; CUDA nimmt Blöcke von 1024 Threads, R davon für einen Ausgang, deren Produkte eine Reduktion oder ein Thread addiert, oder einen Block von R Threads für jeden Ausgang. Ergebnisse dürfen um 1e-9 ihres Werts abweichen. Mit values=floats ist es das Netz, das Espy benutzt, mit einem beschnittenen Polynom statt der Sigmoidfunktion: Schleifen statisch, dynamisch und geführt, ein Thread der GPU für jeden Ausgang, und Espys eigene Strategie, deren Kacheln mehrere Schichten durchlaufen, solange sie im Cache sind. Der Artikel rechnet eine Probe. Die Untergrenze ist, Netz und Proben einmal aus dem Speicher zu lesen; Daten, die in einem Cache bleiben, können schneller sein.</translation>
    </message>
    <message>
        <source>inputs that an output sees; an odd number for values=floats</source>
        <translation>Eingänge, die ein Ausgang sieht; bei values=floats eine ungerade Zahl</translation>
    </message>
    <message>
        <source>neighbours: must be odd for values=floats, not {}</source>
        <translation>neighbours: muss bei values=floats ungerade sein, nicht {}</translation>
    </message>
    <message>
        <source>of the first layer; with weak scaling, of one thread</source>
        <translation>der ersten Schicht; bei schwacher Skalierung eines Threads</translation>
    </message>
    <message>
        <source>the paper&apos;s arithmetic, or that of Espy&apos;s network</source>
        <translation>die Rechnung des Artikels oder die von Espys Netz</translation>
    </message>
    <message>
        <source>2 N</source>
        <translation>2 N</translation>
    </message>
    <message>
        <source>a layer may have {} outputs, a block for each, not {}</source>
        <translation>eine Schicht darf {} Ausgänge haben, einen Block für jeden, nicht {}</translation>
    </message>
    <message>
        <source>a layer of {} neighbours may have {} inputs, not {}</source>
        <translation>eine Schicht mit {} Nachbarn darf {} Eingänge haben, nicht {}</translation>
    </message>
    <message>
        <source>a layer of this network has no outputs</source>
        <translation>eine Schicht dieses Netzes hat keine Ausgänge</translation>
    </message>
    <message>
        <source>sparse-network doubles</source>
        <translation>sparse-network doubles</translation>
    </message>
    <message>
        <source>Runs the algorithms of the paper of texture-search step by step on one thread: norms, products, addition of the norms, the two least of each column, roots, a copy, and the ratio test. Algorithm 1 sorts by insertion in memory, or keeps the two least in registers; algorithm 2 has features of length 1 and needs no norms; algorithm 1 in half precision rounds every product and sum, of features times a scale factor, and reports the mean relative error of the distances and how many overflow. Counts may differ from those of the plain loop by 0.1 % of the query&apos;s features, 2 % for algorithm 2, 5 % for half precision.</source>
        <translation>Führt die Algorithmen des Artikels von texture-search Schritt für Schritt auf einem Thread aus: Normen, Produkte, Addition der Normen, die zwei kleinsten jeder Spalte, Wurzeln, eine Kopie und den Verhältnistest. Algorithmus 1 sortiert durch Einfügen im Speicher, oder hält die zwei kleinsten in Registern; Algorithmus 2 hat Merkmale der Länge 1 und braucht keine Normen; Algorithmus 1 in halber Genauigkeit rundet jedes Produkt und jede Summe von Merkmalen mal einem Faktor, und meldet den mittleren relativen Fehler der Abstände und wie viele überlaufen. Zählungen dürfen von denen der einfachen Schleife um 0,1 % der Merkmale der Anfrage abweichen, 2 % bei Algorithmus 2, 5 % bei halber Genauigkeit.</translation>
    </message>
    <message>
        <source>The two nearest features, step by step</source>
        <translation>Die zwei nächsten Merkmale, Schritt für Schritt</translation>
    </message>
    <message>
        <source>N: in half precision features are multiplied by 2^-N</source>
        <translation>N: in halber Genauigkeit werden Merkmale mit 2^-N multipliziert</translation>
    </message>
    <message>
        <source>overflow</source>
        <translation>Überlauf</translation>
    </message>
    <message>
        <source>a batch must have 1 to 4096 references of two features, for one query</source>
        <translation>ein Stapel braucht 1 bis 4096 Referenzen mit zwei Merkmalen, für eine Anfrage</translation>
    </message>
    <message>
        <source>texture-steps</source>
        <translation>texture-steps</translation>
    </message>
    <message>
        <source>per cent of a hybrid cache in the GPU&apos;s memory</source>
        <translation>Prozent eines hybriden Caches im Speicher der GPU</translation>
    </message>
    <message>
        <source>a hybrid cache has a library on the host, one host thread, and 0 to 100 % on the GPU</source>
        <translation>ein hybrider Cache hat eine Bibliothek auf dem Host, einen Host-Thread und 0 bis 100 % auf der GPU</translation>
    </message>
    <message>
        <source>{}: takes {} values here, one for each row, not {}</source>
        <translation>{}: hier stehen {} Werte, einer für jede Zeile, nicht {}</translation>
    </message>
    <message>
        <source>Fills a table, then inserts, searches and erases random keys in batches, whose operations run concurrently. Michael&apos;s lock-free lists on threads and on a GPU: one table (basic), n tables among which k 10^6 mod n chooses (ph), or one table with n times the lists (big). Beside them bucketed cuckoo hashing, Espy&apos;s open addressing in cache lines (best), and std::unordered_map on one thread (sequential). After each run it is verified that answers and contents are those of some order of each batch.</source>
        <translation>Füllt eine Tabelle, fügt dann zufällige Schlüssel ein, sucht und löscht sie in Stapeln, deren Operationen gleichzeitig laufen. Michaels sperrfreie Listen auf Threads und auf einer GPU: eine Tabelle (basic), n Tabellen, unter denen k 10^6 mod n wählt (ph), oder eine Tabelle mit n-mal so vielen Listen (big). Daneben Kuckucks-Hashing mit Behältern, Espys offene Adressierung in Cachezeilen (best) und std::unordered_map auf einem Thread (sequential). Nach jedem Lauf wird geprüft, dass Antworten und Inhalt die einer Reihenfolge jedes Stapels sind.</translation>
    </message>
    <message>
        <source>Hash tables with inserts, searches and erases in batches</source>
        <translation>Hashtabellen mit Einfügen, Suchen und Löschen in Stapeln</translation>
    </message>
    <message>
        <source>after the table is filled</source>
        <translation>nachdem die Tabelle gefüllt ist</translation>
    </message>
    <message>
        <source>distribution of the keys in (0, 1)</source>
        <translation>Verteilung der Schlüssel in (0, 1)</translation>
    </message>
    <message>
        <source>hash function of the lists</source>
        <translation>Hashfunktion der Listen</translation>
    </message>
    <message>
        <source>the kernels have the consistent indices only</source>
        <translation>die Kernel haben nur die stimmigen Indizes</translation>
    </message>
    <message>
        <source>Total variation of diffusion tensors, by steepest descent</source>
        <translation>Totale Variation von Diffusionstensoren, durch steilsten Abstieg</translation>
    </message>
    <message>
        <source>Removes noise from diffusion tensors D = L L^T by steepest descent on L, as the dissertation on many-core processors does: five kernels a step (GlobalSync), or one whose blocks (ThreadSync) or threads (UnSync) smooth regions of their own. The same regions are also computed on threads of the processor. A phantom of fibres is measured with Rician noise; estimate is the tensors before, best Espy&apos;s own denoising. Figures: root mean square error, error of the fractional anisotropy, and angle between the directions of fibres in degrees.</source>
        <translation>Entfernt Rauschen aus Diffusionstensoren D = L L^T durch steilsten Abstieg über L, wie die Dissertation über Mehrkernprozessoren: fünf Kernel je Schritt (GlobalSync) oder einer, dessen Blöcke (ThreadSync) oder Threads (UnSync) eigene Bereiche glätten. Dieselben Bereiche werden auch auf Threads des Prozessors berechnet. Ein Phantom aus Fasern wird mit Rice-verteiltem Rauschen gemessen; estimate sind die Tensoren davor, best ist Espys eigene Entrauschung. Kennzahlen: mittlerer quadratischer Fehler, Fehler der fraktionalen Anisotropie und Winkel zwischen den Faserrichtungen in Grad.</translation>
    </message>
    <message>
        <source>voxel steps</source>
        <translation>Voxelschritte</translation>
    </message>
    <message>
        <source>voxels along each edge of the volume</source>
        <translation>Voxel entlang jeder Kante des Volumens</translation>
    </message>
    <message>
        <source>steps of the descent</source>
        <translation>Schritte des Abstiegs</translation>
    </message>
    <message>
        <source>edge of a thread block: 8 or 16</source>
        <translation>Kante eines Threadblocks: 8 oder 16</translation>
    </message>
    <message>
        <source>weight of the data, in thousandths</source>
        <translation>Gewicht der Daten, in Tausendsteln</translation>
    </message>
    <message>
        <source>dt, in thousandths</source>
        <translation>dt, in Tausendsteln</translation>
    </message>
    <message>
        <source>of differences and means: so that they belong together, or as printed</source>
        <translation>von Differenzen und Mittelwerten: so dass sie zusammengehören, oder wie gedruckt</translation>
    </message>
    <message>
        <source>what 2 lambda multiplies: all products, or as printed the first</source>
        <translation>was 2 lambda multipliziert: alle Produkte oder wie gedruckt das erste</translation>
    </message>
    <message>
        <source>in which diffusion is measured</source>
        <translation>in denen die Diffusion gemessen wird</translation>
    </message>
    <message>
        <source>signal-to-noise ratio without diffusion weighting</source>
        <translation>Signal-Rausch-Verhältnis ohne Diffusionswichtung</translation>
    </message>
    <message>
        <source>Interval dynamic programming in blocks</source>
        <translation>Dynamische Programmierung über Intervalle in Blöcken</translation>
    </message>
    <message>
        <source>The cheapest division of each interval, as in the best order of multiplying a chain of matrices, after the dissertation on many-core processors: the table is computed in blocks, of which a rectangular kernel adds what blocks between contribute, and a triangular one completes what depends on the block itself. Blocks are computed by diagonals (iterative) or by divide and conquer, as printed (divided) or each block once (divided-once). With part=product only two matrices are multiplied, by the rectangular kernel and by the usual sum of products. Figures: calls of both kernels.</source>
        <translation>Die billigste Teilung jedes Intervalls, wie bei der besten Reihenfolge, eine Kette von Matrizen zu multiplizieren, nach der Dissertation über Mehrkernprozessoren: Die Tabelle wird in Blöcken berechnet. Ein rechteckiger Kernel fügt hinzu, was die Blöcke dazwischen beitragen, ein dreieckiger vollendet, was vom Block selbst abhängt. Blöcke werden nach Diagonalen berechnet (iterative) oder durch Teile und herrsche, wie gedruckt (divided) oder jeder Block einmal (divided-once). Mit part=product werden nur zwei Matrizen multipliziert, mit dem rechteckigen Kernel und als übliche Summe von Produkten. Kennzahlen: Aufrufe beider Kernel.</translation>
    </message>
    <message>
        <source>additions and minima</source>
        <translation>Additionen und Minima</translation>
    </message>
    <message>
        <source>what is computed: a table, or one product of matrices</source>
        <translation>was berechnet wird: eine Tabelle oder ein Produkt von Matrizen</translation>
    </message>
    <message>
        <source>points of the table; rows of the matrices</source>
        <translation>Punkte der Tabelle; Zeilen der Matrizen</translation>
    </message>
    <message>
        <source>side of a block</source>
        <translation>Seite eines Blocks</translation>
    </message>
    <message>
        <source>costs: of neighbours only, or of a chain of matrices, which takes two more multiplications and an addition</source>
        <translation>Kosten: nur von Nachbarn, oder einer Kette von Matrizen, was zwei Multiplikationen und eine Addition mehr braucht</translation>
    </message>
    <message>
        <source>blocks that are merged in shared memory have at most {} points</source>
        <translation>Blöcke, die im gemeinsamen Speicher zusammengefügt werden, haben höchstens {} Punkte</translation>
    </message>
    <message>
        <source>is a TIFF with {} samples a pixel, of {} bytes each, orientation {}; as a volume 1 or 3 floating-point samples are read, upright</source>
        <translation>ist ein TIFF mit {} Werten je Pixel zu je {} Bytes, Ausrichtung {}; als Volumen werden 1 oder 3 Gleitkommawerte gelesen, aufrecht</translation>
    </message>
    <message>
        <source>a TIFF holds one slice of 1 or 3 channels, but the volume has {} of {}; write .npy or .nii</source>
        <translation>ein TIFF fasst eine Schicht mit 1 oder 3 Kanälen, aber das Volumen hat {} mit {}; schreiben Sie .npy oder .nii</translation>
    </message>
    <message>
        <source>costs may exceed 2^28, up to which the GPU adds 16-bit costs; use another engine</source>
        <translation>Kosten können 2^28 überschreiten, bis zu denen die GPU 16-Bit-Kosten addiert; nehmen Sie eine andere Engine</translation>
    </message>
    <message>
        <source>memory does not suffice, and {} cannot hold a temporary file of {} MB: {}</source>
        <translation>der Speicher reicht nicht, und {} kann keine temporäre Datei von {} MB fassen: {}</translation>
    </message>
    <message>
        <source>Arrays in a GPU&apos;s shared memory that share addresses</source>
        <translation>Felder im gemeinsamen Speicher einer GPU, die sich Adressen teilen</translation>
    </message>
    <message>
        <source>Three kernels with several arrays in shared memory, after the dissertation on many-core processors: curvature of a volume (denoising), curvature of a level set (segmentation), and displacements with biharmonic smoothing (registration). The arrays have addresses of their own (cuda-separate), or share partitions by a colouring of those that live together (cuda-coloured), or are laid out by Espy&apos;s planner (cuda-planned). Figures: bytes of a block, barriers of an iteration, and blocks that fit on a multiprocessor, here and on the dissertation&apos;s GPU.</source>
        <translation>Drei Kernel mit mehreren Feldern im gemeinsamen Speicher, nach der Dissertation über Mehrkernprozessoren: Krümmung eines Volumens (denoising), Krümmung einer Niveaumenge (segmentation) und Verschiebungen mit biharmonischer Glättung (registration). Die Felder haben eigene Adressen (cuda-separate), teilen sich Abschnitte nach einer Färbung derer, die zugleich leben (cuda-coloured), oder werden von Espys Planer angeordnet (cuda-planned). Kennzahlen: Bytes eines Blocks, Barrieren je Iteration und Blöcke, die auf einen Multiprozessor passen, hier und auf der GPU der Dissertation.</translation>
    </message>
    <message>
        <source>what is computed</source>
        <translation>was berechnet wird</translation>
    </message>
    <message>
        <source>voxels along each edge</source>
        <translation>Voxel entlang jeder Kante</translation>
    </message>
    <message>
        <source>of the kernel in a run</source>
        <translation>des Kernels in einem Lauf</translation>
    </message>
    <message>
        <source>size: a volume has an edge of at most {}, not {}</source>
        <translation>size: ein Volumen hat eine Kante von höchstens {}, nicht {}</translation>
    </message>
    <message>
        <source>a block must have an edge of 8 or 16, not {}</source>
        <translation>ein Block muss eine Kante von 8 oder 16 haben, nicht {}</translation>
    </message>
    <message>
        <source>memory-reuse</source>
        <translation>memory-reuse</translation>
    </message>
    <message>
        <source>tensor-descent</source>
        <translation>tensor-descent</translation>
    </message>
    <message>
        <source>hash-table</source>
        <translation>hash-table</translation>
    </message>
    <message>
        <source>lists of a table</source>
        <translation>Listen einer Tabelle</translation>
    </message>
    <message>
        <source>n, tables of ph</source>
        <translation>n, Tabellen von ph</translation>
    </message>
    <message>
        <source>of normal keys, in ten-thousandths</source>
        <translation>normalverteilter Schlüssel, in Zehntausendsteln</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>operations of a batch</source>
        <translation>Operationen eines Stapels</translation>
    </message>
    <message>
        <source>operations: of {} keys in (0, 1) that differ there are no {}</source>
        <translation>operations: von {} verschiedenen Schlüsseln in (0, 1) gibt es keine {}</translation>
    </message>
    <message>
        <source>pairs with which the table is filled before</source>
        <translation>Paare, mit denen die Tabelle vorher gefüllt wird</translation>
    </message>
    <message>
        <source>per cent of searches and erases of a key of the filled table</source>
        <translation>Prozent der Such- und Löschoperationen mit einem Schlüssel der gefüllten Tabelle</translation>
    </message>
    <message>
        <source>per cent of the operations</source>
        <translation>Prozent der Operationen</translation>
    </message>
    <message>
        <source>per cent of the operations; the rest are inserts</source>
        <translation>Prozent der Operationen; die übrigen fügen ein</translation>
    </message>
    <message>
        <source>per cent of the slots that the pairs of cuckoo and best fill</source>
        <translation>Prozent der Plätze, die die Paare von cuckoo und best füllen</translation>
    </message>
    <message>
        <source>searches: {} per cent and {} per cent of erases are more than all</source>
        <translation>searches: {} Prozent und {} Prozent Löschoperationen sind mehr als alle</translation>
    </message>
    <message>
        <source>tables: {} tables of {} lists are more than {} lists</source>
        <translation>tables: {} Tabellen mit {} Listen sind mehr als {} Listen</translation>
    </message>
    <message>
        <source>the byte of a key that is hashed first</source>
        <translation>das Byte eines Schlüssels, das zuerst in den Hash eingeht</translation>
    </message>
    <message>
        <source>the hash table is full</source>
        <translation>die Hashtabelle ist voll</translation>
    </message>
    <message>
        <source>this hash table is on a GPU only</source>
        <translation>diese Hashtabelle gibt es nur auf einer GPU</translation>
    </message>
    <message>
        <source>this hash table is on the CPU only</source>
        <translation>diese Hashtabelle gibt es nur auf der CPU</translation>
    </message>
    <message>
        <source>threads on the processor</source>
        <translation>Threads auf dem Prozessor</translation>
    </message>
    <message>
        <source>bytes after its samples were not read</source>
        <translation>Bytes nach seinen Werten wurden nicht gelesen</translation>
    </message>
    <message>
        <source>cannot hold a volume without all its samples</source>
        <translation>kann kein Volumen ohne alle seine Werte aufnehmen</translation>
    </message>
    <message>
        <source>cannot hold {} x {} x {} samples; NIfTI allows {} along an axis</source>
        <translation>kann {} x {} x {} Werte nicht aufnehmen; NIfTI erlaubt {} entlang einer Achse</translation>
    </message>
    <message>
        <source>ends before the samples announced in its header</source>
        <translation>endet vor den Werten, die sein Kopf ankündigt</translation>
    </message>
    <message>
        <source>has more than twice the {} announced in its header</source>
        <translation>hat mehr als das Doppelte der {}, die sein Kopf angibt</translation>
    </message>
    <message>
        <source>has a header of {} axes; there are 1 to 7</source>
        <translation>hat einen Kopf mit {} Achsen; es gibt 1 bis 7</translation>
    </message>
    <message>
        <source>has a header that scales samples by {} and adds {}</source>
        <translation>hat einen Kopf, der Werte mit {} malnimmt und {} addiert</translation>
    </message>
    <message>
        <source>has a header with a spacing of {} along axis {}; it must be above 0</source>
        <translation>hat einen Kopf mit einem Abstand von {} entlang Achse {}; er muss über 0 sein</translation>
    </message>
    <message>
        <source>has a header with its samples at byte {}, after the last allowed, {}</source>
        <translation>hat einen Kopf mit den Werten bei Byte {}, nach dem letzten erlaubten, {}</translation>
    </message>
    <message>
        <source>has a header with its samples at byte {}, but the first possible is {}</source>
        <translation>hat einen Kopf mit den Werten bei Byte {}, das erste mögliche ist aber {}</translation>
    </message>
    <message>
        <source>has a header with {} samples along axis {}</source>
        <translation>hat einen Kopf mit {} Werten entlang Achse {}</translation>
    </message>
    <message>
        <source>has a last axis of {} numbers; those of tensors have 6</source>
        <translation>hat eine letzte Achse von {} Zahlen; die von Tensoren hat 6</translation>
    </message>
    <message>
        <source>has samples of the NIfTI type {}, which is not supported; convert them to float32</source>
        <translation>hat Werte des NIfTI-Typs {}, der nicht unterstützt wird; wandeln Sie sie in float32 um</translation>
    </message>
    <message>
        <source>has symmetric matrices of {} components; those of tensors have 6</source>
        <translation>hat symmetrische Matrizen mit {} Komponenten; die von Tensoren haben 6</translation>
    </message>
    <message>
        <source>has {} channels, more than the {} that a volume may have</source>
        <translation>hat {} Kanäle, mehr als die {}, die ein Volumen haben darf</translation>
    </message>
    <message>
        <source>has {} x {} x {} samples of {} channels, more than the {} allowed</source>
        <translation>hat {} x {} x {} Werte von {} Kanälen, mehr als die {} erlaubten</translation>
    </message>
    <message>
        <source>has {} x {} x {} x {} samples in axes 4 to 7; only one of axes 4 and 5 may have more than one</source>
        <translation>hat {} x {} x {} x {} Werte in den Achsen 4 bis 7; nur eine der Achsen 4 und 5 darf mehr als einen haben</translation>
    </message>
    <message>
        <source>is a folder, not a volume</source>
        <translation>ist ein Ordner, kein Volumen</translation>
    </message>
    <message>
        <source>is a header whose samples are in another file; convert both to .nii</source>
        <translation>ist ein Kopf, dessen Werte in einer anderen Datei stehen; wandeln Sie beide in .nii um</translation>
    </message>
    <message>
        <source>has four axes, the last of 6 numbers; fields of tensors must be asked for (--tensors)</source>
        <translation>hat vier Achsen, die letzte mit 6 Zahlen; Felder von Tensoren müssen verlangt werden (--tensors)</translation>
    </message>
    <message>
        <source>is an array of {} dimensions; pictures have {}, volumes {}</source>
        <translation>ist ein Feld mit {} Dimensionen; Bilder haben {}, Volumen {}</translation>
    </message>
    <message>
        <source>is compressed and damaged</source>
        <translation>ist komprimiert und beschädigt</translation>
    </message>
    <message>
        <source>is not a NIfTI-1 file; Analyze and NIfTI-2 files must be converted</source>
        <translation>ist keine NIfTI-1-Datei; Analyze- und NIfTI-2-Dateien müssen umgewandelt werden</translation>
    </message>
    <message>
        <source>is not a known kind of volume; NPY, NIfTI and floating-point TIFF can be read</source>
        <translation>ist kein bekanntes Volumen; gelesen werden NPY, NIfTI und TIFF mit Gleitkommazahlen</translation>
    </message>
    <message>
        <source>it is a NIfTI file</source>
        <translation>es ist eine NIfTI-Datei</translation>
    </message>
    <message>
        <source>{} after its samples were not read</source>
        <translation>{} nach seinen Werten wurden nicht gelesen</translation>
    </message>
    <message>
        <source>denoising</source>
        <translation>Entrauschen</translation>
    </message>
    <message>
        <source>interval costs</source>
        <translation>Kosten von Intervallen</translation>
    </message>
    <message>
        <source>outlines</source>
        <translation>Umrisse</translation>
    </message>
    <message>
        <source>chain product</source>
        <translation>Kettenprodukt</translation>
    </message>
    <message>
        <source>chain-blocks</source>
        <translation>chain-blocks</translation>
    </message>
    <message>
        <source>interval divisions</source>
        <translation>Intervallteilungen</translation>
    </message>
    <message>
        <source>a batch searches for needles or by an index, not both</source>
        <translation>ein Stapel sucht nach Suchbildern oder mit einem Index, nicht beides</translation>
    </message>
    <message>
        <source>a mask is for needles, not for an index</source>
        <translation>eine Maske ist für Suchbilder, nicht für einen Index</translation>
    </message>
    <message>
        <source>the matches do not lie side by side in a grid</source>
        <translation>die Treffer liegen nicht in einem Raster nebeneinander</translation>
    </message>
    <message>
        <source>{}: has too many needles for the window</source>
        <translation>{}: hat zu viele Suchbilder für das Fenster</translation>
    </message>
    <message>
        <source>{}: is an index of scenes; needles are searched for in it by espy find --index</source>
        <translation>{}: ist ein Index von Bildern; Suchbilder sucht darin espy find --index</translation>
    </message>
</context>
<context>
    <name>espy::desktop::AnswerList</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>not processed</source>
        <translation>nicht bearbeitet</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::AnswerPage</name>
    <message>
        <source>Reading its picture...</source>
        <translation>Das Bild wird gelesen …</translation>
    </message>
    <message>
        <source>No picture: its features</source>
        <translation>Kein Bild: seine Merkmale</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit des Ergebnisses</translation>
    </message>
    <message>
        <source>Evidence for the candidate</source>
        <translation>Belege für den Kandidaten</translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation>&amp;Linien</translation>
    </message>
    <message>
        <source>Inclu&amp;de outliers</source>
        <translation>Auch A&amp;usreißer</translation>
    </message>
    <message>
        <source>About the picture</source>
        <translation>Zum Bild</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>Wo die Zeit geblieben ist</translation>
    </message>
    <message>
        <source>Draws lines between matched features; hide them to see the pictures</source>
        <translation>Zeichnet Linien zwischen übereinstimmenden Merkmalen; ohne sie sind die Bilder besser zu sehen</translation>
    </message>
    <message>
        <source>Also draws, in grey, matched features that do not fit one flat surface</source>
        <translation>Zeichnet auch, in Grau, übereinstimmende Merkmale, die nicht zu einer ebenen Fläche passen</translation>
    </message>
    <message>
        <source>A surface of the library, of %1 features.</source>
        <translation>Eine Oberfläche der Bibliothek mit %1 Merkmalen.</translation>
    </message>
    <message>
        <source>A library keeps features, not pictures. %1.</source>
        <translation>Eine Bibliothek bewahrt Merkmale auf, keine Bilder. %1.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BarChart</name>
    <message>
        <source>On a logarithmic axis, compare only the ends of bars, not the lengths of their parts.</source>
        <translation>Auf einer logarithmischen Achse nur die Enden der Balken vergleichen, nicht die Längen ihrer Teile.</translation>
    </message>
    <message>
        <source>%1 %2, plus or minus %3</source>
        <translation>%1 %2, plus/minus %3</translation>
    </message>
    <message>
        <source>, of which %1</source>
        <translation>, davon %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchForm</name>
    <message>
        <source>exact, tolerance %1</source>
        <translation>exakt, Toleranz %1</translation>
    </message>
    <message>
        <source>outline, score at least %1</source>
        <translation>Umriss, Ähnlichkeit mindestens %1</translation>
    </message>
    <message>
        <source>absolute differences, score at least %1</source>
        <translation>absolute Differenzen, Ähnlichkeit mindestens %1</translation>
    </message>
    <message>
        <source>squared differences, score at least %1</source>
        <translation>quadrierte Differenzen, Ähnlichkeit mindestens %1</translation>
    </message>
    <message>
        <source>correlation, score at least %1</source>
        <translation>Korrelation, Ähnlichkeit mindestens %1</translation>
    </message>
    <message>
        <source>outlines of %1 px</source>
        <translation>Umrisse von %1 px</translation>
    </message>
    <message>
        <source>everything else white</source>
        <translation>alles andere weiß</translation>
    </message>
    <message>
        <source>everything else dimmed</source>
        <translation>alles andere abgedunkelt</translation>
    </message>
    <message>
        <source>no marks</source>
        <translation>keine Markierungen</translation>
    </message>
    <message>
        <source>Needles of the batch</source>
        <translation>Suchbilder des Stapels</translation>
    </message>
    <message>
        <source>Options of the batch</source>
        <translation>Optionen des Stapels</translation>
    </message>
    <message>
        <source>Overwrite existing files</source>
        <translation>Vorhandene Dateien überschreiben</translation>
    </message>
    <message>
        <source>Needles</source>
        <translation>Suchbilder</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Naming of the marked pictures</source>
        <translation>Benennung der markierten Bilder</translation>
    </message>
    <message>
        <source>{name} is the picture&apos;s name, {number} its position in the list; the extension is the picture&apos;s</source>
        <translation>{name} ist der Name des Bildes, {number} seine Position in der Liste; die Endung ist die des Bildes</translation>
    </message>
    <message>
        <source>Naming</source>
        <translation>Benennung</translation>
    </message>
    <message>
        <source>Summary file</source>
        <translation>Übersichtsdatei</translation>
    </message>
    <message>
        <source>A file with all matches, in the output folder; empty for none</source>
        <translation>Eine Datei mit allen Treffern, im Ausgabeordner; leer für keine</translation>
    </message>
    <message>
        <source>Summary (CSV)</source>
        <translation>Übersicht (CSV)</translation>
    </message>
    <message>
        <source>Output folder</source>
        <translation>Ausgabeordner</translation>
    </message>
    <message>
        <source>The folder for the marked pictures; empty for none</source>
        <translation>Der Ordner für die markierten Bilder; leer für keine</translation>
    </message>
    <message>
        <source>No marked pictures</source>
        <translation>Keine markierten Bilder</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>Choose the output folder</source>
        <translation>Den Ausgabeordner auswählen</translation>
    </message>
    <message>
        <source>none: add one to the tray</source>
        <translation>keine: zuerst eines in die Ablage legen</translation>
    </message>
    <message>
        <source>%1; %2; engine %3</source>
        <translation>%1; %2; Engine %3</translation>
    </message>
    <message>
        <source>%1: choose an output folder for the summary, or clear its name</source>
        <translation>%1: einen Ausgabeordner für die Übersicht wählen oder ihren Namen leeren</translation>
    </message>
    <message>
        <source>everything else lightened</source>
        <translation>alles andere aufgehellt</translation>
    </message>
    <message>
        <source>denoised, strength %1</source>
        <translation>entrauscht, Stärke %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchQueue</name>
    <message>
        <source>queued</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchTable</name>
    <message>
        <source>Pictures of the batch</source>
        <translation>Bilder des Stapels</translation>
    </message>
    <message>
        <source>Drop pictures and folders here</source>
        <translation>Bilder und Ordner hier ablegen</translation>
    </message>
    <message>
        <source>No picture passes the filters</source>
        <translation>Kein Bild besteht die Filter</translation>
    </message>
</context>
<context>
    <name>espy::desktop::BatchView</name>
    <message>
        <source>about %1 s left</source>
        <translation>noch etwa %1 s</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>noch etwa %1 min</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>State of the batch</source>
        <translation>Zustand des Stapels</translation>
    </message>
    <message>
        <source>Add files...</source>
        <translation>Dateien hinzufügen …</translation>
    </message>
    <message>
        <source>Adds pictures to the list</source>
        <translation>Fügt der Liste Bilder hinzu</translation>
    </message>
    <message>
        <source>Add a folder...</source>
        <translation>Ordner hinzufügen …</translation>
    </message>
    <message>
        <source>Adds all pictures of a folder to the list</source>
        <translation>Fügt der Liste alle Bilder eines Ordners hinzu</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removes the selected pictures from the list</source>
        <translation>Entfernt die ausgewählten Bilder aus der Liste</translation>
    </message>
    <message>
        <source>Include subfolders</source>
        <translation>Mit Unterordnern</translation>
    </message>
    <message>
        <source>Also adds the pictures in subfolders</source>
        <translation>Fügt auch die Bilder in Unterordnern hinzu</translation>
    </message>
    <message>
        <source>Progress of the batch</source>
        <translation>Fortschritt des Stapels</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Searches all pictures of the list</source>
        <translation>Durchsucht alle Bilder der Liste</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops the batch; finished pictures are kept</source>
        <translation>Hält den Stapel an; fertige Bilder bleiben erhalten</translation>
    </message>
    <message>
        <source>A batch is running: no pictures were added</source>
        <translation>Ein Stapel läuft: es wurden keine Bilder hinzugefügt</translation>
    </message>
    <message>
        <source>There is no picture in this folder</source>
        <translation>In diesem Ordner ist kein Bild</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>Bilder (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 fertig</translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>, %1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>, %1 cancelled</source>
        <translation>, %1 abgebrochen</translation>
    </message>
    <message>
        <source>; matches: %1</source>
        <translation>; Treffer: %1</translation>
    </message>
    <message>
        <source>Summary: %1</source>
        <translation>Übersicht: %1</translation>
    </message>
    <message>
        <source>Filter pictures</source>
        <translation>Bilder filtern</translation>
    </message>
    <message>
        <source>Filter by name or reason</source>
        <translation>Nach Name oder Grund filtern</translation>
    </message>
    <message>
        <source>Which pictures are listed</source>
        <translation>Welche Bilder aufgeführt sind</translation>
    </message>
    <message>
        <source>Lists only pictures in this state</source>
        <translation>Führt nur Bilder in diesem Zustand auf</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>Alle Zustände</translation>
    </message>
    <message>
        <source>How many pictures are listed</source>
        <translation>Wie viele Bilder aufgeführt sind</translation>
    </message>
    <message>
        <source>1 picture</source>
        <translation>1 Bild</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 Bilder</translation>
    </message>
    <message>
        <source>%1 of %2 pictures</source>
        <translation>%1 von %2 Bildern</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Searches again what failed or was cancelled</source>
        <translation>Sucht noch einmal, was fehlgeschlagen ist oder abgebrochen wurde</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Shows the output folder</source>
        <translation>Zeigt den Ausgabeordner</translation>
    </message>
    <message>
        <source>Why the batch cannot start</source>
        <translation>Warum der Stapel nicht starten kann</translation>
    </message>
    <message>
        <source>Add pictures to start: drop files or folders.</source>
        <translation>Zum Starten Bilder hinzufügen: Dateien oder Ordner hierher ziehen.</translation>
    </message>
    <message>
        <source>There is no needle yet: in the picture, drag a rectangle over what to find.</source>
        <translation>Noch kein Suchbild: Im Bild ein Rechteck um das Gesuchte ziehen.</translation>
    </message>
    <message>
        <source>Export the sheet...</source>
        <translation>Bogen exportieren …</translation>
    </message>
    <message>
        <source>Writes the sheet as one picture</source>
        <translation>Schreibt den Bogen als ein Bild</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Lists the pictures</source>
        <translation>Listet die Bilder auf</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Bogen</translation>
    </message>
    <message>
        <source>Shows the matches of all pictures, best first</source>
        <translation>Zeigt die Treffer aller Bilder, die besten zuerst</translation>
    </message>
    <message>
        <source>The matches of all pictures are shown here</source>
        <translation>Die Treffer aller Bilder werden hier gezeigt</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts wurde gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n more cannot be read</source>
        <translation>
            <numerusform>%n weiteres kann nicht gelesen werden</numerusform>
            <numerusform>%n weitere können nicht gelesen werden</numerusform>
        </translation>
    </message>
    <message>
        <source>A batch searches for one index, or for needles: switch the others off.</source>
        <translation>Ein Stapel sucht nach einem Index oder nach Suchbildern: schalten Sie die anderen aus.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CandidateList</name>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>The most similar surfaces, with the number of matched features that agree. Select one to see it.</source>
        <translation>Die ähnlichsten Oberflächen, mit der Zahl der übereinstimmenden Merkmale, die zueinander passen. Wählen Sie eine, um sie anzusehen.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 matched features agree</source>
        <translation>%1: %2 von %3 übereinstimmenden Merkmalen passen zueinander</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Canvas</name>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>%1 x %2 at %3, %4</source>
        <translation>%1 x %2 bei %3, %4</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 Treffer</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 Treffer</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Shows the picture and the matches. The wheel zooms, the arrow keys move the picture or the selection, dragging with Space held down moves the picture. Enter zooms to the current match, or places a first rectangle to cut out.</source>
        <translation>Zeigt das Bild und die Treffer. Das Mausrad zoomt, die Pfeiltasten bewegen das Bild oder die Auswahl, Ziehen bei gedrückter Leertaste verschiebt das Bild. Die Eingabetaste vergrößert den aktuellen Treffer oder setzt ein erstes Rechteck zum Ausschneiden.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CanvasLink</name>
    <message>
        <source>Drag a rectangle over what to find, or drop a needle.</source>
        <translation>Ein Rechteck über das Gesuchte ziehen oder ein Suchbild ablegen.</translation>
    </message>
    <message>
        <source>Another engine finished the search: %1</source>
        <translation>Eine andere Engine hat die Suche beendet: %1</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing scores %1 or more. The best candidate scores %2, at %3, %4.</source>
        <translation>Nichts erreicht eine Ähnlichkeit von %1. Der beste Kandidat erreicht %2, bei %3, %4.</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Accept this match</source>
        <translation>Diesen Treffer annehmen</translation>
    </message>
    <message>
        <source>match %1 of %2, %3, x %4, y %5, score %6</source>
        <translation>Treffer %1 von %2, %3, x %4, y %5, Ähnlichkeit %6</translation>
    </message>
    <message>
        <source>Nothing else in the picture is identical to the cut.</source>
        <translation>Sonst ist nichts im Bild mit dem Ausschnitt identisch.</translation>
    </message>
    <message>
        <source>Nothing in the picture is identical.</source>
        <translation>Nichts im Bild ist identisch.</translation>
    </message>
    <message>
        <source>%1 is larger than the picture: %2 x %3 pixels.</source>
        <translation>%1 ist größer als das Bild: %2 × %3 Pixel.</translation>
    </message>
    <message>
        <source>%1 was skipped: %2.</source>
        <translation>%1 wurde übersprungen: %2.</translation>
    </message>
    <message>
        <source>Find similar</source>
        <translation>Ähnliches finden</translation>
    </message>
    <message>
        <source>Other sizes and angles</source>
        <translation>Andere Größen und Winkel</translation>
    </message>
    <message>
        <source>Continue searching</source>
        <translation>Weitersuchen</translation>
    </message>
    <message numerus="yes">
        <source>Found %n.</source>
        <translation>
            <numerusform>%n gefunden.</numerusform>
            <numerusform>%n gefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found %n: %1.</source>
        <translation>
            <numerusform>%n gefunden: %1.</numerusform>
            <numerusform>%n gefunden: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found at other angles and sizes within a few seconds.</source>
        <translation>In wenigen Sekunden wurde auch in anderen Winkeln und Größen nichts gefunden.</translation>
    </message>
    <message>
        <source>Nothing found at other angles and sizes either.</source>
        <translation>Auch in anderen Winkeln und Größen wurde nichts gefunden.</translation>
    </message>
    <message>
        <source>a true match</source>
        <translation>ein echter Treffer</translation>
    </message>
    <message>
        <source>not a true match</source>
        <translation>kein echter Treffer</translation>
    </message>
    <message>
        <source>Nothing else was found; what is not finished is named below.</source>
        <translation>Sonst nichts gefunden; was nicht fertig wurde, steht unten.</translation>
    </message>
    <message>
        <source>Nothing identical, similar, turned, resized or mirrored was found.</source>
        <translation>Nichts Identisches, Ähnliches, Gedrehtes, Gespiegeltes oder anders Großes gefunden.</translation>
    </message>
    <message>
        <source>Only the original was found: nothing similar, turned, resized or mirrored.</source>
        <translation>Nur das Original gefunden: nichts Ähnliches, Gedrehtes, Gespiegeltes oder anders Großes.</translation>
    </message>
    <message>
        <source>The best candidate scores %1, at %2, %3.</source>
        <translation>Der beste Kandidat hat den Wert %1, bei %2, %3.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CanvasMenu</name>
    <message>
        <source>Match %1, %2</source>
        <translation>Treffer %1, %2</translation>
    </message>
    <message>
        <source>&amp;Zoom to it</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>&amp;Copy its position: %1</source>
        <translation>P&amp;osition kopieren: %1</translation>
    </message>
    <message>
        <source>&amp;Use it as a needle</source>
        <translation>Als &amp;Suchbild verwenden</translation>
    </message>
    <message>
        <source>match %1</source>
        <translation>Treffer %1</translation>
    </message>
    <message>
        <source>Select &amp;all of %1</source>
        <translation>&amp;Alle von %1 auswählen</translation>
    </message>
    <message>
        <source>The cut</source>
        <translation>Ausschnitt</translation>
    </message>
    <message>
        <source>Copy the pi&amp;xel&apos;s value: %1</source>
        <translation>&amp;Pixelwert kopieren: %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ContactSheet</name>
    <message>
        <source>Matches as a contact sheet</source>
        <translation>Treffer als Kontaktbogen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Counts</name>
    <message>
        <source>✓ OK</source>
        <translation>✓ OK</translation>
    </message>
    <message>
        <source>✗ not OK: %1 missing</source>
        <translation>✗ nicht OK: %1 fehlen</translation>
    </message>
    <message>
        <source>✗ not OK: %1 too many</source>
        <translation>✗ nicht OK: %1 zu viel</translation>
    </message>
    <message>
        <source>✓ All counts are OK</source>
        <translation>✓ Alle Anzahlen sind OK</translation>
    </message>
    <message>
        <source>✗ Counts that are not OK: %1 of %2</source>
        <translation>✗ Anzahlen, die nicht OK sind: %1 von %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CountsModel</name>
    <message>
        <source>The expected number of matches; double-click or press F2 to edit, empty for none</source>
        <translation>Erwartete Zahl der Treffer; Doppelklick oder F2 zum Bearbeiten, leer für keine Angabe</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>Suchbild</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Befund</translation>
    </message>
</context>
<context>
    <name>espy::desktop::CountsView</name>
    <message>
        <source>Counts by needle</source>
        <translation>Anzahl je Suchbild</translation>
    </message>
    <message>
        <source>The number of matches of each needle, found and expected</source>
        <translation>Zahl der Treffer jedes Suchbilds, gefunden und erwartet</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Curtain</name>
    <message>
        <source>Curtain</source>
        <translation>Vorhang</translation>
    </message>
    <message>
        <source>The picture is to the left of it, the preview to the right. The arrow keys move it.</source>
        <translation>Links davon ist das Bild, rechts die Vorschau. Die Pfeiltasten verschieben ihn.</translation>
    </message>
    <message>
        <source>Drag to compare: the picture is to the left, the preview to the right</source>
        <translation>Zum Vergleichen ziehen: links ist das Bild, rechts die Vorschau</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DenoiseDialog</name>
    <message>
        <source>&amp;Estimate</source>
        <translation>Schät&amp;zen</translation>
    </message>
    <message>
        <source>The strength for the noise of this picture</source>
        <translation>Die Stärke für das Rauschen dieses Bildes</translation>
    </message>
    <message>
        <source>Pre&amp;view</source>
        <translation>&amp;Vorschau</translation>
    </message>
    <message>
        <source>&amp;Curtain</source>
        <translation>Vor&amp;hang</translation>
    </message>
    <message>
        <source>&amp;Find in the denoised picture</source>
        <translation>Im entrauschten Bild s&amp;uchen</translation>
    </message>
    <message>
        <source>Do not make the copy</source>
        <translation>Die Kopie nicht anfertigen</translation>
    </message>
    <message>
        <source>Denoise</source>
        <translation>Entrauschen</translation>
    </message>
    <message>
        <source>grain</source>
        <translation>Körnung</translation>
    </message>
    <message>
        <source>Gaussian noise, as of cameras in the dark: lowers contrast a little (ROF)</source>
        <translation>Gaußsches Rauschen, wie von Kameras im Dunkeln: senkt den Kontrast etwas (ROF)</translation>
    </message>
    <message>
        <source>specks</source>
        <translation>Flecken</translation>
    </message>
    <message>
        <source>Outliers, such as salt and pepper: removes small details, keeps contrast (TV-L1)</source>
        <translation>Ausreißer wie Salz und Pfeffer: entfernt kleine Einzelheiten, erhält den Kontrast (TV-L1)</translation>
    </message>
    <message>
        <source>Shows the denoised copy while the slider moves</source>
        <translation>Zeigt die entrauschte Kopie, während der Regler sich bewegt</translation>
    </message>
    <message>
        <source>Before and after: a line in the picture that can be dragged</source>
        <translation>Vorher und nachher: eine Linie im Bild, die sich ziehen lässt</translation>
    </message>
    <message>
        <source>Searches denoise the picture and the needles first; the picture that is shown stays</source>
        <translation>Suchen entrauschen zuerst das Bild und die Suchbilder; das angezeigte Bild bleibt</translation>
    </message>
    <message>
        <source>&amp;Noise</source>
        <translation>&amp;Rauschen</translation>
    </message>
    <message>
        <source>What is to be removed</source>
        <translation>Was entfernt werden soll</translation>
    </message>
    <message>
        <source>&amp;Strength</source>
        <translation>&amp;Stärke</translation>
    </message>
    <message>
        <source>More removes more</source>
        <translation>Mehr entfernt mehr</translation>
    </message>
    <message>
        <source>Strength as a number</source>
        <translation>Stärke als Zahl</translation>
    </message>
    <message>
        <source>Grain: in units of the range from black to white; specks: in pixels</source>
        <translation>Körnung: in Einheiten des Bereichs von Schwarz bis Weiß; Flecken: in Pixeln</translation>
    </message>
    <message>
        <source>&amp;Denoise</source>
        <translation>&amp;Entrauschen</translation>
    </message>
    <message>
        <source>Replaces the picture by the denoised copy; undo restores it</source>
        <translation>Ersetzt das Bild durch die entrauschte Kopie; Rückgängig stellt es wieder her</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Progress of denoising</source>
        <translation>Fortschritt des Entrauschens</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Shown at 1/%1 of the resolution, made in %2; all pixels follow.</source>
        <translation>Gezeigt mit 1/%1 der Auflösung, in %2 berechnet; alle Pixel folgen.</translation>
    </message>
    <message>
        <source>Shown with all pixels, made in %1.</source>
        <translation>Gezeigt mit allen Pixeln, in %1 berechnet.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DenoisePreview</name>
    <message>
        <source>%1, denoised</source>
        <translation>%1, entrauscht</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DrawnCrowd</name>
    <message>
        <source>crowd</source>
        <translation>Menschenmenge</translation>
    </message>
    <message>
        <source>traveller</source>
        <translation>Reisender</translation>
    </message>
    <message>
        <source>crowd at night</source>
        <translation>Menge bei Nacht</translation>
    </message>
    <message>
        <source>photograph</source>
        <translation>Foto</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DropOverlay</name>
    <message>
        <source>Where to drop</source>
        <translation>Wohin ablegen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::DropZones</name>
    <message>
        <source>Search in this</source>
        <translation>Hierin suchen</translation>
    </message>
    <message>
        <source>several pictures make a batch</source>
        <translation>mehrere Bilder werden ein Stapel</translation>
    </message>
    <message>
        <source>Search for this</source>
        <translation>Danach suchen</translation>
    </message>
    <message>
        <source>a needle</source>
        <translation>ein Suchbild</translation>
    </message>
</context>
<context>
    <name>espy::desktop::EventTable</name>
    <message>
        <source>appears</source>
        <translation>erscheint</translation>
    </message>
    <message>
        <source>vanishes</source>
        <translation>verschwindet</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>bewegt sich</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 Treffer</translation>
    </message>
    <message>
        <source>still</source>
        <translation>Stillstand</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>Suchbild</translation>
    </message>
    <message>
        <source>x, y</source>
        <translation>x, y</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ExportJob</name>
    <message>
        <source>%1: not enough memory</source>
        <translation>%1: nicht genug Speicher</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: the name of a report must end in .html or .pdf</source>
        <translation>%1: Der Name eines Berichts muss auf .html oder .pdf enden</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ExportMenu</name>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Matches as &amp;CSV...</source>
        <translation>Treffer als &amp;CSV …</translation>
    </message>
    <message>
        <source>Matches as &amp;JSON...</source>
        <translation>Treffer als &amp;JSON …</translation>
    </message>
    <message>
        <source>&amp;Marked picture...</source>
        <translation>&amp;Markiertes Bild …</translation>
    </message>
    <message>
        <source>Each match as a &amp;picture...</source>
        <translation>Jeder Treffer als &amp;Bild …</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Exportiert nach %1</translation>
    </message>
    <message>
        <source>The export was cancelled</source>
        <translation>Der Export wurde abgebrochen</translation>
    </message>
    <message>
        <source>There is nothing to export yet</source>
        <translation>Es gibt noch nichts zu exportieren</translation>
    </message>
    <message>
        <source>Another export is still being written</source>
        <translation>Ein anderer Export wird noch geschrieben</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.ppm *.pgm *.pam *.tif *.tiff *.jpg *.jpeg *.webp *.bmp)</source>
        <translation>Bilder (*.png *.ppm *.pgm *.pam *.tif *.tiff *.jpg *.jpeg *.webp *.bmp)</translation>
    </message>
    <message>
        <source>&amp;Report as HTML or PDF...</source>
        <translation>B&amp;ericht als HTML oder PDF …</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>Nicht exportiert: %1</translation>
    </message>
    <message>
        <source>Export matches as CSV</source>
        <translation>Treffer als CSV exportieren</translation>
    </message>
    <message>
        <source>Export matches as JSON</source>
        <translation>Treffer als JSON exportieren</translation>
    </message>
    <message>
        <source>Export the marked picture</source>
        <translation>Das markierte Bild exportieren</translation>
    </message>
    <message>
        <source>Export a report</source>
        <translation>Einen Bericht exportieren</translation>
    </message>
    <message>
        <source>Web pages (*.html *.htm)</source>
        <translation>Webseiten (*.html *.htm)</translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF-Dokumente (*.pdf)</translation>
    </message>
    <message>
        <source>Export each match into a folder</source>
        <translation>Jeden Treffer in einen Ordner exportieren</translation>
    </message>
    <message>
        <source>&amp;Sheet as one picture...</source>
        <translation>B&amp;ogen als ein Bild …</translation>
    </message>
    <message>
        <source>Export the sheet</source>
        <translation>Bogen exportieren</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>stapel</translation>
    </message>
    <message>
        <source>Map of &amp;names as CSV...</source>
        <translation>&amp;Namenskarte als CSV …</translation>
    </message>
    <message>
        <source>M&amp;ap of names as a picture...</source>
        <translation>N&amp;amenskarte als Bild …</translation>
    </message>
    <message>
        <source>Export the map of names as CSV</source>
        <translation>Namenskarte als CSV exportieren</translation>
    </message>
    <message>
        <source>Export the map of names</source>
        <translation>Namenskarte exportieren</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FigureView</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Copy as picture</source>
        <translation>Als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy the chart as a picture</source>
        <translation>Das Diagramm als Bild kopieren</translation>
    </message>
    <message>
        <source>Export CSV...</source>
        <translation>CSV exportieren …</translation>
    </message>
    <message>
        <source>Export the figures as CSV</source>
        <translation>Die Zahlen als CSV exportieren</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV-Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Export JSON...</source>
        <translation>JSON exportieren …</translation>
    </message>
    <message>
        <source>Export the figures as JSON</source>
        <translation>Die Zahlen als JSON exportieren</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>The chart is on the clipboard.</source>
        <translation>Das Diagramm ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>%1 was not written: the name must end in .png, .svg, .csv or .json.</source>
        <translation>%1 wurde nicht geschrieben: Der Name muss auf .png, .svg, .csv oder .json enden.</translation>
    </message>
    <message>
        <source>Wrote %1.</source>
        <translation>%1 wurde geschrieben.</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg)</source>
        <translation>SVG-Zeichnungen (*.svg)</translation>
    </message>
    <message>
        <source>Save PNG...</source>
        <translation>PNG speichern …</translation>
    </message>
    <message>
        <source>Save the chart as a PNG picture</source>
        <translation>Das Diagramm als PNG-Bild speichern</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Save SVG...</source>
        <translation>SVG speichern …</translation>
    </message>
    <message>
        <source>Save the chart as an SVG drawing</source>
        <translation>Das Diagramm als SVG-Zeichnung speichern</translation>
    </message>
    <message>
        <source>%1 was not written: there is no chart, only a table.</source>
        <translation>%1 wurde nicht geschrieben: Es gibt kein Diagramm, nur eine Tabelle.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Figures</name>
    <message>
        <source>equally fast</source>
        <translation>gleich schnell</translation>
    </message>
    <message>
        <source>%1 times faster</source>
        <translation>%1-mal schneller</translation>
    </message>
    <message>
        <source>%1 times slower</source>
        <translation>%1-mal langsamer</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FindGame</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>You: %1 s. Espy: %2 s.</source>
        <translation>Sie: %1 s. Espy: %2 s.</translation>
    </message>
    <message>
        <source>You found him yourself. He stands at %1, %2.</source>
        <translation>Sie haben ihn selbst gefunden. Er steht bei %1, %2.</translation>
    </message>
    <message>
        <source>He stands at %1, %2.</source>
        <translation>Er steht bei %1, %2.</translation>
    </message>
    <message>
        <source>Espy is searching...</source>
        <translation>Espy sucht …</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FindPanel</name>
    <message>
        <source>Find the traveller</source>
        <translation>Den Reisenden finden</translation>
    </message>
    <message>
        <source>State of the game</source>
        <translation>Stand des Spiels</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Stopwatch</source>
        <translation>Stoppuhr</translation>
    </message>
    <message>
        <source>Progress of the game</source>
        <translation>Fortschritt des Spiels</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>Zeig ihn mir</translation>
    </message>
    <message>
        <source>Lets Espy search for him</source>
        <translation>Lässt Espy nach ihm suchen</translation>
    </message>
    <message>
        <source>Let the engines race</source>
        <translation>Die Engines um die Wette laufen lassen</translation>
    </message>
    <message>
        <source>Shows how long each engine took</source>
        <translation>Zeigt, wie lange jede Engine brauchte</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Starts the game again</source>
        <translation>Startet das Spiel neu</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Ends the game; the picture stays</source>
        <translation>Beendet das Spiel; das Bild bleibt</translation>
    </message>
    <message>
        <source>The traveller</source>
        <translation>Der Reisende</translation>
    </message>
    <message>
        <source>Can you find him?</source>
        <translation>Finden Sie ihn?</translation>
    </message>
    <message>
        <source>And at night?</source>
        <translation>Und bei Nacht?</translation>
    </message>
    <message>
        <source>The same in bad light, where a few clicks help</source>
        <translation>Dasselbe bei schlechtem Licht, wo ein paar Klicks helfen</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Learns from your clicks to reject people who are not him</source>
        <translation>Lernt aus Ihren Klicks, andere Leute auszuschließen</translation>
    </message>
    <message>
        <source>Let Espy click</source>
        <translation>Espy klicken lassen</translation>
    </message>
    <message>
        <source>Labels a few of them as false, to show how it works</source>
        <translation>Kennzeichnet einige als falsch, um zu zeigen, wie es geht</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FoundTable</name>
    <message>
        <source>%1: distance %2</source>
        <translation>%1: Abstand %2</translation>
    </message>
    <message>
        <source>%1, %2 later</source>
        <translation>%1, %2 später</translation>
    </message>
    <message>
        <source>%1, %2 earlier</source>
        <translation>%1, %2 früher</translation>
    </message>
    <message>
        <source>%1, %2 %</source>
        <translation>%1, %2 %</translation>
    </message>
    <message>
        <source>the motif itself</source>
        <translation>das Motiv selbst</translation>
    </message>
    <message>
        <source>%1 missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
</context>
<context>
    <name>espy::desktop::FoundView</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Select a match to compare it with the motif here.</source>
        <translation>Einen Treffer wählen, um ihn hier mit dem Motiv zu vergleichen.</translation>
    </message>
    <message>
        <source>The motif and the match</source>
        <translation>Das Motiv und der Treffer</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the &amp;list</source>
        <translation>Die &amp;Liste kopieren</translation>
    </message>
    <message>
        <source>Find &amp;all that are as similar</source>
        <translation>&amp;Alle ebenso ähnlichen finden</translation>
    </message>
    <message>
        <source>&amp;Use it as the motif</source>
        <translation>Als &amp;Motiv verwenden</translation>
    </message>
    <message>
        <source>Export marks</source>
        <translation>Marken exportieren</translation>
    </message>
    <message>
        <source>Export matches</source>
        <translation>Treffer exportieren</translation>
    </message>
    <message>
        <source>EDF+ annotations (*.edf)</source>
        <translation>EDF+-Anmerkungen (*.edf)</translation>
    </message>
    <message>
        <source>WFDB annotations (*.atr)</source>
        <translation>WFDB-Anmerkungen (*.atr)</translation>
    </message>
    <message>
        <source>CSV tables (*.csv)</source>
        <translation>CSV-Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
    <message>
        <source>%1 is open here and is not overwritten</source>
        <translation>%1 ist hier geöffnet und wird nicht überschrieben</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>Nicht exportiert: %1</translation>
    </message>
    <message>
        <source>Exported to %1, in samples: the sampling rate is unknown</source>
        <translation>Nach %1 exportiert, in Abtastwerten: Die Abtastrate ist unbekannt</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Exportiert nach %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::IdentifyView</name>
    <message>
        <source>Identify</source>
        <translation>Erkennen</translation>
    </message>
    <message>
        <source>Known surfaces</source>
        <translation>Bekannte Oberflächen</translation>
    </message>
    <message>
        <source>Photographs</source>
        <translation>Fotos</translation>
    </message>
    <message>
        <source>Photographs and what they show</source>
        <translation>Fotos und was sie zeigen</translation>
    </message>
    <message>
        <source>The photographs to identify; Delete removes one from the list</source>
        <translation>Fotos, die erkannt werden sollen; Entf entfernt eines aus der Liste</translation>
    </message>
    <message>
        <source>&amp;Identify photographs...</source>
        <translation>Fotos &amp;erkennen …</translation>
    </message>
    <message>
        <source>Which known surface do they show?</source>
        <translation>Welche bekannte Oberfläche zeigen sie?</translation>
    </message>
    <message>
        <source>A&amp;gain</source>
        <translation>&amp;Nochmals</translation>
    </message>
    <message>
        <source>Identifies the selected photographs again, or all of them</source>
        <translation>Erkennt die ausgewählten Fotos erneut, oder alle</translation>
    </message>
    <message>
        <source>Add &amp;these</source>
        <translation>&amp;Diese hinzufügen</translation>
    </message>
    <message>
        <source>Adds the selected photographs to the library</source>
        <translation>Fügt die ausgewählten Fotos der Bibliothek hinzu</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Where to compute: on the CPU or on a GPU</source>
        <translation>Wo gerechnet wird: auf der CPU oder auf einer GPU</translation>
    </message>
    <message>
        <source>&amp;Engine:</source>
        <translation>En&amp;gine:</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Current step</source>
        <translation>Aktueller Schritt</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>A&amp;bbrechen</translation>
    </message>
    <message>
        <source>Stops; results so far are kept</source>
        <translation>Hält an; bisherige Ergebnisse bleiben erhalten</translation>
    </message>
    <message>
        <source>Photographs that were not added</source>
        <translation>Nicht hinzugefügte Fotos</translation>
    </message>
    <message>
        <source>What to do first</source>
        <translation>Was zuerst zu tun ist</translation>
    </message>
    <message>
        <source>&amp;New library...</source>
        <translation>&amp;Neue Bibliothek …</translation>
    </message>
    <message>
        <source>Makes a library of known surfaces</source>
        <translation>Legt eine Bibliothek bekannter Oberflächen an</translation>
    </message>
    <message>
        <source>&amp;Open a library...</source>
        <translation>Bibliothek ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Opens a library of known surfaces</source>
        <translation>Öffnet eine Bibliothek bekannter Oberflächen</translation>
    </message>
    <message>
        <source>Add photo&amp;graphs...</source>
        <translation>Fotos hin&amp;zufügen …</translation>
    </message>
    <message>
        <source>Adds photographs of surfaces; the file name becomes the id</source>
        <translation>Fügt Fotos von Oberflächen hinzu; jede heißt wie ihre Datei</translation>
    </message>
    <message>
        <source>Identify &amp;photographs...</source>
        <translation>F&amp;otos erkennen …</translation>
    </message>
    <message numerus="yes">
        <source>%n surface(s) removed.</source>
        <translation>
            <numerusform>%n Oberfläche entfernt.</numerusform>
            <numerusform>%n Oberflächen entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no picture in this folder</source>
        <translation>In diesem Ordner ist kein Bild</translation>
    </message>
    <message>
        <source>Photographs are already being added: these were not added</source>
        <translation>Es werden schon Fotos hinzugefügt: Diese wurden nicht hinzugefügt</translation>
    </message>
    <message>
        <source>Only photographs that are files can be added</source>
        <translation>Nur Fotos, die Dateien sind, können hinzugefügt werden</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n surface(s) from the library? This cannot be undone.</source>
        <translation>
            <numerusform>%n Oberfläche aus der Bibliothek entfernen? Das lässt sich nicht rückgängig machen.</numerusform>
            <numerusform>%n Oberflächen aus der Bibliothek entfernen? Das lässt sich nicht rückgängig machen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>The library has surfaces of the same names as %1 of these %2 photographs.</source>
        <translation>Die Bibliothek hat schon Oberflächen mit den Namen von %1 dieser %2 Fotos.</translation>
    </message>
    <message>
        <source>Replace them</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Keep the existing ones</source>
        <translation>Vorhandene behalten</translation>
    </message>
    <message>
        <source>Adding: %1 of %2</source>
        <translation>Hinzufügen: %1 von %2</translation>
    </message>
    <message>
        <source>%1, %2 not added</source>
        <translation>%1, %2 nicht hinzugefügt</translation>
    </message>
    <message>
        <source>Identifying...</source>
        <translation>Wird erkannt …</translation>
    </message>
    <message>
        <source>Waiting for a library</source>
        <translation>Wartet auf eine Bibliothek</translation>
    </message>
    <message>
        <source>Not processed</source>
        <translation>Nicht bearbeitet</translation>
    </message>
    <message>
        <source>Drop a folder of photographs of surfaces to make a library: stones, planks, cloth, bricks of tea. Espy then identifies the surface in another photograph.</source>
        <translation>Lassen Sie einen Ordner mit Fotos von Oberflächen hier fallen, um eine Bibliothek anzulegen: Steine, Bretter, Stoff, Teeziegel. Espy erkennt dann die Oberfläche auf einem anderen Foto.</translation>
    </message>
    <message>
        <source>The library is empty. Drop photographs of surfaces onto the left side; the file name becomes the id.</source>
        <translation>Die Bibliothek ist leer. Lassen Sie Fotos von Oberflächen auf die linke Seite fallen; jede erhält den Namen ihrer Datei.</translation>
    </message>
    <message>
        <source>Drop a photograph here to see which of the surfaces it shows.</source>
        <translation>Lassen Sie hier ein Foto fallen, um zu sehen, welche der Oberflächen es zeigt.</translation>
    </message>
    <message>
        <source>Opening the library</source>
        <translation>Die Bibliothek wird geöffnet</translation>
    </message>
    <message numerus="yes">
        <source>Identifying: %n to go</source>
        <translation>
            <numerusform>Erkennen: noch %n</numerusform>
            <numerusform>Erkennen: noch %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a library</source>
        <translation>Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Save the new library as</source>
        <translation>Neue Bibliothek speichern unter</translation>
    </message>
    <message>
        <source>surfaces</source>
        <translation>oberflaechen</translation>
    </message>
    <message>
        <source>Libraries of surfaces (*.esl)</source>
        <translation>Bibliotheken von Oberflächen (*.esl)</translation>
    </message>
    <message>
        <source>Add photographs</source>
        <translation>Fotos hinzufügen</translation>
    </message>
    <message>
        <source>Identify photographs</source>
        <translation>Fotos erkennen</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>Bilder (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>picture %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Open this library</source>
        <translation>Diese Bibliothek öffnen</translation>
    </message>
    <message>
        <source>Make a library of these</source>
        <translation>Daraus eine Bibliothek machen</translation>
    </message>
    <message>
        <source>from photographs or folders of photographs</source>
        <translation>aus Fotos oder Ordnern mit Fotos</translation>
    </message>
    <message>
        <source>Add to the library</source>
        <translation>Zur Bibliothek hinzufügen</translation>
    </message>
    <message>
        <source>as new surfaces</source>
        <translation>als neue Oberflächen</translation>
    </message>
    <message>
        <source>Which surface is this?</source>
        <translation>Welche Oberfläche ist das?</translation>
    </message>
    <message>
        <source>photographs, or folders of photographs</source>
        <translation>Fotos oder Ordner mit Fotos</translation>
    </message>
</context>
<context>
    <name>espy::desktop::IndexDialog</name>
    <message>
        <source>Include &amp;subfolders</source>
        <translation>Mit &amp;Unterordnern</translation>
    </message>
    <message>
        <source>Progress of the index</source>
        <translation>Fortschritt des Index</translation>
    </message>
    <message>
        <source>Do not make the index</source>
        <translation>Den Index nicht anlegen</translation>
    </message>
    <message>
        <source>Make an index</source>
        <translation>Index anlegen</translation>
    </message>
    <message>
        <source>Also adds the pictures in subfolders</source>
        <translation>Fügt auch die Bilder in Unterordnern hinzu</translation>
    </message>
    <message>
        <source>State of the index</source>
        <translation>Stand des Index</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>Auswählen …</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
    <message>
        <source>&amp;Pictures</source>
        <translation>&amp;Bilder</translation>
    </message>
    <message>
        <source>The folder of the pictures</source>
        <translation>Der Ordner der Bilder</translation>
    </message>
    <message>
        <source>&amp;Index</source>
        <translation>&amp;Index</translation>
    </message>
    <message>
        <source>The index, a folder that does not exist yet</source>
        <translation>Der Index, ein Ordner, den es noch nicht gibt</translation>
    </message>
    <message>
        <source>&amp;Make</source>
        <translation>&amp;Anlegen</translation>
    </message>
    <message>
        <source>Makes the index, and adds it to the needles</source>
        <translation>Legt den Index an und fügt ihn den Suchbildern hinzu</translation>
    </message>
    <message>
        <source>Pictures for the index</source>
        <translation>Bilder für den Index</translation>
    </message>
    <message>
        <source>Where the index is to be</source>
        <translation>Wo der Index liegen soll</translation>
    </message>
    <message>
        <source>Indexes (*.esi)</source>
        <translation>Indizes (*.esi)</translation>
    </message>
    <message>
        <source>%1 is not a folder.</source>
        <translation>%1 ist kein Ordner.</translation>
    </message>
    <message>
        <source>%1 has no picture.</source>
        <translation>%1 enthält kein Bild.</translation>
    </message>
    <message>
        <source>Stopped: no index was made.</source>
        <translation>Angehalten: es wurde kein Index angelegt.</translation>
    </message>
    <message>
        <source>%1: %2 pictures.</source>
        <translation>%1: %2 Bilder.</translation>
    </message>
    <message>
        <source>%1 could not be added. %2</source>
        <translation>%1 konnten nicht hinzugefügt werden. %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Job</name>
    <message>
        <source>Not enough memory.</source>
        <translation>Nicht genug Speicher.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeBar</name>
    <message>
        <source>Judge</source>
        <translation>Richter</translation>
    </message>
    <message>
        <source>State of the judge</source>
        <translation>Stand des Richters</translation>
    </message>
    <message>
        <source>Progress of learning</source>
        <translation>Fortschritt des Lernens</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Learns from your labels to separate true matches from false ones</source>
        <translation>Lernt aus Ihren Kennzeichnungen, echte von falschen Treffern zu trennen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops learning</source>
        <translation>Hört auf zu lernen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Also shows the matches that the judge rejects</source>
        <translation>Zeigt auch die Treffer, die der Richter verwirft</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undoes the learning</source>
        <translation>Macht das Lernen rückgängig</translation>
    </message>
    <message>
        <source>How sure...</source>
        <translation>Wie sicher …</translation>
    </message>
    <message>
        <source>Precision and recall on labels that it had not seen, and its least certain matches</source>
        <translation>Genauigkeit und Ausbeute bei Kennzeichnungen, die er nicht kannte, und seine unsichersten Treffer</translation>
    </message>
    <message>
        <source>%1 yes, %2 no</source>
        <translation>%1 ja, %2 nein</translation>
    </message>
    <message>
        <source>Learning from %1</source>
        <translation>Lernt aus %1</translation>
    </message>
    <message>
        <source>Learn from %1</source>
        <translation>Aus %1 lernen</translation>
    </message>
    <message>
        <source>%1. Say Yes to at least %2 matches and No to %2, then press Learn.</source>
        <translation>%1. Bei mindestens %2 Treffern „Ja“ und bei %2 „Nein“ drücken, dann „Lernen“.</translation>
    </message>
    <message>
        <source>The judge is no better than the score; no match is removed.</source>
        <translation>Der Richter ist nicht besser als die Ähnlichkeit; kein Treffer wird entfernt.</translation>
    </message>
    <message numerus="yes">
        <source>%n rejected by the judge.</source>
        <translation>
            <numerusform>%n vom Richter verworfen.</numerusform>
            <numerusform>%n vom Richter verworfen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Learn again</source>
        <translation>Neu lernen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>ROC AUC: how often a true match is rated higher than a false one, on labels that the judge had not seen; then the same for the score alone</source>
        <translation>ROC-AUC: wie oft ein echter Treffer höher bewertet wird als ein falscher, bei Kennzeichnungen, die der Richter nicht kannte; danach dasselbe nur mit der Ähnlichkeit</translation>
    </message>
    <message>
        <source>Forget others</source>
        <translation>Andere vergessen</translation>
    </message>
    <message>
        <source>Removes your labels in other pictures</source>
        <translation>Entfernt Ihre Kennzeichnungen in anderen Bildern</translation>
    </message>
    <message>
        <source>%1, %2 of %3 from other pictures</source>
        <translation>%1, davon %2 von %3 aus anderen Bildern</translation>
    </message>
    <message>
        <source>Learning from %1, by %2</source>
        <translation>Lernt aus %1, mit %2</translation>
    </message>
    <message>
        <source>Learned rule ranks %1 % of your labels correctly; score alone %2 %.</source>
        <translation>Die gelernte Regel ordnet %1 % Ihrer Urteile richtig; die Ähnlichkeit allein %2 %.</translation>
    </message>
    <message>
        <source>A network learned the rule.</source>
        <translation>Ein Netz hat die Regel gelernt.</translation>
    </message>
    <message>
        <source>A regression learned the rule.</source>
        <translation>Eine Regression hat die Regel gelernt.</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Sets this minimum score</source>
        <translation>Setzt diesen Mindestwert</translation>
    </message>
    <message>
        <source>The score separates them: minimum %1.</source>
        <translation>Der Wert trennt sie: Mindestwert %1.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeController</name>
    <message>
        <source>Nothing was learned: %1</source>
        <translation>Nichts wurde gelernt: %1</translation>
    </message>
    <message>
        <source>Matches could not be judged: %1</source>
        <translation>Treffer konnten nicht beurteilt werden: %1</translation>
    </message>
    <message>
        <source>learn which matches of %1 are true</source>
        <translation>lernen, welche Treffer von %1 echt sind</translation>
    </message>
    <message>
        <source>remove the judge of %1</source>
        <translation>den Richter von %1 entfernen</translation>
    </message>
    <message>
        <source>change the judge of %1</source>
        <translation>den Richter von %1 ändern</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>load a judge of %1</source>
        <translation>einen Richter für %1 laden</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeCurve</name>
    <message>
        <source>Precision over recall</source>
        <translation>Genauigkeit über Ausbeute</translation>
    </message>
    <message>
        <source>Drag the point, or move it with the arrow keys</source>
        <translation>Ziehen Sie den Punkt, oder bewegen Sie ihn mit den Pfeiltasten</translation>
    </message>
    <message>
        <source>precision %1 %, recall %2 %</source>
        <translation>Genauigkeit %1 %, Ausbeute %2 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Ausbeute</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeLink</name>
    <message>
        <source>Save the judge</source>
        <translation>Richter speichern</translation>
    </message>
    <message>
        <source>Espy judges (*.esj)</source>
        <translation>Espy-Richter (*.esj)</translation>
    </message>
    <message>
        <source>Load a judge</source>
        <translation>Richter laden</translation>
    </message>
</context>
<context>
    <name>espy::desktop::JudgeView</name>
    <message>
        <source>Confidence of the judge</source>
        <translation>Sicherheit des Richters</translation>
    </message>
    <message>
        <source>Precision and recall</source>
        <translation>Genauigkeit und Ausbeute</translation>
    </message>
    <message>
        <source>Least sure</source>
        <translation>Am unsichersten</translation>
    </message>
    <message>
        <source>&amp;Least sure</source>
        <translation>&amp;Am unsichersten</translation>
    </message>
    <message>
        <source>Goes to the match that the judge is least sure of</source>
        <translation>Geht zum Treffer, bei dem der Richter am unsichersten ist</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>This is a true match</source>
        <translation>Das ist ein echter Treffer</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>This only looks like the needle</source>
        <translation>Das sieht dem Suchbild nur ähnlich</translation>
    </message>
    <message>
        <source>Labels of these matches teach the judge most; label them, then learn again.</source>
        <translation>Kennzeichnungen dieser Treffer lehren den Richter am meisten; danach erneut lernen.</translation>
    </message>
    <message>
        <source>Match %1: is it a true one?</source>
        <translation>Treffer %1: Ist er echt?</translation>
    </message>
    <message>
        <source>To keep about %1 % of the true matches, the judge keeps those with a probability of %2 or more. On labels that it had not seen, the recall is %3 % and the precision %4 %.</source>
        <translation>Um etwa %1 % der echten Treffer zu behalten, behält der Richter die mit einer Wahrscheinlichkeit ab %2. Bei Kennzeichnungen, die er nicht kannte, beträgt die Ausbeute %3 % und die Genauigkeit %4 %.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabCharts</name>
    <message>
        <source>pending</source>
        <translation>ausstehend</translation>
    </message>
    <message>
        <source>published: %1</source>
        <translation>veröffentlicht: %1</translation>
    </message>
    <message>
        <source>G operations/s</source>
        <translation>G Operationen/s</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>share of the floor</source>
        <translation>Anteil am gemessenen Höchstwert</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>ideal: speed-up equal to the number of threads</source>
        <translation>ideal: Beschleunigung gleich der Zahl der Threads</translation>
    </message>
    <message>
        <source>G %1/s</source>
        <translation>G %1/s</translation>
    </message>
    <message>
        <source>whole run %1 ms, n = %2</source>
        <translation>ganzer Lauf %1 ms, n = %2</translation>
    </message>
    <message>
        <source>work only, ms</source>
        <translation>nur die Arbeit, ms</translation>
    </message>
    <message>
        <source>whole run, ms</source>
        <translation>ganzer Lauf, ms</translation>
    </message>
    <message>
        <source>speed-up S, work only</source>
        <translation>Beschleunigung S, nur die Arbeit</translation>
    </message>
    <message>
        <source>speed-up S, whole run</source>
        <translation>Beschleunigung S, ganzer Lauf</translation>
    </message>
    <message>
        <source>relative speed-up RS, work only</source>
        <translation>relative Beschleunigung RS, nur die Arbeit</translation>
    </message>
    <message>
        <source>efficiency E, work only</source>
        <translation>Effizienz E, nur die Arbeit</translation>
    </message>
    <message>
        <source>items/s</source>
        <translation>Dinge/s</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabFigures</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>cannot run here: %1</source>
        <translation>hier nicht einsetzbar: %1</translation>
    </message>
    <message>
        <source>✓ same</source>
        <translation>✓ gleich</translation>
    </message>
    <message>
        <source>✗ different</source>
        <translation>✗ anders</translation>
    </message>
    <message>
        <source>published, milliseconds: %1. %2</source>
        <translation>veröffentlicht, Millisekunden: %1. %2</translation>
    </message>
    <message>
        <source>✗ %1 different</source>
        <translation>✗ %1 anders</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabForm</name>
    <message>
        <source>%1; %L2 to %L3</source>
        <translation>%1; %L2 bis %L3</translation>
    </message>
    <message>
        <source>Parameter %1</source>
        <translation>Parameter %1</translation>
    </message>
    <message>
        <source>Parameter that is swept</source>
        <translation>Parameter, der durchlaufen wird</translation>
    </message>
    <message>
        <source>Runs the experiment once for each of several values of this parameter</source>
        <translation>Führt den Versuch für jeden von mehreren Werten dieses Parameters einmal aus</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>S&amp;weep:</source>
        <translation>Durch&amp;laufen:</translation>
    </message>
    <message>
        <source>Values of the sweep</source>
        <translation>Werte des Durchlaufs</translation>
    </message>
    <message>
        <source>values, separated by commas</source>
        <translation>Werte, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Error in the sweep</source>
        <translation>Fehler im Durchlauf</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabPage</name>
    <message>
        <source>Medians of %1 runs with median absolute deviations, the first run separate.</source>
        <translation>Mediane von %1 Läufen mit den Medianen der absoluten Abweichungen (MAD), der erste Lauf gesondert.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabSweep</name>
    <message>
        <source>“%1” is not one of these: %2.</source>
        <translation>„%1“ ist keines von diesen: %2.</translation>
    </message>
    <message>
        <source>“%1” is not a whole number.</source>
        <translation>„%1“ ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>%1 is not between %2 and %3.</source>
        <translation>%1 liegt nicht zwischen %2 und %3.</translation>
    </message>
    <message>
        <source>A sweep needs at least two values.</source>
        <translation>Ein Durchlauf braucht mindestens zwei Werte.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabTable</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>only the first run</source>
        <translation>nur der erste Lauf</translation>
    </message>
    <message>
        <source>pending</source>
        <translation>ausstehend</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>MAD, ms</source>
        <translation>MAD, ms</translation>
    </message>
    <message>
        <source>Mean, ms</source>
        <translation>Mittel, ms</translation>
    </message>
    <message>
        <source>SD, ms</source>
        <translation>Std.-Abw., ms</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>RS</source>
        <translation>RS</translation>
    </message>
    <message>
        <source>E</source>
        <translation>E</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>G %1/s</source>
        <translation>G %1/s</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Of the floor</source>
        <translation>Vom Möglichen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>The value of the swept parameter</source>
        <translation>Der Wert des durchlaufenen Parameters</translation>
    </message>
    <message>
        <source>Milliseconds of the work, without transfers to and from a GPU: the median of the runs after the first</source>
        <translation>Millisekunden der Arbeit, ohne Übertragungen zur GPU und zurück: der Median der Läufe nach dem ersten</translation>
    </message>
    <message>
        <source>Median absolute deviation from the median</source>
        <translation>Median der absoluten Abweichungen vom Median</translation>
    </message>
    <message>
        <source>The mean of the same runs</source>
        <translation>Das Mittel derselben Läufe</translation>
    </message>
    <message>
        <source>The standard deviation of the same runs</source>
        <translation>Die Standardabweichung derselben Läufe</translation>
    </message>
    <message>
        <source>The first run, everything included. It is not part of the other figures.</source>
        <translation>Der erste Lauf, alles inbegriffen. Er geht nicht in die anderen Werte ein.</translation>
    </message>
    <message>
        <source>Milliseconds of whole runs, everything included: median ± MAD</source>
        <translation>Millisekunden ganzer Läufe, alles inbegriffen: Median ± MAD</translation>
    </message>
    <message>
        <source>Runs after the first</source>
        <translation>Läufe nach dem ersten</translation>
    </message>
    <message>
        <source>Speed-up: the time of “sequential” divided by this one&apos;s</source>
        <translation>Beschleunigung: die Zeit von „sequential“, geteilt durch diese</translation>
    </message>
    <message>
        <source>The same, of whole runs</source>
        <translation>Dasselbe, von ganzen Läufen</translation>
    </message>
    <message>
        <source>Relative speed-up: over the same strategy on one thread; on a GPU, over “naive”</source>
        <translation>Relative Beschleunigung: gegen dasselbe Verfahren auf einem Thread; auf einer GPU gegen „naive“</translation>
    </message>
    <message>
        <source>Efficiency: the speed-up divided by the number of threads; 1 is ideal</source>
        <translation>Effizienz: die Beschleunigung geteilt durch die Zahl der Threads; 1 ist ideal</translation>
    </message>
    <message>
        <source>The least amount of data that must move, per second of work</source>
        <translation>Die mindestens zu bewegende Datenmenge je Sekunde Arbeit</translation>
    </message>
    <message>
        <source>The operations that must be done, per second of work</source>
        <translation>Die nötigen Operationen je Sekunde Arbeit</translation>
    </message>
    <message>
        <source>This rate as a share of the best rate measured on this machine</source>
        <translation>Diese Rate als Anteil an der höchsten, die auf diesem Rechner gemessen wurde</translation>
    </message>
    <message>
        <source>Did every run return the expected result?</source>
        <translation>Hat jeder Lauf das erwartete Ergebnis geliefert?</translation>
    </message>
    <message>
        <source>Work only, ms</source>
        <translation>Nur die Arbeit, ms</translation>
    </message>
    <message>
        <source>First whole run, ms</source>
        <translation>Erster ganzer Lauf, ms</translation>
    </message>
    <message>
        <source>Whole run, ms</source>
        <translation>Ganzer Lauf, ms</translation>
    </message>
    <message>
        <source>S, work only</source>
        <translation>S, nur die Arbeit</translation>
    </message>
    <message>
        <source>S, whole run</source>
        <translation>S, ganzer Lauf</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Items processed per second of work</source>
        <translation>Verarbeitete Elemente je Sekunde Arbeit</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabView</name>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Lab - Espy</source>
        <translation>Labor - Espy</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Title of the experiment</source>
        <translation>Titel des Versuchs</translation>
    </message>
    <message>
        <source>About the experiment</source>
        <translation>Über den Versuch</translation>
    </message>
    <message>
        <source>&amp;Experiment:</source>
        <translation>&amp;Versuch:</translation>
    </message>
    <message>
        <source>Runs of each strategy after the first</source>
        <translation>Läufe jedes Verfahrens nach dem ersten</translation>
    </message>
    <message>
        <source>Runs of each strategy, after a first run that is shown separately</source>
        <translation>Läufe jedes Verfahrens, nach einem ersten Lauf, der gesondert gezeigt wird</translation>
    </message>
    <message>
        <source>&amp;Number of runs:</source>
        <translation>A&amp;nzahl der Läufe:</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>Fortschritt des Versuchs</translation>
    </message>
    <message>
        <source>Time of each strategy</source>
        <translation>Zeit jedes Verfahrens</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>median ± MAD</source>
        <translation>Median ± MAD</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>erster Lauf</translation>
    </message>
    <message>
        <source>published</source>
        <translation>veröffentlicht</translation>
    </message>
    <message>
        <source>Press Run to see where each strategy spends its time and, in a sweep, how that time grows.</source>
        <translation>„Ausführen“ zeigt hier, womit jedes Verfahren seine Zeit verbringt und wie sie wächst, wenn ein Parameter durchlaufen wird.</translation>
    </message>
    <message>
        <source>Figures over the parameter</source>
        <translation>Zahlen über dem Parameter</translation>
    </message>
    <message>
        <source>No strategy has this figure here.</source>
        <translation>Kein Verfahren hat hier diese Zahl.</translation>
    </message>
    <message>
        <source>Figures of each strategy</source>
        <translation>Zahlen jedes Verfahrens</translation>
    </message>
    <message>
        <source>Settings of the experiment</source>
        <translation>Einstellungen des Versuchs</translation>
    </message>
    <message>
        <source>Conclusions</source>
        <translation>Folgerungen</translation>
    </message>
    <message>
        <source>What the lines show</source>
        <translation>Was die Linien zeigen</translation>
    </message>
    <message>
        <source>The figure that is drawn over the swept parameter</source>
        <translation>Der Wert, der über dem durchlaufenen Parameter gezeichnet wird</translation>
    </message>
    <message>
        <source>Axis of the parameter</source>
        <translation>Achse des Parameters</translation>
    </message>
    <message>
        <source>Axis of the figures</source>
        <translation>Achse der Zahlen</translation>
    </message>
    <message>
        <source>&amp;Show:</source>
        <translation>&amp;Zeigen:</translation>
    </message>
    <message>
        <source>&amp;Parameter axis:</source>
        <translation>&amp;Parameterachse:</translation>
    </message>
    <message>
        <source>&amp;Figure axis:</source>
        <translation>&amp;Wertachse:</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>Cancel the experiment</source>
        <translation>Den Versuch abbrechen</translation>
    </message>
    <message>
        <source>Run the experiment</source>
        <translation>Den Versuch ausführen</translation>
    </message>
    <message>
        <source>The experiment ended early: %1</source>
        <translation>Der Versuch endete vorzeitig: %1</translation>
    </message>
    <message>
        <source>Cancelled. The measurements so far are shown.</source>
        <translation>Abgebrochen. Gezeigt werden die bisherigen Messungen.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LabelMatches</name>
    <message>
        <source>label as true</source>
        <translation>als echt kennzeichnen</translation>
    </message>
    <message>
        <source>label as false</source>
        <translation>als falsch kennzeichnen</translation>
    </message>
    <message>
        <source>remove a label</source>
        <translation>eine Kennzeichnung entfernen</translation>
    </message>
    <message>
        <source>remove the labels in other pictures</source>
        <translation>Kennzeichnungen in anderen Bildern entfernen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LanesView</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a range, and its unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>No recording</source>
        <translation>Keine Aufzeichnung</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, von %2 bis %3</translation>
    </message>
    <message>
        <source>motif at %1, %2, lanes: %3</source>
        <translation>Motiv bei %1, %2, Spuren: %3</translation>
    </message>
    <message>
        <source>matches: %1</source>
        <translation>Treffer: %1</translation>
    </message>
    <message>
        <source>Show the lane&apos;s whole &amp;range	F</source>
        <translation>Den ganzen Wertebe&amp;reich der Spur zeigen	F</translation>
    </message>
    <message>
        <source>&amp;Fit the lane to the visible part	F</source>
        <translation>Die Spur an den &amp;sichtbaren Teil anpassen	F</translation>
    </message>
    <message>
        <source>Remove the lane from the &amp;motif	Ins</source>
        <translation>Die Spur aus dem &amp;Motiv entfernen	Einfg</translation>
    </message>
    <message>
        <source>Add the lane to the &amp;motif	Ins</source>
        <translation>Die Spur zum &amp;Motiv hinzufügen	Einfg</translation>
    </message>
    <message>
        <source>Move the lane &amp;up	Alt+Up</source>
        <translation>Die Spur nach &amp;oben	Alt+Auf</translation>
    </message>
    <message>
        <source>Move the lane &amp;down	Alt+Down</source>
        <translation>Die Spur nach &amp;unten	Alt+Ab</translation>
    </message>
    <message>
        <source>&amp;Hide the lane</source>
        <translation>Die Spur &amp;verbergen</translation>
    </message>
    <message>
        <source>&amp;Show all lanes</source>
        <translation>&amp;Alle Spuren zeigen</translation>
    </message>
    <message>
        <source>%1 times</source>
        <comment>as high</comment>
        <translation>%1-fach</translation>
    </message>
    <message>
        <source>lanes hidden: %1</source>
        <translation>verborgene Spuren: %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LibraryPanel</name>
    <message>
        <source>&amp;Add photographs...</source>
        <translation>Fotos &amp;hinzufügen …</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Opens a library of known surfaces, or makes one</source>
        <translation>Öffnet eine Bibliothek bekannter Oberflächen oder legt eine an</translation>
    </message>
    <message>
        <source>Contents of the library</source>
        <translation>Inhalt der Bibliothek</translation>
    </message>
    <message>
        <source>Adds photographs of surfaces; the file name becomes the id</source>
        <translation>Fügt Fotos von Oberflächen hinzu; jede heißt wie ihre Datei</translation>
    </message>
    <message>
        <source>Removes the selected surfaces from the library</source>
        <translation>Entfernt die ausgewählten Oberflächen aus der Bibliothek</translation>
    </message>
    <message>
        <source>Filter ids</source>
        <translation>Namen filtern</translation>
    </message>
    <message>
        <source>Ids that begin with...</source>
        <translation>Namen, die so beginnen …</translation>
    </message>
    <message>
        <source>Ids of the library</source>
        <translation>Namen in der Bibliothek</translation>
    </message>
    <message>
        <source>Enter shows the surface</source>
        <translation>Die Eingabetaste zeigt die Oberfläche</translation>
    </message>
    <message>
        <source>&amp;Open a library...</source>
        <translation>Bibliothek ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;New library...</source>
        <translation>&amp;Neue Bibliothek …</translation>
    </message>
    <message>
        <source>Opening...</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>No library</source>
        <translation>Keine Bibliothek</translation>
    </message>
    <message>
        <source>No id begins with this</source>
        <translation>Kein Name beginnt so</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LineChart</name>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>, plus or minus %1</source>
        <translation>, plus/minus %1</translation>
    </message>
    <message>
        <source>%1 over %2. %3.</source>
        <translation>%1 über %2. %3.</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>not measured at %1: %2</source>
        <translation>nicht gemessen bei %1: %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LiveNeedles</name>
    <message>
        <source>change needle %1</source>
        <translation>Suchbild %1 ändern</translation>
    </message>
    <message>
        <source>Open needles</source>
        <translation>Suchbilder öffnen</translation>
    </message>
    <message>
        <source>pasted %1</source>
        <translation>eingefügt %1</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>Ausschnitt %1</translation>
    </message>
    <message>
        <source>cut out</source>
        <translation>ausschneiden</translation>
    </message>
    <message>
        <source>%1: an index cannot be searched for live.</source>
        <translation>%1: Nach einem Index kann nicht live gesucht werden.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::LiveView</name>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Look for these pictures</source>
        <translation>Nach diesen Bildern suchen</translation>
    </message>
    <message>
        <source>they become needles; a video is played</source>
        <translation>sie werden Suchbilder; ein Video wird abgespielt</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Chooses a screen, a window, a camera or a video</source>
        <translation>Wählt einen Bildschirm, ein Fenster, eine Kamera oder ein Video</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Einfrieren</translation>
    </message>
    <message>
        <source>Stops at this frame, or goes on (Space)</source>
        <translation>Hält bei diesem Bild an oder läuft weiter (Leertaste)</translation>
    </message>
    <message>
        <source>Record events</source>
        <translation>Ereignisse aufzeichnen</translation>
    </message>
    <message>
        <source>Writes the events to a CSV file</source>
        <translation>Schreibt die Ereignisse in eine CSV-Datei</translation>
    </message>
    <message>
        <source>Record video</source>
        <translation>Video aufnehmen</translation>
    </message>
    <message>
        <source>Writes the frames with outlines as a video</source>
        <translation>Schreibt die Bilder mit Umrandungen als Video</translation>
    </message>
    <message>
        <source>Open in the main window</source>
        <translation>Im Hauptfenster öffnen</translation>
    </message>
    <message>
        <source>Opens this frame as the picture to search in</source>
        <translation>Öffnet dieses Bild als das zu durchsuchende</translation>
    </message>
    <message>
        <source>What is watched</source>
        <translation>Was beobachtet wird</translation>
    </message>
    <message>
        <source>Milliseconds of each frame</source>
        <translation>Millisekunden je Bild</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>aufnehmen</translation>
    </message>
    <message>
        <source>compare</source>
        <translation>vergleichen</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>zeichnen</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>What each stage of a frame takes is drawn here.</source>
        <translation>Hier erscheint, wie lange jede Stufe eines Bildes dauert.</translation>
    </message>
    <message>
        <source>What to do first</source>
        <translation>Was zuerst zu tun ist</translation>
    </message>
    <message>
        <source>Watch a screen, a camera or a video, and see at once where a picture appears.

Drag a rectangle over what to find while it runs, or drop a picture of it here.</source>
        <translation>Einen Bildschirm, eine Kamera oder ein Video beobachten und sofort sehen, wo ein Bild erscheint.

Während es läuft, ein Rechteck um das Gesuchte ziehen oder ein Bild davon hierher ziehen.</translation>
    </message>
    <message>
        <source>The whole &amp;screen</source>
        <translation>Der ganze Bild&amp;schirm</translation>
    </message>
    <message>
        <source>Watches all monitors</source>
        <translation>Beobachtet alle Monitore</translation>
    </message>
    <message>
        <source>A &amp;region...</source>
        <translation>Ein Be&amp;reich …</translation>
    </message>
    <message>
        <source>Watches a part of the screen</source>
        <translation>Beobachtet einen Teil des Bildschirms</translation>
    </message>
    <message>
        <source>A &amp;window</source>
        <translation>Ein &amp;Fenster</translation>
    </message>
    <message>
        <source>Watches a window of another program</source>
        <translation>Beobachtet ein Fenster eines anderen Programms</translation>
    </message>
    <message>
        <source>A &amp;camera</source>
        <translation>Eine &amp;Kamera</translation>
    </message>
    <message>
        <source>Watches a camera</source>
        <translation>Beobachtet eine Kamera</translation>
    </message>
    <message>
        <source>A v&amp;ideo...</source>
        <translation>Ein &amp;Video …</translation>
    </message>
    <message>
        <source>Plays a video file</source>
        <translation>Spielt eine Videodatei ab</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>Wie gesucht wird</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>What happened to the needles, the latest below</source>
        <translation>Was mit den Suchbildern geschah, das Neueste unten</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Still after</source>
        <translation>Stillstand nach</translation>
    </message>
    <message>
        <source>Seconds without a change after which the event &quot;still&quot; is listed</source>
        <translation>Sekunden ohne Änderung, nach denen das Ereignis „Stillstand“ erscheint</translation>
    </message>
    <message>
        <source>S&amp;till after</source>
        <translation>S&amp;tillstand nach</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
    <message>
        <source>region of the screen</source>
        <translation>Bereich des Bildschirms</translation>
    </message>
    <message>
        <source>Nothing is watched.</source>
        <translation>Es wird nichts beobachtet.</translation>
    </message>
    <message>
        <source>opening...</source>
        <translation>wird geöffnet …</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
    <message>
        <source>frozen at %1 s</source>
        <translation>eingefroren bei %1 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 frames/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>%1 dropped</source>
        <translation>%1 ausgelassen</translation>
    </message>
    <message>
        <source>%1 % searched</source>
        <translation>%1 % durchsucht</translation>
    </message>
    <message>
        <source>%1 at %2 s</source>
        <translation>%1 bei %2 s</translation>
    </message>
    <message>
        <source>Record the video</source>
        <translation>Das Video aufnehmen</translation>
    </message>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>MPEG-4 video (*.mp4)</source>
        <translation>MPEG-4-Video (*.mp4)</translation>
    </message>
    <message>
        <source>Matroska video (*.mkv)</source>
        <translation>Matroska-Video (*.mkv)</translation>
    </message>
    <message>
        <source>WebM video (*.webm)</source>
        <translation>WebM-Video (*.webm)</translation>
    </message>
    <message>
        <source>AVI video (*.avi)</source>
        <translation>AVI-Video (*.avi)</translation>
    </message>
    <message>
        <source>Record the events</source>
        <translation>Die Ereignisse aufzeichnen</translation>
    </message>
    <message>
        <source>events</source>
        <translation>ereignisse</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>The video has ended.</source>
        <translation>Das Video ist zu Ende.</translation>
    </message>
    <message>
        <source>The stream has ended.</source>
        <translation>Der Strom ist zu Ende.</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation>Noch einmal abspielen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Drag a rectangle over the part to watch.</source>
        <translation>Ein Rechteck um den Teil ziehen, der beobachtet werden soll.</translation>
    </message>
    <message>
        <source>Opening...</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message>
        <source>Drag a rectangle over what to find, or drop a needle.</source>
        <translation>Ein Rechteck über das Gesuchte ziehen oder ein Suchbild ablegen.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MachineFacts</name>
    <message>
        <source>optimised</source>
        <translation>optimiert</translation>
    </message>
    <message>
        <source>for debugging</source>
        <translation>zur Fehlersuche</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 Kern</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MainWindow</name>
    <message>
        <source>Espy</source>
        <translation>Espy</translation>
    </message>
    <message>
        <source>&amp;Recent pictures</source>
        <translation>&amp;Zuletzt geöffnete Bilder</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederherstellen: %1</translation>
    </message>
    <message>
        <source>The samples are not installed with this program.</source>
        <translation>Die Beispiele sind mit diesem Programm nicht installiert.</translation>
    </message>
    <message>
        <source>%1 has changed on disk.</source>
        <translation>%1 hat sich auf der Platte geändert.</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Erneut lesen</translation>
    </message>
    <message>
        <source>Your last session was not saved.</source>
        <translation>Ihre letzte Sitzung wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>%1[*] - Espy</source>
        <translation>%1[*] - Espy</translation>
    </message>
    <message>
        <source>%1[*], %2 x %3 - Espy</source>
        <translation>%1[*], %2 x %3 - Espy</translation>
    </message>
    <message>
        <source>%1 is an index, not a picture.</source>
        <translation>%1 ist ein Index, kein Bild.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MatchList</name>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Rank in the search, best first</source>
        <translation>Rang in der Suche, die besten zuerst</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>Suchbild</translation>
    </message>
    <message>
        <source>The needle that was found here</source>
        <translation>Das Suchbild, das hier gefunden wurde</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Column of the upper-left pixel, from 0</source>
        <translation>Spalte des Pixels oben links, ab 0</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Row of the upper-left pixel, from 0</source>
        <translation>Zeile des Pixels oben links, ab 0</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Width and height in pixels</source>
        <translation>Breite und Höhe in Pixeln</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>How similar they are; 1 is identical</source>
        <translation>Wie ähnlich sie sich sind; 1 ist identisch</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Sum of the differences of all samples; 0 is identical</source>
        <translation>Summe der Unterschiede aller Abtastwerte; 0 ist identisch</translation>
    </message>
    <message>
        <source>%1 at %2, %3: %4 x %5 pixels, score %6</source>
        <translation>%1 bei %2, %3: %4 x %5 Pixel, Ähnlichkeit %6</translation>
    </message>
    <message>
        <source>, distance %1</source>
        <translation>, Abstand %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Rotation of the needle in degrees, counter-clockwise</source>
        <translation>Drehung des Suchbilds in Grad, gegen den Uhrzeigersinn</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Size relative to the needle; 2 is twice as large</source>
        <translation>Größe im Verhältnis zum Suchbild; 2 ist doppelt so groß</translation>
    </message>
    <message>
        <source>Mirrored</source>
        <translation>Gespiegelt</translation>
    </message>
    <message>
        <source>Whether the needle is mirrored left to right, before it is turned</source>
        <translation>Ob das Suchbild vor der Drehung links-rechts gespiegelt ist</translation>
    </message>
    <message>
        <source>, turned by %1°, scale %2</source>
        <translation>, um %1° gedreht, Maßstab %2</translation>
    </message>
    <message>
        <source>, mirrored</source>
        <translation>, gespiegelt</translation>
    </message>
    <message>
        <source>True?</source>
        <translation>Echt?</translation>
    </message>
    <message>
        <source>Your label: a true match, or not</source>
        <translation>Ihre Kennzeichnung: ein echter Treffer oder nicht</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>Richter</translation>
    </message>
    <message>
        <source>Probability that this is a true match, 0 to 1</source>
        <translation>Wahrscheinlichkeit, dass dies ein echter Treffer ist, 0 bis 1</translation>
    </message>
    <message>
        <source>true</source>
        <translation>echt</translation>
    </message>
    <message>
        <source>false</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>, judge %1</source>
        <translation>, Richter %1</translation>
    </message>
    <message>
        <source>%1 of %2 matches</source>
        <translation>%1 von %2 Treffern</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 Treffer</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 Treffer</translation>
    </message>
    <message>
        <source>, %1 % of the outline seen</source>
        <translation>, %1 % des Umrisses sichtbar</translation>
    </message>
    <message>
        <source>, parts turned by %1</source>
        <translation>, Teile gedreht um %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Minimap</name>
    <message>
        <source>Minimap</source>
        <translation>Minikarte</translation>
    </message>
    <message>
        <source>The whole picture, small. Click or drag to move the view.</source>
        <translation>Das ganze Bild, verkleinert. Klicken oder ziehen verschiebt die Ansicht.</translation>
    </message>
    <message>
        <source>The whole picture: click or drag to move the view</source>
        <translation>Das ganze Bild: Klicken oder Ziehen verschiebt die Ansicht</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MinimumSlider</name>
    <message>
        <source>Shows only matches with at least this score</source>
        <translation>Zeigt nur Treffer mit mindestens dieser Ähnlichkeit</translation>
    </message>
    <message>
        <source>Minimum score, slider</source>
        <translation>Mindestähnlichkeit, Schieber</translation>
    </message>
    <message>
        <source>Minimum score</source>
        <translation>Mindestähnlichkeit</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MotifForm</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Where to compute: on the CPU or on a GPU</source>
        <translation>Wo gerechnet wird: auf der CPU oder auf einer GPU</translation>
    </message>
    <message>
        <source>Engine:</source>
        <translation>Engine:</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>How the motif is compared with the recording</source>
        <translation>Wie das Motiv mit der Aufzeichnung verglichen wird</translation>
    </message>
    <message>
        <source>Warped (DTW)</source>
        <translation>Verzerrt (DTW)</translation>
    </message>
    <message>
        <source>The match may be slower or faster in parts</source>
        <translation>Der Treffer darf stellenweise langsamer oder schneller sein</translation>
    </message>
    <message>
        <source>Straight (Euclid)</source>
        <translation>Gerade (Euklid)</translation>
    </message>
    <message>
        <source>Sample by sample, by the squares of their differences</source>
        <translation>Abtastwert für Abtastwert, nach den Quadraten der Differenzen</translation>
    </message>
    <message>
        <source>Straight (SAD)</source>
        <translation>Gerade (SAD)</translation>
    </message>
    <message>
        <source>Sample by sample, by their differences</source>
        <translation>Abtastwert für Abtastwert, nach den Differenzen</translation>
    </message>
    <message>
        <source>Method:</source>
        <translation>Methode:</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>Normierung</translation>
    </message>
    <message>
        <source>How both are normalised before they are compared</source>
        <translation>Wie beide vor dem Vergleich normiert werden</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>The default of the method</source>
        <translation>Die Vorgabe der Methode</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Ignores level and amplitude</source>
        <translation>Ohne Rücksicht auf Höhe und Stärke</translation>
    </message>
    <message>
        <source>Shape, amplitude</source>
        <translation>Form, Stärke</translation>
    </message>
    <message>
        <source>Ignores the level</source>
        <translation>Ohne Rücksicht auf die Höhe</translation>
    </message>
    <message>
        <source>Scaled values</source>
        <translation>Skalierte Werte</translation>
    </message>
    <message>
        <source>Divided by the scale of the whole channel</source>
        <translation>Geteilt durch den Maßstab des ganzen Kanals</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Without normalisation</source>
        <translation>Ohne Normierung</translation>
    </message>
    <message>
        <source>Normalisation:</source>
        <translation>Normierung:</translation>
    </message>
    <message>
        <source>Warping</source>
        <translation>Verzerrung</translation>
    </message>
    <message>
        <source>Largest time shift between matched samples, as a share of the motif&apos;s length</source>
        <translation>Größter zeitlicher Abstand zwischen einander zugeordneten Abtastwerten, als Teil der Motivlänge</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Warping:</source>
        <translation>Verzerrung:</translation>
    </message>
    <message>
        <source>Any length</source>
        <translation>Jede Länge</translation>
    </message>
    <message>
        <source>The match may begin and end anywhere and have any length</source>
        <translation>Der Treffer darf überall anfangen und enden und jede Länge haben</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>Am kürzesten</translation>
    </message>
    <message>
        <source>The least length of a match, as a share of the motif&apos;s length</source>
        <translation>Die kleinste Länge eines Treffers, als Teil der Motivlänge</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Am längsten</translation>
    </message>
    <message>
        <source>The greatest length of a match, as a share of the motif&apos;s length</source>
        <translation>Die größte Länge eines Treffers, als Teil der Motivlänge</translation>
    </message>
    <message>
        <source>Shortest:</source>
        <translation>Am kürzesten:</translation>
    </message>
    <message>
        <source>Longest:</source>
        <translation>Am längsten:</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>The number of best matches to list</source>
        <translation>Zahl der besten Treffer in der Liste</translation>
    </message>
    <message>
        <source>Matches:</source>
        <translation>Treffer:</translation>
    </message>
    <message>
        <source>Largest distance</source>
        <translation>Größter Abstand</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Largest distance:</source>
        <translation>Größter Abstand:</translation>
    </message>
    <message>
        <source>Several channels</source>
        <translation>Mehrere Kanäle</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>How the distances of the channels are combined</source>
        <translation>Wie die Abstände der Kanäle zusammengefasst werden</translation>
    </message>
    <message>
        <source>Each separately</source>
        <translation>Jeder für sich</translation>
    </message>
    <message>
        <source>Warped together</source>
        <translation>Gemeinsam verzerrt</translation>
    </message>
    <message>
        <source>Mean of those that match best</source>
        <translation>Mittel derer, die am besten passen</translation>
    </message>
    <message>
        <source>Channels:</source>
        <translation>Kanäle:</translation>
    </message>
    <message>
        <source>Shifted</source>
        <translation>Verschoben</translation>
    </message>
    <message>
        <source>The most samples by which a channel may lie earlier or later</source>
        <translation>Um so viele Abtastwerte darf ein Kanal höchstens früher oder später liegen</translation>
    </message>
    <message>
        <source>Shifted:</source>
        <translation>Verschoben:</translation>
    </message>
    <message>
        <source>Switched</source>
        <translation>Vertauscht</translation>
    </message>
    <message>
        <source>A channel may match another one that is up to this many channels away</source>
        <translation>Ein Kanal darf zu einem anderen passen, der höchstens so viele Kanäle entfernt ist</translation>
    </message>
    <message>
        <source>Switched:</source>
        <translation>Vertauscht:</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlend</translation>
    </message>
    <message>
        <source>The number of channels that may be missing</source>
        <translation>Zahl der Kanäle, die fehlen dürfen</translation>
    </message>
    <message>
        <source>Missing:</source>
        <translation>Fehlend:</translation>
    </message>
    <message>
        <source>In all channels</source>
        <translation>In allen Kanälen</translation>
    </message>
    <message>
        <source>Which matches</source>
        <translation>Welche Treffer</translation>
    </message>
    <message>
        <source>The best matches, or all up to a distance</source>
        <translation>Die besten Treffer oder alle bis zu einem Abstand</translation>
    </message>
    <message>
        <source>The best</source>
        <translation>Die besten</translation>
    </message>
    <message>
        <source>A fixed number of matches, whatever their distance</source>
        <translation>Eine feste Zahl von Treffern, gleich mit welchem Abstand</translation>
    </message>
    <message>
        <source>All similar</source>
        <translation>Alle ähnlichen</translation>
    </message>
    <message>
        <source>Every match up to the largest distance</source>
        <translation>Jeder Treffer bis zum größten Abstand</translation>
    </message>
    <message>
        <source>Matches with a larger distance are dropped; identical ones have distance 0. The list shows the distance of each match</source>
        <translation>Treffer mit größerem Abstand entfallen; identische haben den Abstand 0. Die Liste zeigt den Abstand jedes Treffers</translation>
    </message>
    <message>
        <source> samples</source>
        <translation> Abtastwerte</translation>
    </message>
    <message>
        <source>Each channel of the motif may match any channel of the recording, not only its own</source>
        <translation>Jeder Kanal des Motivs darf zu jedem Kanal der Aufzeichnung passen, nicht nur zum eigenen</translation>
    </message>
    <message>
        <source>Shows options that are rarely changed</source>
        <translation>Zeigt selten geänderte Einstellungen</translation>
    </message>
    <message>
        <source>Exclusion zone</source>
        <translation>Sperrbereich</translation>
    </message>
    <message>
        <source>Of matches that begin at most this many samples apart, only the best is kept. 0: no exclusion</source>
        <translation>Von Treffern, die höchstens so viele Abtastwerte auseinander beginnen, bleibt nur der beste. 0: kein Sperrbereich</translation>
    </message>
    <message>
        <source>a quarter</source>
        <translation>ein Viertel</translation>
    </message>
    <message>
        <source>Exclusion zone:</source>
        <translation>Sperrbereich:</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>The step between the lengths that are tried, from the shortest to the longest, as a share of the motif&apos;s length</source>
        <translation>Schritt zwischen den Längen, die probiert werden, von der kürzesten zur längsten, als Teil der Motivlänge</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Step:</source>
        <translation>Schritt:</translation>
    </message>
    <message>
        <source>Cost of a shift</source>
        <translation>Preis der Verschiebung</translation>
    </message>
    <message>
        <source>The cost added for each sample that a channel lies earlier or later. 0: a shift costs nothing</source>
        <translation>Kosten für jeden Abtastwert, den ein Kanal früher oder später liegt. 0: Verschieben kostet nichts</translation>
    </message>
    <message>
        <source>Cost of a shift:</source>
        <translation>Preis der Verschiebung:</translation>
    </message>
    <message>
        <source>Cost of a switch</source>
        <translation>Preis des Tauschs</translation>
    </message>
    <message>
        <source>The factor on the distance of a channel that is found in another one. 1: no cost</source>
        <translation>Faktor für den Abstand eines Kanals, der in einem anderen gefunden wird. 1: keine Kosten</translation>
    </message>
    <message>
        <source>Cost of a switch:</source>
        <translation>Preis des Tauschs:</translation>
    </message>
    <message>
        <source>Missing above</source>
        <translation>Fehlend ab</translation>
    </message>
    <message>
        <source>A channel is missing if it differs by more than this share of the difference between the motif&apos;s channel and its own mean. In strong noise, use more</source>
        <translation>Ein Kanal fehlt, wenn er um mehr als diesen Teil der Abweichung des Motivkanals von seinem eigenen Mittel abweicht. Bei starkem Rauschen mehr nehmen</translation>
    </message>
    <message>
        <source>Missing above:</source>
        <translation>Fehlend ab:</translation>
    </message>
    <message>
        <source>%1.
%2</source>
        <comment>a tip, and why it is grey</comment>
        <translation>%1.
%2</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Standard: %1</translation>
    </message>
    <message>
        <source>Only for a method that warps</source>
        <translation>Nur bei einer Methode, die verzerrt</translation>
    </message>
    <message>
        <source>&quot;Any length&quot; has no such limit</source>
        <translation>„Jede Länge“ hat keine solche Grenze</translation>
    </message>
    <message>
        <source>Only if the shortest and the longest length differ</source>
        <translation>Nur wenn sich die kürzeste und die längste Länge unterscheiden</translation>
    </message>
    <message>
        <source>All matches up to the largest distance are listed</source>
        <translation>Alle Treffer bis zum größten Abstand werden aufgeführt</translation>
    </message>
    <message>
        <source>0: identical</source>
        <translation>0: gleich</translation>
    </message>
    <message>
        <source>The motif has one channel only</source>
        <translation>Das Motiv hat nur einen Kanal</translation>
    </message>
    <message>
        <source>With &quot;Any length&quot; all channels are warped together</source>
        <translation>Bei „Jede Länge“ werden alle Kanäle gemeinsam verzerrt</translation>
    </message>
    <message>
        <source>Only if each channel is compared separately</source>
        <translation>Nur wenn jeder Kanal für sich verglichen wird</translation>
    </message>
    <message>
        <source>With &quot;In all channels&quot;, each may match any of them</source>
        <translation>Bei „In allen Kanälen“ darf jeder zu jedem passen</translation>
    </message>
    <message>
        <source>Channels that are warped together cannot be missing</source>
        <translation>Kanäle, die gemeinsam verzerrt werden, können nicht fehlen</translation>
    </message>
    <message>
        <source>Only if channels may be shifted</source>
        <translation>Nur wenn Kanäle verschoben sein dürfen</translation>
    </message>
    <message>
        <source>Only if channels may be switched</source>
        <translation>Nur wenn Kanäle vertauscht sein dürfen</translation>
    </message>
    <message>
        <source>Only if channels may be missing</source>
        <translation>Nur wenn Kanäle fehlen dürfen</translation>
    </message>
    <message>
        <source>More options</source>
        <translation>Mehr Optionen</translation>
    </message>
    <message>
        <source>More options (changed: %1)</source>
        <translation>Mehr Optionen (geändert: %1)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::MotifRunner</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: computed by another engine: %2</source>
        <translation>%1: von einer anderen Engine berechnet: %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NameMap</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 x %2 cells of %3 x %4 pixels</source>
        <translation>%1 x %2 Felder von %3 x %4 Pixeln</translation>
    </message>
    <message numerus="yes">
        <source>; %n more names</source>
        <translation>
            <numerusform>; %n weiterer Name</numerusform>
            <numerusform>; %n weitere Namen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espy::desktop::NameMapCells</name>
    <message>
        <source>Map of names</source>
        <translation>Namenskarte</translation>
    </message>
    <message>
        <source>Column %1, row %2: %3</source>
        <translation>Spalte %1, Zeile %2: %3</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NameMapView</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>State of the map</source>
        <translation>Stand der Karte</translation>
    </message>
    <message>
        <source>Names and their colours</source>
        <translation>Namen und ihre Farben</translation>
    </message>
    <message>
        <source>Matches that lie side by side, such as tiles, are shown here by name</source>
        <translation>Treffer, die nebeneinander liegen, etwa Kacheln, erscheinen hier mit ihrem Namen</translation>
    </message>
    <message>
        <source>These matches do not lie side by side in a grid.</source>
        <translation>Diese Treffer liegen nicht in einem Raster nebeneinander.</translation>
    </message>
    <message>
        <source>%1 x %2 cells of %3 x %4 pixels</source>
        <translation>%1 x %2 Felder von %3 x %4 Pixeln</translation>
    </message>
    <message>
        <source>; beside the grid: %1</source>
        <translation>; neben dem Raster: %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NeedleExport</name>
    <message>
        <source>Save the needle</source>
        <translation>Suchbild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png *.ppm *.pam *.pgm *.tif *.bmp *.webp)</source>
        <translation>Bilder (*.png *.ppm *.pam *.pgm *.tif *.bmp *.webp)</translation>
    </message>
    <message>
        <source>The needle was saved as %1.</source>
        <translation>Das Suchbild wurde als %1 gespeichert.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NeedleFiles</name>
    <message>
        <source>%1: cannot be created: %2</source>
        <translation>%1: kann nicht angelegt werden: %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NeedleTray</name>
    <message>
        <source>%1, %2 x %3 pixels</source>
        <translation>%1, %2 x %3 Pixel</translation>
    </message>
    <message>
        <source>Needle %1, %2 x %3 pixels, %4</source>
        <translation>Suchbild %1, %2 x %3 Pixel, %4</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>%1, an index of %2 needles</source>
        <translation>%1, ein Index von %2 Suchbildern</translation>
    </message>
    <message>
        <source>Index %1 of %2 needles, %3</source>
        <translation>Index %1 von %2 Suchbildern, %3</translation>
    </message>
</context>
<context>
    <name>espy::desktop::NightLink</name>
    <message>
        <source>It is getting dark...</source>
        <translation>Es wird dunkel …</translation>
    </message>
    <message>
        <source>Label a few more people who are not him, and learn again.</source>
        <translation>Kennzeichnen Sie einige weitere, die es nicht sind, und lernen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Espy is learning...</source>
        <translation>Espy lernt …</translation>
    </message>
    <message>
        <source>One is left: there he is.</source>
        <translation>Einer ist übrig: Da ist er.</translation>
    </message>
    <message numerus="yes">
        <source>%1 clicks and %2 photographs were enough to separate him from %n others, many with a higher score. He stands at %3, %4.</source>
        <translation>
            <numerusform>Nach %1 Klicks und %2 Fotos ist er von %n anderen zu unterscheiden. Er steht bei %3, %4.</numerusform>
            <numerusform>Nach %1 Klicks und %2 Fotos ist er von %n anderen zu unterscheiden, von denen viele eine größere Ähnlichkeit haben als er. Er steht bei %3, %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 photographs show him in such light. His friends wear the same clothes, but only he wears glasses. Click a few people who are not him and press N, or let Espy click; then learn.</source>
        <translation>%1 Fotos zeigen ihn bei solchem Licht. Seine Freunde tragen dieselbe Kleidung, aber nur er trägt eine Brille. Klicken Sie einige an, die es nicht sind, und drücken Sie N, oder lassen Sie Espy klicken; danach lernen.</translation>
    </message>
    <message numerus="yes">
        <source>%n look like him. Which one is he?</source>
        <translation>
            <numerusform>%n sieht ihm ähnlich. Ist er es?</numerusform>
            <numerusform>%n sehen ihm ähnlich. Welcher ist er?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n are left. Which one is he?</source>
        <translation>
            <numerusform>%n ist übrig. Ist er es?</numerusform>
            <numerusform>%n sind übrig. Welcher ist er?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espy::desktop::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Hide this line</source>
        <translation>Diese Zeile ausblenden</translation>
    </message>
    <message>
        <source>Hide the notice</source>
        <translation>Den Hinweis ausblenden</translation>
    </message>
</context>
<context>
    <name>espy::desktop::OptionsPanel</name>
    <message>
        <source>To&amp;lerance</source>
        <translation>&amp;Toleranz</translation>
    </message>
    <message>
        <source>&amp;Best only</source>
        <translation>&amp;Nur die besten</translation>
    </message>
    <message>
        <source>The number of best matches to keep</source>
        <translation>Zahl der besten Treffer, die bleiben</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>&amp;Overlap</source>
        <translation>Überla&amp;ppung</translation>
    </message>
    <message>
        <source>Drop a match that overlaps a better one by more than this share</source>
        <translation>Einen Treffer verwerfen, der einen besseren um mehr als diesen Anteil überlappt</translation>
    </message>
    <message>
        <source>En&amp;gine</source>
        <translation>&amp;Engine</translation>
    </message>
    <message>
        <source>Th&amp;reads</source>
        <translation>Th&amp;reads</translation>
    </message>
    <message>
        <source>St&amp;yle</source>
        <translation>St&amp;il</translation>
    </message>
    <message>
        <source>What matches look like</source>
        <translation>Wie Treffer aussehen</translation>
    </message>
    <message>
        <source>white-out</source>
        <translation>ausweißen</translation>
    </message>
    <message>
        <source>dim</source>
        <translation>abdunkeln</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Thick&amp;ness</source>
        <translation>Stär&amp;ke</translation>
    </message>
    <message>
        <source>Thickness of the outline, in pixels of the picture</source>
        <translation>Dicke des Umrisses, in Pixeln des Bildes</translation>
    </message>
    <message>
        <source>N&amp;umbers</source>
        <translation>N&amp;ummern</translation>
    </message>
    <message>
        <source>Number the matches in the picture</source>
        <translation>Die Treffer im Bild nummerieren</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>Wie gesucht wird</translation>
    </message>
    <message>
        <source>How matches look</source>
        <translation>Wie Treffer aussehen</translation>
    </message>
    <message>
        <source>Identical</source>
        <translation>Identisch</translation>
    </message>
    <message>
        <source>Finds exact copies: every pixel is the same</source>
        <translation>Findet exakte Kopien: Jedes Pixel ist gleich</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>Finds what looks similar, with a score</source>
        <translation>Findet, was ähnlich aussieht, und gibt die Ähnlichkeit an</translation>
    </message>
    <message>
        <source>Com&amp;pare by</source>
        <translation>&amp;Vergleich</translation>
    </message>
    <message>
        <source>How similar pictures are compared</source>
        <translation>Wie ähnliche Bilder verglichen werden</translation>
    </message>
    <message>
        <source>correlation, in any light (ZNCC)</source>
        <translation>Korrelation, in jedem Licht (ZNCC)</translation>
    </message>
    <message>
        <source>differences (SAD)</source>
        <translation>Unterschiede (SAD)</translation>
    </message>
    <message>
        <source>squared differences (SSD)</source>
        <translation>quadrierte Unterschiede (SSD)</translation>
    </message>
    <message>
        <source>The largest difference in a channel for a pixel to count as the same</source>
        <translation>Die größte Abweichung eines Kanals, bei der ein Pixel noch als gleich gilt</translation>
    </message>
    <message>
        <source>Weight by &amp;transparency</source>
        <translation>Nach &amp;Transparenz gewichten</translation>
    </message>
    <message>
        <source>Half-transparent pixels count half</source>
        <translation>Halb durchsichtige Pixel zählen halb</translation>
    </message>
    <message>
        <source>Between &amp;different needles too</source>
        <translation>Auch zwischen verschie&amp;denen Suchbildern</translation>
    </message>
    <message>
        <source>A match may also be dropped for a better one of another needle</source>
        <translation>Ein Treffer kann auch für einen besseren eines anderen Suchbilds entfallen</translation>
    </message>
    <message>
        <source>Where to compute: on the CPU or on a GPU</source>
        <translation>Wo gerechnet wird: auf der CPU oder auf einer GPU</translation>
    </message>
    <message>
        <source>The number of threads of the engines threads and openmp</source>
        <translation>Zahl der Threads der Engines threads und openmp</translation>
    </message>
    <message>
        <source>box</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Each match has its own box</source>
        <translation>Jeder Treffer hat einen eigenen Rahmen</translation>
    </message>
    <message>
        <source>region</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>One outline around the area of all matches, as in the exported picture</source>
        <translation>Ein Umriss um die gemeinsame Fläche aller Treffer, wie im exportierten Bild</translation>
    </message>
    <message>
        <source>Looks similar; each match has a score up to 1.</source>
        <translation>Sieht ähnlich aus; jeder Treffer hat eine Ähnlichkeit bis 1.</translation>
    </message>
    <message>
        <source>The same pixels, with a tolerance of %1.</source>
        <translation>Gleiche Pixel, mit einer Toleranz von %1.</translation>
    </message>
    <message>
        <source>Every pixel the same.</source>
        <translation>Jedes Pixel gleich.</translation>
    </message>
    <message>
        <source>&amp;At the border</source>
        <translation>&amp;Am Rand</translation>
    </message>
    <message>
        <source>Similar matches may extend beyond the picture&apos;s border if this share of them is inside</source>
        <translation>Ähnliche Treffer dürfen über den Bildrand ragen, wenn dieser Anteil innerhalb liegt</translation>
    </message>
    <message>
        <source> % inside</source>
        <translation> % innen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset the options</source>
        <translation>Einstellungen zurücksetzen</translation>
    </message>
    <message>
        <source>Returns to the defaults; what differs from them is bold</source>
        <translation>Kehrt zu den Vorgaben zurück; was von ihnen abweicht, ist fett</translation>
    </message>
    <message>
        <source>differs from the default</source>
        <translation>weicht von der Vorgabe ab</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Looks for identical, similar, turned, resized and mirrored matches</source>
        <translation>Sucht identische, ähnliche, gedrehte, anders große und gespiegelte Treffer</translation>
    </message>
    <message>
        <source>Shows the first kind that is found; choose another above the picture.</source>
        <translation>Zeigt die erste Art, die gefunden wird; eine andere lässt sich über dem Bild wählen.</translation>
    </message>
    <message>
        <source>lighten</source>
        <translation>aufhellen</translation>
    </message>
    <message>
        <source>Picture and needles are denoised first, strength %1.</source>
        <translation>Bild und Suchbilder werden zuerst entrauscht, Stärke %1.</translation>
    </message>
    <message>
        <source>outline, which may bend</source>
        <translation>Umriss, der gebogen sein kann</translation>
    </message>
    <message>
        <source>B&amp;end</source>
        <translation>Bie&amp;gung</translation>
    </message>
    <message>
        <source>How much the outline may be bent; more finds more</source>
        <translation>Wie stark der Umriss gebogen sein darf; mehr findet mehr</translation>
    </message>
    <message>
        <source>Also m&amp;irrored</source>
        <translation>Auch ge&amp;spiegelt</translation>
    </message>
    <message>
        <source>Also finds the outline&apos;s mirror image</source>
        <translation>Findet auch das Spiegelbild des Umrisses</translation>
    </message>
    <message>
        <source>The same shape, which may be bent or partly hidden, in any colour.</source>
        <translation>Dieselbe Form, auch gebogen oder teilweise verdeckt, in jeder Farbe.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::OverviewStrip</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>The whole recording, small. Click or drag to move the view.</source>
        <translation>Die ganze Aufzeichnung, klein. Klicken oder Ziehen bewegt die Ansicht.</translation>
    </message>
    <message>
        <source>The whole recording: click or drag to move the view</source>
        <translation>Die ganze Aufzeichnung: Klicken oder Ziehen bewegt die Ansicht</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PairView</name>
    <message>
        <source>The photograph and the surface</source>
        <translation>Das Foto und die Oberfläche</translation>
    </message>
    <message>
        <source>%1 next to %2: %3 of %4 matched features agree</source>
        <translation>%1 neben %2: %3 von %4 übereinstimmenden Merkmalen passen zueinander</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Paper</name>
    <message>
        <source>%1, published</source>
        <translation>%1, veröffentlicht</translation>
    </message>
    <message>
        <source>published %1</source>
        <translation>veröffentlicht %1</translation>
    </message>
    <message>
        <source>ours %1</source>
        <translation>unser Wert %1</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>%1, wrong result</source>
        <translation>%1, falsches Ergebnis</translation>
    </message>
    <message>
        <source>Not measured, %1: %2</source>
        <translation>Nicht gemessen, %1: %2</translation>
    </message>
    <message>
        <source>Differs, %1: %2</source>
        <translation>Weicht ab, %1: %2</translation>
    </message>
    <message>
        <source>Published: %1</source>
        <translation>Veröffentlicht: %1</translation>
    </message>
    <message>
        <source>Ours: %1; %2 runs after a first that is not counted</source>
        <translation>Unsere Werte: %1; %2 Läufe nach einem ersten, der nicht zählt</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PaperTable</name>
    <message>
        <source>not measured: %1</source>
        <translation>nicht gemessen: %1</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Veröffentlicht</translation>
    </message>
    <message>
        <source>Ours</source>
        <translation>Unser Wert</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Our value divided by the published one</source>
        <translation>Unser Wert geteilt durch den veröffentlichten</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PaperView</name>
    <message>
        <source>Papers</source>
        <translation>Aufsätze</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Aufsatz</translation>
    </message>
    <message>
        <source>About the paper</source>
        <translation>Über den Aufsatz</translation>
    </message>
    <message>
        <source>Table or figure</source>
        <translation>Tabelle oder Abbildung</translation>
    </message>
    <message>
        <source>&amp;Paper:</source>
        <translation>&amp;Aufsatz:</translation>
    </message>
    <message>
        <source>&amp;Table or figure:</source>
        <translation>&amp;Tabelle oder Abbildung:</translation>
    </message>
    <message>
        <source>Runs of each strategy after the first</source>
        <translation>Läufe jedes Verfahrens nach dem ersten</translation>
    </message>
    <message>
        <source>Runs of each strategy, after a first run that is not counted</source>
        <translation>Läufe jedes Verfahrens nach einem ersten, der nicht zählt</translation>
    </message>
    <message>
        <source>&amp;Number of runs:</source>
        <translation>A&amp;nzahl der Läufe:</translation>
    </message>
    <message>
        <source>Progress of the exhibit</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>Published values and ours</source>
        <translation>Veröffentlichte Werte und unsere</translation>
    </message>
    <message>
        <source>The paper prints no values here. Press Run to measure ours.</source>
        <translation>Der Aufsatz nennt hier keine Werte. „Ausführen“ misst unsere.</translation>
    </message>
    <message>
        <source>Values of the exhibit</source>
        <translation>Werte der Tabelle oder Abbildung</translation>
    </message>
    <message>
        <source>Title of the exhibit</source>
        <translation>Titel der Tabelle oder Abbildung</translation>
    </message>
    <message>
        <source>Reasons and notes</source>
        <translation>Gründe und Anmerkungen</translation>
    </message>
    <message>
        <source>ours ± spread</source>
        <translation>unser Wert ± Streuung</translation>
    </message>
    <message>
        <source>published</source>
        <translation>veröffentlicht</translation>
    </message>
    <message>
        <source>Cancelled. The measurements so far are shown.</source>
        <translation>Abgebrochen. Gezeigt werden die bisherigen Messungen.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>The comparison ended early: %1</source>
        <translation>Der Vergleich endete vorzeitig: %1</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>Stop the comparison</source>
        <translation>Den Vergleich anhalten</translation>
    </message>
    <message>
        <source>Measure our values of the exhibit</source>
        <translation>Unsere Werte der Tabelle oder Abbildung messen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PathView</name>
    <message>
        <source>The motif and the match</source>
        <translation>Das Motiv und der Treffer</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PictureLoader</name>
    <message>
        <source>%1: not enough memory to read it.</source>
        <translation>%1: zum Lesen fehlt Arbeitsspeicher.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PictureOpener</name>
    <message>
        <source>pasted %1</source>
        <translation>eingefügt %1</translation>
    </message>
    <message>
        <source>There is no picture on the clipboard.</source>
        <translation>In der Zwischenablage ist kein Bild.</translation>
    </message>
    <message>
        <source>Open a picture</source>
        <translation>Bild öffnen</translation>
    </message>
    <message>
        <source>Open needles</source>
        <translation>Suchbilder öffnen</translation>
    </message>
    <message>
        <source>There is no other picture in the folder.</source>
        <translation>Im Ordner ist kein anderes Bild.</translation>
    </message>
    <message>
        <source>This desktop does not let programs take screenshots.</source>
        <translation>Diese Arbeitsumgebung lässt Programme keine Bildschirmfotos aufnehmen.</translation>
    </message>
    <message>
        <source>screen %1</source>
        <translation>Bildschirm %1</translation>
    </message>
    <message>
        <source>Pictures (%1);;All files (*)</source>
        <translation>Bilder (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Pictures and projects (%1);;All files (*)</source>
        <translation>Bilder und Projekte (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open an index of needles</source>
        <translation>Index von Suchbildern öffnen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PicturePage</name>
    <message>
        <source>After pass</source>
        <translation>Nach Durchgang</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PictureStore</name>
    <message>
        <source>%1 now has another size</source>
        <translation>%1 hat jetzt eine andere Größe</translation>
    </message>
    <message>
        <source>%1: not enough memory to read it.</source>
        <translation>%1: zum Lesen fehlt Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>The library does not record the file of this picture</source>
        <translation>In der Bibliothek ist keine Datei zu diesem Bild vermerkt</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 gibt es nicht mehr</translation>
    </message>
</context>
<context>
    <name>espy::desktop::PoseForm</name>
    <message>
        <source>As drawn</source>
        <translation>Wie gezeichnet</translation>
    </message>
    <message>
        <source>Only at the needle&apos;s own angle and size, which is fastest</source>
        <translation>Nur in Winkel und Größe des Suchbilds, das geht am schnellsten</translation>
    </message>
    <message>
        <source>Quarter turns and mirrored</source>
        <translation>Vierteldrehungen und gespiegelt</translation>
    </message>
    <message>
        <source>Also turned by 90, 180 and 270 degrees, and mirrored</source>
        <translation>Auch um 90, 180 und 270 Grad gedreht und gespiegelt</translation>
    </message>
    <message>
        <source>Any angle</source>
        <translation>Jeder Winkel</translation>
    </message>
    <message>
        <source>Turned by any angle</source>
        <translation>Um jeden Winkel gedreht</translation>
    </message>
    <message>
        <source>Any angle and size</source>
        <translation>Jeder Winkel, jede Größe</translation>
    </message>
    <message>
        <source>Turned by any angle, at half to twice the size</source>
        <translation>Um jeden Winkel gedreht, halb bis doppelt so groß</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene Bereiche</translation>
    </message>
    <message>
        <source>Ranges and steps of angles and sizes</source>
        <translation>Bereiche und Schritte für Winkel und Größen</translation>
    </message>
    <message>
        <source>Angles and si&amp;zes</source>
        <translation>Winkel, &amp;Größen</translation>
    </message>
    <message>
        <source>Angles and sizes at which needles are searched</source>
        <translation>Winkel und Größen, in denen nach Suchbildern gesucht wird</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>auto: as fine as the needle requires</source>
        <translation>auto: so fein, wie das Suchbild es braucht</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>In degrees, counter-clockwise</source>
        <translation>In Grad, gegen den Uhrzeigersinn</translation>
    </message>
    <message>
        <source>Angles from</source>
        <translation>Winkel von</translation>
    </message>
    <message>
        <source>Angles to</source>
        <translation>Winkel bis</translation>
    </message>
    <message>
        <source>Step of angles</source>
        <translation>Schritt der Winkel</translation>
    </message>
    <message>
        <source>Relative to the needle&apos;s size: 2 is twice as large</source>
        <translation>Im Verhältnis zum Suchbild: 2 ist doppelt so groß</translation>
    </message>
    <message>
        <source>Sizes from</source>
        <translation>Größen von</translation>
    </message>
    <message>
        <source>Sizes to</source>
        <translation>Größen bis</translation>
    </message>
    <message>
        <source>Step of sizes</source>
        <translation>Schritt der Größen</translation>
    </message>
    <message>
        <source>Also turned by 90, 180 and 270 degrees</source>
        <translation>Auch um 90, 180 und 270 Grad gedreht</translation>
    </message>
    <message>
        <source>Also mirrored left to right</source>
        <translation>Auch links-rechts gespiegelt</translation>
    </message>
    <message>
        <source>Also with inverted contrast: for correlation (ZNCC)</source>
        <translation>Auch mit umgekehrtem Kontrast: für Korrelation (ZNCC)</translation>
    </message>
    <message>
        <source>Try every pose</source>
        <translation>Jede Lage prüfen</translation>
    </message>
    <message>
        <source>Misses nothing but takes longer. Otherwise the search goes from coarse to fine and may miss matches near the minimum</source>
        <translation>Übersieht nichts, dauert aber länger. Sonst sucht Espy von grob nach fein und kann Treffer nahe dem Mindestwert übersehen</translation>
    </message>
    <message>
        <source>Error in these ranges</source>
        <translation>Fehler in diesen Bereichen</translation>
    </message>
    <message>
        <source>Identical pixels allow only quarter turns; choose Similar for this</source>
        <translation>„Identisch“ erlaubt nur Vierteldrehungen; dafür „Ähnlich“ wählen</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Quarter turns, too</source>
        <translation>Auch Vierteldrehungen</translation>
    </message>
    <message>
        <source>Mirrored, too</source>
        <translation>Auch gespiegelt</translation>
    </message>
    <message>
        <source>Inverted, too</source>
        <translation>Auch invertiert</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Poses</name>
    <message>
        <source> in steps of %1</source>
        <translation> in Schritten von %1</translation>
    </message>
    <message>
        <source>quarter turns and mirrored</source>
        <translation>Vierteldrehungen und gespiegelt</translation>
    </message>
    <message>
        <source>any angle</source>
        <translation>jeder Winkel</translation>
    </message>
    <message>
        <source>any angle and size</source>
        <translation>jeder Winkel und jede Größe</translation>
    </message>
    <message>
        <source>turned by %1°</source>
        <translation>um %1° gedreht</translation>
    </message>
    <message>
        <source>turned by %1° to %2°</source>
        <translation>um %1° bis %2° gedreht</translation>
    </message>
    <message>
        <source>at %1 of the size</source>
        <translation>mit dem %1-fachen der Größe</translation>
    </message>
    <message>
        <source>at %1 to %2 of the size</source>
        <translation>mit dem %1- bis %2-fachen der Größe</translation>
    </message>
    <message>
        <source>quarter turns</source>
        <translation>Vierteldrehungen</translation>
    </message>
    <message>
        <source>also mirrored</source>
        <translation>auch gespiegelt</translation>
    </message>
    <message>
        <source>complete search</source>
        <translation>vollständige Suche</translation>
    </message>
    <message>
        <source>also inverted</source>
        <translation>auch invertiert</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>gespiegelt</translation>
    </message>
    <message>
        <source>in several poses</source>
        <translation>in mehreren Lagen</translation>
    </message>
    <message>
        <source>in several poses, the best %1</source>
        <translation>in mehreren Lagen, der beste %1</translation>
    </message>
    <message>
        <source>at least %1 % inside the picture</source>
        <translation>mindestens %1 % im Bild</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ProgressRow</name>
    <message>
        <source>S&amp;top</source>
        <translation>An&amp;halten</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ProjectKeeper</name>
    <message>
        <source>Espy</source>
        <translation>Espy</translation>
    </message>
    <message>
        <source>Save the needles that you cut out?</source>
        <translation>Die ausgeschnittenen Suchbilder speichern?</translation>
    </message>
    <message>
        <source>They are in no file yet. A project stores them with the picture.</source>
        <translation>Sie sind noch nicht gespeichert. Ein Projekt speichert sie zusammen mit dem Bild.</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Projekt öffnen</translation>
    </message>
    <message>
        <source>Espy projects (*%1)</source>
        <translation>Espy-Projekte (*%1)</translation>
    </message>
    <message>
        <source>project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>Projekt speichern</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>&amp;Do not save</source>
        <translation>&amp;Nicht speichern</translation>
    </message>
    <message>
        <source>Save what was learned?</source>
        <translation>Das Gelernte speichern?</translation>
    </message>
    <message>
        <source>The judge is in no file yet. A project stores it with its needle.</source>
        <translation>Der Richter ist noch nicht gespeichert. Ein Projekt speichert ihn mit seinem Suchbild.</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>Änderungen an %1 speichern?</translation>
    </message>
    <message>
        <source>What you changed since then is not in the file yet.</source>
        <translation>Was Sie seither geändert haben, ist noch nicht in der Datei.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceLane</name>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
    <message>
        <source>%1 ms  ·  %2</source>
        <translation>%1 ms  ·  %2</translation>
    </message>
    <message>
        <source>plain loop (reference)</source>
        <translation>einfache Schleife (reference)</translation>
    </message>
    <message>
        <source>winner: whole run %1 ms, n = %2</source>
        <translation>Sieger: ganzer Lauf %1 ms, n = %2</translation>
    </message>
    <message>
        <source>arrived: whole run %1 ms, n = %2</source>
        <translation>im Ziel: ganzer Lauf %1 ms, n = %2</translation>
    </message>
    <message>
        <source>★ %1</source>
        <translation>★ %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceLegend</name>
    <message>
        <source>Legend of the colours</source>
        <translation>Legende der Farben</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceView</name>
    <message>
        <source>Race of the engines</source>
        <translation>Wettlauf der Engines</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>No engine was measured, so there is nothing to race.</source>
        <translation>Keine Engine wurde gemessen, also gibt es keinen Wettlauf.</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Abspielen</translation>
    </message>
    <message>
        <source>Play or pause the race</source>
        <translation>Den Wettlauf abspielen oder anhalten</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>Go to the end of the next stage</source>
        <translation>Zum Ende des nächsten Abschnitts gehen</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>&amp;Von vorn</translation>
    </message>
    <message>
        <source>Start the race again</source>
        <translation>Den Wettlauf von vorn beginnen</translation>
    </message>
    <message>
        <source>Spee&amp;d:</source>
        <translation>&amp;Tempo:</translation>
    </message>
    <message>
        <source>Speed of the race</source>
        <translation>Tempo des Wettlaufs</translation>
    </message>
    <message>
        <source>Reduced &amp;motion</source>
        <translation>&amp;Weniger Bewegung</translation>
    </message>
    <message>
        <source>Reduced motion: go from stage to stage by hand</source>
        <translation>Weniger Bewegung: von Hand von Abschnitt zu Abschnitt gehen</translation>
    </message>
    <message>
        <source>%1 of %2 ms  ·  %3</source>
        <translation>%1 von %2 ms  ·  %3</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Result of the race</source>
        <translation>Ergebnis des Wettlaufs</translation>
    </message>
    <message>
        <source>1 s here is %1 ms in real time</source>
        <translation>1 s hier sind %1 ms in Echtzeit</translation>
    </message>
    <message>
        <source>%1: %2 times slower than real</source>
        <translation>%1: %2-mal langsamer als in Wirklichkeit</translation>
    </message>
    <message>
        <source>%1: %2 times faster than real</source>
        <translation>%1: %2-mal schneller als in Wirklichkeit</translation>
    </message>
    <message>
        <source>%1 and %2 are equally fast.</source>
        <translation>%1 und %2 sind gleich schnell.</translation>
    </message>
    <message>
        <source>%1 wins: %2 than %3.</source>
        <translation>%1 gewinnt: %2 als %3.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RaceWindow</name>
    <message>
        <source>Race</source>
        <translation>Wettlauf</translation>
    </message>
    <message>
        <source>What is raced</source>
        <translation>Worum es im Wettlauf geht</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>Messung läuft</translation>
    </message>
    <message>
        <source>measuring %1</source>
        <translation>Messung läuft: %1</translation>
    </message>
    <message>
        <source>Measuring %1</source>
        <translation>Gemessen wird: %1</translation>
    </message>
    <message>
        <source>%1 does not run here: %2</source>
        <translation>%1 läuft hier nicht: %2</translation>
    </message>
    <message>
        <source>%1 found different matches, so it is excluded from the race</source>
        <translation>%1 fand andere Treffer und ist deshalb vom Wettlauf ausgeschlossen</translation>
    </message>
    <message>
        <source>The plain loop would take too long here, so it does not run.</source>
        <translation>Die einfache Schleife würde hier zu lange brauchen und läuft nicht mit.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RecordingList</name>
    <message>
        <source>%1: %2, one channel</source>
        <translation>%1: %2, ein Kanal</translation>
    </message>
    <message>
        <source>%1: %2, %3 channels</source>
        <translation>%1: %2, %3 Kanäle</translation>
    </message>
    <message>
        <source>%1 samples a second</source>
        <translation>%1 Abtastwerte je Sekunde</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RemoveMatches</name>
    <message>
        <source>Remove 1 match</source>
        <translation>1 Treffer entfernen</translation>
    </message>
    <message>
        <source>Remove %1 matches</source>
        <translation>%1 Treffer entfernen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Report</name>
    <message>
        <source>%1 x %2 pixels</source>
        <translation>%1 x %2 Pixel</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>Suchbild</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Minimum score</source>
        <translation>Mindestähnlichkeit</translation>
    </message>
    <message>
        <source>Tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>Largest overlap</source>
        <translation>Größte Überlappung</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Search only</source>
        <translation>Nur die Suche</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>Matches: %1.</source>
        <translation>Treffer: %1.</translation>
    </message>
    <message>
        <source>Matches that pass the filters: %1 of %2.</source>
        <translation>Treffer, die die Filter bestehen: %1 von %2.</translation>
    </message>
    <message>
        <source>The table has the first %1.</source>
        <translation>Die Tabelle enthält die ersten %1.</translation>
    </message>
    <message>
        <source>Report on %1</source>
        <translation>Bericht über %1</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Anzahlen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>The picture with its matches, numbered</source>
        <translation>Das Bild mit seinen Treffern, nummeriert</translation>
    </message>
    <message>
        <source>Angles and sizes</source>
        <translation>Winkel und Größen</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>Mirrored</source>
        <translation>Gespiegelt</translation>
    </message>
    <message>
        <source>Each needle and its matches, best first, turned upright.</source>
        <translation>Jedes Suchbild und seine Treffer, die besten zuerst, aufrecht gedreht.</translation>
    </message>
    <message>
        <source>The sheet has the best %1.</source>
        <translation>Der Bogen enthält die besten %1.</translation>
    </message>
    <message>
        <source>Contact sheet</source>
        <translation>Kontaktbogen</translation>
    </message>
    <message>
        <source>Crops of the matches with numbers and scores</source>
        <translation>Ausschnitte der Treffer mit Nummern und Ähnlichkeit</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ResultsTable</name>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ResultsView</name>
    <message>
        <source>Filter matches</source>
        <translation>Treffer filtern</translation>
    </message>
    <message>
        <source>Filter by name, position, size or score</source>
        <translation>Nach Name, Position, Größe oder Ähnlichkeit filtern</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copies the selected rows for a spreadsheet</source>
        <translation>Kopiert die ausgewählten Zeilen für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removes the selected matches from the results</source>
        <translation>Entfernt die ausgewählten Treffer aus den Ergebnissen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Writes the matches that are shown into files</source>
        <translation>Schreibt die angezeigten Treffer in Dateien</translation>
    </message>
    <message>
        <source>Show in the picture</source>
        <translation>Im Bild zeigen</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>Fortschritt des Exports</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops the export</source>
        <translation>Bricht den Export ab</translation>
    </message>
    <message>
        <source>Matches are listed here</source>
        <translation>Hier stehen die Treffer</translation>
    </message>
    <message>
        <source>No match passes the filters</source>
        <translation>Kein Treffer passt zu den Filtern</translation>
    </message>
    <message>
        <source>Nothing was found</source>
        <translation>Nichts wurde gefunden</translation>
    </message>
    <message>
        <source>Result of the export</source>
        <translation>Ergebnis des Exports</translation>
    </message>
    <message>
        <source>Filtering %1 matches...</source>
        <translation>%1 Treffer werden gefiltert …</translation>
    </message>
    <message>
        <source>Filtering...</source>
        <translation>Filtern …</translation>
    </message>
    <message>
        <source>Zoom to it</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Labels the selected matches as true</source>
        <translation>Kennzeichnet die ausgewählten Treffer als echt</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Labels the selected matches as false: they only look like the needle</source>
        <translation>Kennzeichnet die ausgewählten Treffer als falsch: Sie sehen dem Suchbild nur ähnlich</translation>
    </message>
    <message>
        <source>A true match</source>
        <translation>Ein echter Treffer</translation>
    </message>
    <message>
        <source>Not a true match</source>
        <translation>Kein echter Treffer</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Lists the matches</source>
        <translation>Listet die Treffer auf</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Bogen</translation>
    </message>
    <message>
        <source>Shows the matches as pictures, beside the needle</source>
        <translation>Zeigt die Treffer als Bilder neben dem Suchbild</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Shows matches that overlap better ones, in grey</source>
        <translation>Zeigt in Grau die Treffer, die bessere überlappen</translation>
    </message>
    <message>
        <source>Hidden by overlap: %1</source>
        <translation>Wegen Überlappung verborgen: %1</translation>
    </message>
    <message>
        <source>Hidden by overlap</source>
        <translation>Wegen Überlappung verborgen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Verbergen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Shows which needle lies where, of matches side by side</source>
        <translation>Zeigt, welches Suchbild wo liegt, wenn Treffer nebeneinander liegen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::RollingChart</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Median of %1, in %2. %3</source>
        <translation>Median von %1, in %2. %3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ScoreHistogram</name>
    <message>
        <source>Histogram of the scores</source>
        <translation>Histogramm der Ähnlichkeiten</translation>
    </message>
    <message>
        <source>%1 matches, most of them with scores around %2</source>
        <translation>%1 Treffer, die meisten mit einer Ähnlichkeit um %2</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ScreenCover</name>
    <message>
        <source>Drag a rectangle over the part to watch</source>
        <translation>Ein Rechteck um den Teil ziehen, der beobachtet werden soll</translation>
    </message>
    <message>
        <source>Drag a rectangle over the part to watch. Escape: none.</source>
        <translation>Ein Rechteck um den Teil ziehen, der beobachtet werden soll. Escape: keiner.</translation>
    </message>
    <message>
        <source>%1 x %2 at %3, %4</source>
        <translation>%1 x %2 bei %3, %4</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ScreenDialog</name>
    <message>
        <source>%1, screened</source>
        <translation>%1, gefiltert</translation>
    </message>
    <message>
        <source>&amp;Pick</source>
        <translation>Auf&amp;nehmen</translation>
    </message>
    <message>
        <source>Click on pixels in the picture to keep their colour</source>
        <translation>Klicken Sie im Bild auf Pixel, deren Farbe bleiben soll</translation>
    </message>
    <message>
        <source>Screen by colour</source>
        <translation>Nach Farbe filtern</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>white-out</source>
        <translation>ausweißen</translation>
    </message>
    <message>
        <source>outline</source>
        <translation>Umriss</translation>
    </message>
    <message>
        <source>dim</source>
        <translation>abdunkeln</translation>
    </message>
    <message>
        <source>lighten</source>
        <translation>aufhellen</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>F&amp;arben</translation>
    </message>
    <message>
        <source>Keep pixels of these colours, as #rrggbb; empty: any</source>
        <translation>Behält Pixel dieser Farben, als #rrggbb; leer: alle</translation>
    </message>
    <message>
        <source>&amp;Tolerance</source>
        <translation>&amp;Toleranz</translation>
    </message>
    <message>
        <source>Largest difference from a colour, in each channel</source>
        <translation>Größter Abstand zu einer Farbe, je Kanal</translation>
    </message>
    <message>
        <source>&amp;Where</source>
        <translation>&amp;Wo</translation>
    </message>
    <message>
        <source>Keep pixels where this is not 0: r g b a, grey, h s v l, x y width height; + - * /, comparisons, &amp;&amp; || !, abs min max</source>
        <translation>Behält Pixel, wo dies nicht 0 ist: r g b a, grey, h s v l, x y width height; + - * /, Vergleiche, &amp;&amp; || !, abs min max</translation>
    </message>
    <message>
        <source>&amp;Edges from</source>
        <translation>&amp;Kanten ab</translation>
    </message>
    <message>
        <source>Keep pixels whose gradient is at least this long</source>
        <translation>Behält Pixel, deren Gradient mindestens so lang ist</translation>
    </message>
    <message>
        <source>The &amp;rest</source>
        <translation>Der &amp;Rest</translation>
    </message>
    <message>
        <source>How the other pixels are marked</source>
        <translation>Wie die übrigen Pixel markiert werden</translation>
    </message>
    <message>
        <source>&amp;Screen</source>
        <translation>&amp;Filtern</translation>
    </message>
    <message>
        <source>Replaces the picture by a marked copy; undo restores it</source>
        <translation>Ersetzt das Bild durch eine markierte Kopie; Rückgängig stellt es wieder her</translation>
    </message>
    <message>
        <source>Result of screening</source>
        <translation>Ergebnis des Filterns</translation>
    </message>
    <message>
        <source>%1 is no colour as #rrggbb.</source>
        <translation>%1 ist keine Farbe als #rrggbb.</translation>
    </message>
    <message>
        <source>Kept %1 of %2 pixels.</source>
        <translation>%1 von %2 Pixeln behalten.</translation>
    </message>
    <message>
        <source>Pre&amp;view</source>
        <translation>&amp;Vorschau</translation>
    </message>
    <message>
        <source>Do not make the copy</source>
        <translation>Die Kopie nicht anfertigen</translation>
    </message>
    <message>
        <source>Shows the marked copy while the conditions change</source>
        <translation>Zeigt die markierte Kopie, während sich die Bedingungen ändern</translation>
    </message>
    <message>
        <source>Progress of screening</source>
        <translation>Fortschritt des Filterns</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::Sheet</name>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>%1 more matches</source>
        <translation>%1 weitere Treffer</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SheetModel</name>
    <message>
        <source>below minimum</source>
        <translation>unter Minimum</translation>
    </message>
    <message>
        <source>judged false</source>
        <translation>Richter: falsch</translation>
    </message>
    <message>
        <source>Needle: %1</source>
        <translation>Suchbild: %1</translation>
    </message>
    <message>
        <source>Match %1, %2, x %3, y %4, score %5</source>
        <translation>Treffer %1, %2, x %3, y %4, Ähnlichkeit %5</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>überlappt</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ShownRecording</name>
    <message>
        <source>Channel %1</source>
        <translation>Kanal %1</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SignalTimes</name>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Time of each engine</source>
        <translation>Zeit jeder Engine</translation>
    </message>
    <message>
        <source>milliseconds</source>
        <translation>Millisekunden</translation>
    </message>
    <message>
        <source>median ± MAD</source>
        <translation>Median ± MAD</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>erster Lauf</translation>
    </message>
    <message>
        <source>After a search, its timing is shown here.</source>
        <translation>Nach einer Suche stehen hier ihre Zeiten.</translation>
    </message>
    <message>
        <source>Figures of each engine</source>
        <translation>Zahlen zu jeder Engine</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Compare the engines</source>
        <translation>Engines vergleichen</translation>
    </message>
    <message>
        <source>Repeats the last search on every engine and compares the results</source>
        <translation>Wiederholt die letzte Suche auf jeder Engine und vergleicht die Ergebnisse</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs of each engine, after a first run that is shown separately</source>
        <translation>Läufe jeder Engine, nach einem ersten Lauf, der gesondert gezeigt wird</translation>
    </message>
    <message>
        <source>Include the reference</source>
        <translation>Auch die Referenz</translation>
    </message>
    <message>
        <source>Also runs the plain, slow implementation that defines the result</source>
        <translation>Führt auch die einfache, langsame Implementierung aus, die das Ergebnis definiert</translation>
    </message>
    <message>
        <source>Runs:</source>
        <translation>Läufe:</translation>
    </message>
    <message>
        <source>last search, %1</source>
        <translation>letzte Suche, %1</translation>
    </message>
    <message>
        <source>Measuring...</source>
        <translation>Es wird gemessen …</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Vergleich beenden</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SignalView</name>
    <message>
        <source>Open recordings</source>
        <translation>Aufzeichnungen öffnen</translation>
    </message>
    <message>
        <source>Recordings (%1)</source>
        <translation>Aufzeichnungen (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The samples are not installed with this program.</source>
        <translation>Die Beispiele sind mit diesem Programm nicht installiert.</translation>
    </message>
    <message>
        <source>No motif yet: drag over a piece of a lane, or of several.</source>
        <translation>Noch kein Motiv: über ein Stück einer Spur oder mehrerer ziehen.</translation>
    </message>
    <message>
        <source>Motif: %1 at %2 of %3 (%4)</source>
        <translation>Motiv: %1 bei %2 in %3 (%4)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Reading recordings: %1...</source>
        <translation>Aufzeichnungen werden gelesen: %1 …</translation>
    </message>
    <message>
        <source>Searching...</source>
        <translation>Es wird gesucht …</translation>
    </message>
    <message>
        <source>Drag over a piece of a lane to search for it.</source>
        <translation>Über ein Stück einer Spur ziehen, um danach zu suchen.</translation>
    </message>
    <message>
        <source>The motif or the options have changed: press Search.</source>
        <translation>Motiv oder Einstellungen haben sich geändert: Suchen drücken.</translation>
    </message>
    <message>
        <source>%1 found in %2 ms by %3</source>
        <translation>%1 gefunden in %2 ms von %3</translation>
    </message>
    <message>
        <source>Only files can be opened here</source>
        <translation>Hier können nur Dateien geöffnet werden</translation>
    </message>
    <message>
        <source>Signals</source>
        <translation>Signale</translation>
    </message>
    <message>
        <source>Open these recordings</source>
        <translation>Diese Aufzeichnungen öffnen</translation>
    </message>
    <message>
        <source>the motif is searched for in all open recordings</source>
        <translation>das Motiv wird in allen offenen Aufzeichnungen gesucht</translation>
    </message>
    <message>
        <source>The motif</source>
        <translation>Das Motiv</translation>
    </message>
    <message>
        <source>How to search</source>
        <translation>Wie gesucht wird</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>Aufzeichnungen</translation>
    </message>
    <message>
        <source>The recordings that are searched; the chosen one is shown</source>
        <translation>Die Aufzeichnungen, in denen gesucht wird; die gewählte ist zu sehen</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>&amp;Öffnen …</translation>
    </message>
    <message>
        <source>Opens recordings; they can be dropped here, too</source>
        <translation>Öffnet Aufzeichnungen; sie können auch hier abgelegt werden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closes the chosen recording</source>
        <translation>Schließt die gewählte Aufzeichnung</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Searches for the motif in all open recordings</source>
        <translation>Sucht das Motiv in allen offenen Aufzeichnungen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops searching</source>
        <translation>Beendet die Suche</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>What to do first</source>
        <translation>Was zuerst zu tun ist</translation>
    </message>
    <message>
        <source>Drop a recording here: a table (CSV), a NumPy array, sound, EDF or WFDB.

Its channels become lanes. Drag over a piece of them, and Espy finds where else it occurs, even if it is slower, weaker or shifted there.</source>
        <translation>Eine Aufzeichnung hier ablegen: eine Tabelle (CSV), ein NumPy-Feld, Ton, EDF oder WFDB.

Ihre Kanäle werden zu Spuren. Über ein Stück davon ziehen, und Espy findet, wo es noch vorkommt, auch wenn es dort langsamer, schwächer oder verschoben ist.</translation>
    </message>
    <message>
        <source>Open &amp;recordings...</source>
        <translation>&amp;Aufzeichnungen öffnen …</translation>
    </message>
    <message>
        <source>Try a &amp;heartbeat</source>
        <translation>&amp;Herzschlag zeigen</translation>
    </message>
    <message>
        <source>A synthetic electrocardiogram: find the abnormal beats</source>
        <translation>Ein künstliches Elektrokardiogramm: die auffälligen Schläge finden</translation>
    </message>
    <message>
        <source>Try a &amp;walk</source>
        <translation>&amp;Gang zeigen</translation>
    </message>
    <message>
        <source>Three synthetic sensor signals of a leg: find the jumps</source>
        <translation>Drei künstliche Sensorsignale eines Beins: die Sprünge finden</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Shows the whole recording (0)</source>
        <translation>Zeigt die ganze Aufzeichnung (0)</translation>
    </message>
    <message>
        <source>+</source>
        <translation>+</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>−</source>
        <translation>−</translation>
    </message>
    <message>
        <source>Zooms out (-)</source>
        <translation>Verkleinert (-)</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Show the motif</source>
        <translation>Motiv zeigen</translation>
    </message>
    <message>
        <source>Goes to the motif</source>
        <translation>Geht zum Motiv</translation>
    </message>
    <message>
        <source>Plays the selected lane: the motif, or from the position that was clicked (Space)</source>
        <translation>Spielt die gewählte Spur ab: das Motiv, oder von der angeklickten Stelle an (Leertaste)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Writes what was found</source>
        <translation>Schreibt, was gefunden wurde</translation>
    </message>
    <message>
        <source>&amp;Matches as CSV or JSON...</source>
        <translation>&amp;Treffer als CSV oder JSON …</translation>
    </message>
    <message>
        <source>Matches as ma&amp;rks of this recording...</source>
        <translation>Treffer als &amp;Marken dieser Aufzeichnung …</translation>
    </message>
    <message>
        <source>Zooms in, as the wheel does; the wheel with Ctrl changes a lane&apos;s height (+)</source>
        <translation>Vergrößert, wie das Mausrad; mit Strg ändert das Mausrad die Höhe einer Spur (+)</translation>
    </message>
    <message>
        <source>&amp;Copy the list</source>
        <translation>Die Liste &amp;kopieren</translation>
    </message>
    <message>
        <source>No match has a distance of %1 or less: allow a larger distance.</source>
        <translation>Kein Treffer hat einen Abstand von höchstens %1: einen größeren Abstand zulassen.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SoundPlayer</name>
    <message>
        <source>%1 could not be started: sound is not available</source>
        <translation>%1 konnte nicht gestartet werden: Ton ist nicht verfügbar</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SourceMenu</name>
    <message>
        <source>What to watch</source>
        <translation>Was beobachtet wird</translation>
    </message>
    <message>
        <source>The whole &amp;screen</source>
        <translation>Der ganze Bild&amp;schirm</translation>
    </message>
    <message>
        <source>A &amp;region of the screen...</source>
        <translation>Ein Be&amp;reich des Bildschirms …</translation>
    </message>
    <message>
        <source>A &amp;window</source>
        <translation>Ein &amp;Fenster</translation>
    </message>
    <message>
        <source>A &amp;camera</source>
        <translation>Eine &amp;Kamera</translation>
    </message>
    <message>
        <source>A &amp;video file...</source>
        <translation>Eine &amp;Videodatei …</translation>
    </message>
    <message>
        <source>S&amp;top watching</source>
        <translation>Beobach&amp;ten beenden</translation>
    </message>
    <message>
        <source>Reading...</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>screen</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>monitor %1</source>
        <translation>Monitor %1</translation>
    </message>
    <message>
        <source>Monitor &amp;%1 (%2 x %3)</source>
        <translation>Monitor &amp;%1 (%2 x %3)</translation>
    </message>
    <message>
        <source>No window is shown</source>
        <translation>Es wird kein Fenster angezeigt</translation>
    </message>
    <message>
        <source>No camera is connected</source>
        <translation>Es ist keine Kamera angeschlossen</translation>
    </message>
    <message>
        <source>An &amp;address...</source>
        <translation>Eine &amp;Adresse …</translation>
    </message>
    <message>
        <source>Watch a camera</source>
        <translation>Eine Kamera beobachten</translation>
    </message>
    <message>
        <source>Address of the camera, such as rtsp://host/stream:</source>
        <translation>Adresse der Kamera, etwa rtsp://host/stream:</translation>
    </message>
    <message>
        <source>Open a video</source>
        <translation>Ein Video öffnen</translation>
    </message>
    <message>
        <source>Videos (%1)</source>
        <translation>Videos (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::StartPage</name>
    <message>
        <source>Find in a picture</source>
        <translation>In einem Bild finden</translation>
    </message>
    <message>
        <source>Drop one here, paste it or open a file; then drag a rectangle over what to find.</source>
        <translation>Hier ablegen, einfügen oder eine Datei öffnen; dann ein Rechteck um das Gesuchte ziehen.</translation>
    </message>
    <message>
        <source>In many pictures</source>
        <translation>In vielen Bildern</translation>
    </message>
    <message>
        <source>The same search in a folder of them.</source>
        <translation>Dieselbe Suche in einem ganzen Ordner.</translation>
    </message>
    <message>
        <source>Which surface?</source>
        <translation>Welche Oberfläche?</translation>
    </message>
    <message>
        <source>Photograph it, and find it in a library.</source>
        <translation>Fotografieren und in einer Bibliothek finden.</translation>
    </message>
    <message>
        <source>In a recording</source>
        <translation>In einer Aufzeichnung</translation>
    </message>
    <message>
        <source>Where else does this piece occur?</source>
        <translation>Wo kommt dieses Stück noch vor?</translation>
    </message>
    <message>
        <source>Try an example</source>
        <translation>Ein Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Find the traveller in a crowd.</source>
        <translation>Den Reisenden in der Menge finden.</translation>
    </message>
    <message>
        <source>While it changes</source>
        <translation>Während es sich ändert</translation>
    </message>
    <message>
        <source>On a screen, in a camera or in a video.</source>
        <translation>Auf einem Bildschirm, in einer Kamera oder einem Video.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::StatusBand</name>
    <message>
        <source>Result of the search</source>
        <translation>Ergebnis der Suche</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Start or cancel the search</source>
        <translation>Die Suche starten oder abbrechen</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 wird gelesen</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suche läuft</translation>
    </message>
    <message>
        <source>Settings changed. Search again (F5)</source>
        <translation>Einstellungen geändert. Neu suchen (F5)</translation>
    </message>
    <message>
        <source>Not searched yet.</source>
        <translation>Noch nicht gesucht.</translation>
    </message>
    <message>
        <source>%1, %2 x %3 pixels</source>
        <translation>%1, %2 x %3 Pixel</translation>
    </message>
    <message>
        <source>%1 %, %2 s left</source>
        <translation>%1 %, noch %2 s</translation>
    </message>
    <message>
        <source>Searching other angles and sizes</source>
        <translation>Sucht in anderen Winkeln und Größen</translation>
    </message>
    <message>
        <source>%1, judged by %2</source>
        <translation>%1, beurteilt mit %2</translation>
    </message>
    <message>
        <source>%1 · %2 ms</source>
        <translation>%1 · %2 ms</translation>
    </message>
    <message>
        <source>%1 · %2 s</source>
        <translation>%1 · %2 s</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Engine: %1</source>
        <translation>Engine: %1</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Durchgänge</translation>
    </message>
</context>
<context>
    <name>espy::desktop::StatusLine</name>
    <message>
        <source>Pixel under the pointer</source>
        <translation>Pixel unter dem Mauszeiger</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>%1 x %2 at %3, %4</source>
        <translation>%1 x %2 bei %3, %4</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SurfaceAdder</name>
    <message>
        <source>%1: has the same id as %2: %3</source>
        <translation>%1: heißt ebenso wie %2: %3</translation>
    </message>
    <message>
        <source>Not enough memory.</source>
        <translation>Nicht genug Speicher.</translation>
    </message>
    <message>
        <source>%1: not enough memory to read it.</source>
        <translation>%1: zum Lesen fehlt Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>%1: too few features to be identified: %2, but the library requires %3</source>
        <translation>%1: zu wenige Merkmale, um erkannt zu werden: %2, aber die Bibliothek verlangt %3</translation>
    </message>
</context>
<context>
    <name>espy::desktop::SurfaceWords</name>
    <message>
        <source>This is %1.</source>
        <translation>Das ist %1.</translation>
    </message>
    <message>
        <source>None of these.</source>
        <translation>Keine davon.</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>none of these</source>
        <translation>keine davon</translation>
    </message>
    <message>
        <source>The library is empty.</source>
        <translation>Die Bibliothek ist leer.</translation>
    </message>
    <message>
        <source>None of the %1 features of this photograph matches the library.</source>
        <translation>Keines der %1 Merkmale dieses Fotos stimmt mit der Bibliothek überein.</translation>
    </message>
    <message>
        <source>The most similar is %1, but only %2 of its %3 matched features fit one flat surface.</source>
        <translation>Am ähnlichsten ist %1, aber nur %2 von %3 übereinstimmenden Merkmalen passen zu einer ebenen Fläche.</translation>
    </message>
    <message>
        <source>%1 of %2 matched features fit one flat surface.</source>
        <translation>%1 von %2 übereinstimmenden Merkmalen passen zu einer ebenen Fläche.</translation>
    </message>
    <message>
        <source>%1: %2 matched features, %3 of them agree</source>
        <translation>%1: %2 übereinstimmende Merkmale, %3 davon passen zueinander</translation>
    </message>
    <message>
        <source>%1 %2 ms</source>
        <translation>%1 %2 ms</translation>
    </message>
    <message>
        <source>%1 surfaces by %2: %3</source>
        <translation>%1 Oberflächen mit %2: %3</translation>
    </message>
    <message>
        <source>%1 surfaces, %2 features</source>
        <translation>%1 Oberflächen, %2 Merkmale</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>%1 added</source>
        <translation>%1 hinzugefügt</translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation>%1 ersetzt</translation>
    </message>
    <message>
        <source>%1 already known</source>
        <translation>%1 schon bekannt</translation>
    </message>
    <message>
        <source>%1 Another surface has %2 more matched features, but fewer that agree.</source>
        <translation>%1 Eine andere Oberfläche hat %2 übereinstimmende Merkmale mehr, doch weniger, die zueinander passen.</translation>
    </message>
    <message>
        <source>%1 It has %2 more matched features than any other surface.</source>
        <translation>%1 Sie hat %2 übereinstimmende Merkmale mehr als jede andere Oberfläche.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimeScale</name>
    <message>
        <source>1 sample</source>
        <translation>1 Abtastwert</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 Abtastwerte</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Abtastwert</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingCharts</name>
    <message>
        <source>cannot run here: %1</source>
        <translation>hier nicht einsetzbar: %1</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <source>ideal: speed-up equal to the number of threads</source>
        <translation>ideal: Beschleunigung gleich der Zahl der Threads</translation>
    </message>
    <message>
        <source>whole run %1 ms, n = %2</source>
        <translation>ganzer Lauf %1 ms, n = %2</translation>
    </message>
    <message>
        <source>search only %1 ms</source>
        <translation>nur die Suche %1 ms</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingExport</name>
    <message>
        <source>%1; medians of up to %2 whole runs with median absolute deviations, the first run separate</source>
        <translation>%1; Mediane von bis zu %2 ganzen Läufen mit Median der absoluten Abweichungen, der erste Lauf gesondert</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingFigures</name>
    <message>
        <source>exact, tolerance %1</source>
        <translation>exakt, Toleranz %1</translation>
    </message>
    <message>
        <source>%1, score at least %2</source>
        <translation>%1, Ähnlichkeit mindestens %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>✗ different matches</source>
        <translation>✗ andere Treffer</translation>
    </message>
    <message>
        <source>✓ identical</source>
        <translation>✓ identisch</translation>
    </message>
    <message>
        <source>nothing to compare with</source>
        <translation>nichts zum Vergleichen</translation>
    </message>
    <message>
        <source>%1, %2 × %3 pixels, %4, %5</source>
        <translation>%1, %2 × %3 Pixel, %4, %5</translation>
    </message>
    <message>
        <source>1 needle</source>
        <translation>1 Suchbild</translation>
    </message>
    <message>
        <source>%1 needles</source>
        <translation>%1 Suchbilder</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingRunner</name>
    <message>
        <source>there is not enough memory</source>
        <translation>der Speicher reicht nicht</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingTable</name>
    <message>
        <source>cannot run here: %1</source>
        <translation>hier nicht einsetzbar: %1</translation>
    </message>
    <message>
        <source>only the first run</source>
        <translation>nur der erste Lauf</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Runs after the first</source>
        <translation>Läufe nach dem ersten</translation>
    </message>
    <message>
        <source>Are the matches identical to those of the first engine, to the last bit?</source>
        <translation>Sind die Treffer bis aufs letzte Bit dieselben wie die der ersten Engine?</translation>
    </message>
    <message>
        <source>Milliseconds of this stage, median and deviation</source>
        <translation>Millisekunden dieses Abschnitts, Median und Abweichung</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>%1, ms</source>
        <translation>%1, ms</translation>
    </message>
    <message>
        <source>Milliseconds of a whole run, from reading the picture to the painted marks: the median of the runs after the first, and the median absolute deviation from it</source>
        <translation>Millisekunden eines ganzen Laufs, vom Lesen des Bildes bis zu den gemalten Markierungen: der Median der Läufe nach dem ersten und der Median der absoluten Abweichungen davon</translation>
    </message>
    <message>
        <source>Milliseconds of the search alone, without reading the picture, painting marks, and transfers to and from a GPU</source>
        <translation>Millisekunden der Suche allein, ohne das Lesen des Bildes, das Malen der Markierungen und Übertragungen zur GPU und zurück</translation>
    </message>
    <message>
        <source>The first whole run, in milliseconds. It warms caches and initialises a GPU, and is not part of the other figures.</source>
        <translation>Der erste ganze Lauf, in Millisekunden. Er wärmt Caches auf und initialisiert eine GPU; in die anderen Werte geht er nicht ein.</translation>
    </message>
    <message>
        <source>Whole runs of this engine, compared with those of “sequential”</source>
        <translation>Ganze Läufe dieser Engine, verglichen mit denen von „sequential“</translation>
    </message>
    <message>
        <source>Whole runs, compared with those on one thread</source>
        <translation>Ganze Läufe, verglichen mit denen auf einem Thread</translation>
    </message>
    <message>
        <source>The same, of the search alone</source>
        <translation>Dasselbe, von der Suche allein</translation>
    </message>
    <message>
        <source>The speed-up divided by the number of threads; 1 is ideal</source>
        <translation>Die Beschleunigung geteilt durch die Zahl der Threads; 1 ist ideal</translation>
    </message>
    <message>
        <source>Whole run, ms</source>
        <translation>Ganzer Lauf, ms</translation>
    </message>
    <message>
        <source>Search only, ms</source>
        <translation>Nur die Suche, ms</translation>
    </message>
    <message>
        <source>First whole run, ms</source>
        <translation>Erster ganzer Lauf, ms</translation>
    </message>
    <message>
        <source>Whole run vs sequential</source>
        <translation>Ganzer Lauf, gegen sequential</translation>
    </message>
    <message>
        <source>Whole run vs one thread</source>
        <translation>Ganzer Lauf, gegen einen Thread</translation>
    </message>
    <message>
        <source>Search only</source>
        <translation>Nur die Suche</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingView</name>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>What is measured</source>
        <translation>Was gemessen wird</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>&amp;Runs:</source>
        <translation>&amp;Läufe:</translation>
    </message>
    <message>
        <source>Runs of each engine after the first</source>
        <translation>Läufe jeder Engine nach dem ersten</translation>
    </message>
    <message>
        <source>Runs of each engine, after a first run that is shown separately</source>
        <translation>Läufe jeder Engine, nach einem ersten Lauf, der gesondert gezeigt wird</translation>
    </message>
    <message>
        <source>&amp;Threads one by one</source>
        <translation>&amp;Threads einzeln</translation>
    </message>
    <message>
        <source>Measure on one, two and more threads</source>
        <translation>Mit einem, zwei und mehr Threads messen</translation>
    </message>
    <message>
        <source>Also measures threads and openmp on 1, 2 ... threads</source>
        <translation>Misst threads und openmp auch mit 1, 2 ... Threads</translation>
    </message>
    <message>
        <source>Refere&amp;nce too</source>
        <translation>Auch Refere&amp;nz</translation>
    </message>
    <message>
        <source>Measure the reference engine, too</source>
        <translation>Auch die Engine reference messen</translation>
    </message>
    <message>
        <source>The plain, slow implementation that defines the result: a large picture takes minutes</source>
        <translation>Die einfache, langsame Implementierung, die das Ergebnis definiert: Ein großes Bild dauert Minuten</translation>
    </message>
    <message>
        <source>A&amp;xis:</source>
        <translation>Ach&amp;se:</translation>
    </message>
    <message>
        <source>Axis of times</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Fortschritt der Messung</translation>
    </message>
    <message>
        <source>Time of each engine</source>
        <translation>Zeit jeder Engine</translation>
    </message>
    <message>
        <source>median ± MAD</source>
        <translation>Median ± MAD</translation>
    </message>
    <message>
        <source>first run</source>
        <translation>erster Lauf</translation>
    </message>
    <message>
        <source>Figures of each engine</source>
        <translation>Zahlen zu jeder Engine</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Figures of each number of threads</source>
        <translation>Zahlen zu jeder Anzahl von Threads</translation>
    </message>
    <message>
        <source>Watch as a race</source>
        <translation>Als Wettlauf ansehen</translation>
    </message>
    <message>
        <source>Watch the engines race in slow motion</source>
        <translation>Den Wettlauf der Engines in Zeitlupe ansehen</translation>
    </message>
    <message>
        <source>Save picture...</source>
        <translation>Bild speichern …</translation>
    </message>
    <message>
        <source>Save the chart as a picture</source>
        <translation>Das Diagramm als Bild speichern</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG-Bilder (*.png)</translation>
    </message>
    <message>
        <source>%v of %m runs</source>
        <translation>%v von %m Läufen</translation>
    </message>
    <message>
        <source>%v of %m runs, %1</source>
        <translation>%v von %m Läufen, %1</translation>
    </message>
    <message>
        <source>Nothing to measure yet: open a picture and choose something to find.</source>
        <translation>Noch nichts zu messen: erst ein Bild öffnen und etwas zum Suchen auswählen.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>Cancel the measurement</source>
        <translation>Die Messung abbrechen</translation>
    </message>
    <message>
        <source>Measure all engines</source>
        <translation>Alle Engines messen</translation>
    </message>
    <message>
        <source>Press Measure to see where each engine spends its time: reading, the passes of the search, and transfers to and from a GPU.</source>
        <translation>„Messen“ zeigt hier, womit jede Engine ihre Zeit verbringt: mit Lesen, mit den Durchläufen der Suche und mit Übertragungen zur GPU und zurück.</translation>
    </message>
    <message>
        <source>Threads were not measured one by one.</source>
        <translation>Die Threads wurden nicht einzeln gemessen.</translation>
    </message>
    <message>
        <source>Press Measure to see the speed-up with more threads.</source>
        <translation>„Messen“ zeigt hier die Beschleunigung durch mehr Threads.</translation>
    </message>
    <message>
        <source>The measurement ended early: %1</source>
        <translation>Die Messung endete vorzeitig: %1</translation>
    </message>
    <message>
        <source>Cancelled. The measurements so far are shown.</source>
        <translation>Abgebrochen. Gezeigt werden die bisherigen Messungen.</translation>
    </message>
    <message>
        <source>milliseconds of a whole run</source>
        <translation>Millisekunden eines ganzen Laufs</translation>
    </message>
    <message>
        <source>Speed-up with more threads</source>
        <translation>Beschleunigung durch mehr Threads</translation>
    </message>
    <message>
        <source>whole run: speed-up over one thread</source>
        <translation>ganzer Lauf: Beschleunigung gegen einen Thread</translation>
    </message>
    <message>
        <source>SVG drawings (*.svg)</source>
        <translation>SVG-Zeichnungen (*.svg)</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TimingWork</name>
    <message>
        <source>The picture&apos;s file has changed, so loading is not measured.</source>
        <translation>Die Datei des Bildes hat sich geändert; das Laden wird deshalb nicht gemessen.</translation>
    </message>
    <message>
        <source>Loading is not measured: %1</source>
        <translation>Das Laden wird nicht gemessen: %1</translation>
    </message>
    <message>
        <source>it is not available</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message>
        <source>this engine has no scored find</source>
        <translation>diese Engine hat keine Suche nach Ähnlichkeit</translation>
    </message>
    <message>
        <source>this engine has no exact find</source>
        <translation>diese Engine hat keine exakte Suche</translation>
    </message>
    <message>
        <source>this engine has no flag plane</source>
        <translation>diese Engine hat keine Kennzeichenebene</translation>
    </message>
    <message>
        <source>this engine has no marking</source>
        <translation>diese Engine hat keine Markierung</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ToolWindow</name>
    <message>
        <source>%1 - Espy</source>
        <translation>%1 - Espy</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
</context>
<context>
    <name>espy::desktop::ToolWindows</name>
    <message>
        <source>Lab</source>
        <translation>Labor</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Papers</source>
        <translation>Aufsätze</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TravellerLink</name>
    <message>
        <source>Drawing a crowd of %1 megapixels...</source>
        <translation>Eine Menschenmenge mit %1 Megapixeln wird gezeichnet …</translation>
    </message>
    <message>
        <source>There is not enough memory for so large a crowd.</source>
        <translation>Für eine so große Menschenmenge reicht der Speicher nicht.</translation>
    </message>
    <message>
        <source>He looks exactly like this, and he is there once. Zoom with the wheel, and click him when you see him.</source>
        <translation>Er sieht genau so aus, und es gibt ihn einmal. Zoomen Sie mit dem Rad und klicken Sie ihn an, wenn Sie ihn sehen.</translation>
    </message>
</context>
<context>
    <name>espy::desktop::TrayView</name>
    <message>
        <source>Needles</source>
        <translation>Suchbilder</translation>
    </message>
    <message>
        <source>Colour of the needle&apos;s marks</source>
        <translation>Farbe der Markierungen des Suchbilds</translation>
    </message>
    <message>
        <source>Chooses the colour of this needle&apos;s marks</source>
        <translation>Wählt die Farbe der Markierungen dieses Suchbilds</translation>
    </message>
    <message>
        <source>Colour of the marks</source>
        <translation>Farbe der Markierungen</translation>
    </message>
    <message>
        <source>Drag a rectangle over the picture, or drop a needle</source>
        <translation>Ein Rechteck über das Bild ziehen oder ein Suchbild ablegen</translation>
    </message>
    <message>
        <source>Save &amp;judge...</source>
        <translation>&amp;Richter speichern …</translation>
    </message>
    <message>
        <source>&amp;Load judge...</source>
        <translation>Richter &amp;laden …</translation>
    </message>
</context>
<context>
    <name>espy::desktop::VariantBar</name>
    <message numerus="yes">
        <source>%n identical</source>
        <translation>
            <numerusform>%n identisch</numerusform>
            <numerusform>%n identisch</numerusform>
        </translation>
    </message>
    <message>
        <source>none identical</source>
        <translation>keine identisch</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>identisch</translation>
    </message>
    <message numerus="yes">
        <source>%n similar</source>
        <translation>
            <numerusform>%n ähnlich</numerusform>
            <numerusform>%n ähnlich</numerusform>
        </translation>
    </message>
    <message>
        <source>none similar</source>
        <translation>keine ähnlich</translation>
    </message>
    <message>
        <source>similar</source>
        <translation>ähnlich</translation>
    </message>
    <message numerus="yes">
        <source>%n turned</source>
        <translation>
            <numerusform>%n gedreht</numerusform>
            <numerusform>%n gedreht</numerusform>
        </translation>
    </message>
    <message>
        <source>none turned</source>
        <translation>keine gedreht</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>gedreht</translation>
    </message>
    <message numerus="yes">
        <source>%n at other sizes</source>
        <translation>
            <numerusform>%n in anderer Größe</numerusform>
            <numerusform>%n in anderer Größe</numerusform>
        </translation>
    </message>
    <message>
        <source>none at other sizes</source>
        <translation>keine in anderer Größe</translation>
    </message>
    <message>
        <source>other sizes</source>
        <translation>andere Größen</translation>
    </message>
    <message numerus="yes">
        <source>%n mirrored</source>
        <translation>
            <numerusform>%n gespiegelt</numerusform>
            <numerusform>%n gespiegelt</numerusform>
        </translation>
    </message>
    <message>
        <source>none mirrored</source>
        <translation>keine gespiegelt</translation>
    </message>
    <message>
        <source>mirrored</source>
        <translation>gespiegelt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Do not look for more</source>
        <translation>Nicht weiter suchen</translation>
    </message>
    <message numerus="yes">
        <source>%n weaker hidden</source>
        <translation>
            <numerusform>%n schwächerer verborgen</numerusform>
            <numerusform>%n schwächere verborgen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1...</source>
        <translation>%1 …</translation>
    </message>
    <message>
        <source>%1: not finished</source>
        <translation>%1: nicht fertig</translation>
    </message>
    <message numerus="yes">
        <source>Show these %n matches</source>
        <translation>
            <numerusform>%n Treffer zeigen</numerusform>
            <numerusform>Diese %n Treffer zeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>espy::desktop::Workbench</name>
    <message>
        <source>open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>change needle %1</source>
        <translation>Suchbild %1 ändern</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>ignore a part</source>
        <translation>Teil ignorieren</translation>
    </message>
    <message>
        <source>cut out</source>
        <translation>ausschneiden</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>Ausschnitt %1</translation>
    </message>
    <message>
        <source>change the minimum score</source>
        <translation>Mindestähnlichkeit ändern</translation>
    </message>
    <message>
        <source>change the options</source>
        <translation>Einstellungen ändern</translation>
    </message>
    <message>
        <source>keep the needle</source>
        <translation>Suchbild behalten</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Finds a picture in pictures.</source>
        <translation>Findet ein Bild in Bildern.</translation>
    </message>
    <message>
        <source>A needle; may repeat.</source>
        <translation>Ein Suchbild; mehrfach möglich.</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Find the traveller in the crowd.</source>
        <translation>Den Reisenden in der Menge finden.</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>The picture; several, or a folder, make a batch.</source>
        <translation>Das Bild; mehrere oder ein Ordner sind ein Stapel.</translation>
    </message>
    <message>
        <source>Find which surface of a library the pictures show.</source>
        <translation>Findet, welche Oberfläche einer Bibliothek die Bilder zeigen.</translation>
    </message>
    <message>
        <source>Search in the files as recordings.</source>
        <translation>Sucht in den Dateien als Aufzeichnungen.</translation>
    </message>
    <message>
        <source>Search a screen, a camera or this video while it changes.</source>
        <translation>Einen Bildschirm, eine Kamera oder dieses Video durchsuchen, während es sich ändert.</translation>
    </message>
</context>
</TS>

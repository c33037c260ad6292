"""German."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.languages.language import Language

_TABLE: Final = {
    # Words
    "and": "und",
    "or": "oder",
    "none of": "und",
    "clause separator": "; ",
    "row": "Zeile {}",
    "row+": "die Zeilen {}",
    "row:dative+": "den Zeilen {}",
    "column": "Spalte {}",
    "column+": "die Spalten {}",
    "column:dative+": "den Spalten {}",
    "values ship": "{squares} ist ein Schiffsfeld",
    "values ship+": "{squares} sind Schiffsfelder",
    "values water": "{squares} ist Wasser",
    "values water+": "{squares} sind Wasser",
    "part S": "ein U-Boot",
    "part S:not": "kein U-Boot",
    "part L": "ein linkes Ende",
    "part L:not": "kein linkes Ende",
    "part R": "ein rechtes Ende",
    "part R:not": "kein rechtes Ende",
    "part T": "ein oberes Ende",
    "part T:not": "kein oberes Ende",
    "part B": "ein unteres Ende",
    "part B:not": "kein unteres Ende",
    "part M": "ein Mittelteil",
    "part M:not": "kein Mittelteil",
    "part X": "ein Schiffsfeld",
    "part X:not": "kein Schiffsfeld",
    "part W": "Wasser",
    "part W:not": "kein Wasser",
    "part corner": "eine Ecke",
    "part corner:not": "keine Ecke",
    "part letter": "der Buchstabe {letter}",
    "part letter:not": "nicht der Buchstabe {letter}",
    "ship 1": "U-Boot",
    "ship 1+": "U-Boote",
    "ship 1:dative+": "U-Booten",
    "ship 2": "Zerstörer",
    "ship 2:dative+": "Zerstörern",
    "ship 3": "Kreuzer",
    "ship 3:dative+": "Kreuzern",
    "ship 4": "Schlachtschiff",
    "ship 4+": "Schlachtschiffe",
    "ship 4:dative+": "Schlachtschiffen",
    "ship long": "Schiff der Länge {length}",
    "ship long+": "Schiffe der Länge {length}",
    "ship long:dative+": "Schiffen der Länge {length}",
    "ship bent": "Schiff der Form {shape}",
    "ship bent+": "Schiffe der Form {shape}",
    "ship bent:dative+": "Schiffen der Form {shape}",
    "ship word": "Schiff {word}",
    "ship word+": "Schiffe {word}",
    "ship word:dative+": "Schiffen {word}",
    "the": "das {ship}",
    "the.m": "der {ship}",
    "the.m:accusative": "den {ship}",
    "the+": "die {count} {ship}",
    "the:dative+": "den {count} {ship}",
    "the last": "das letzte {ship}",
    "the last.m": "der letzte {ship}",
    "the last.m:accusative": "den letzten {ship}",
    "the last+": "die letzten {count} {ship}",
    "the last:dative+": "den letzten {count} {ship}",
    "all": "das {ship}",
    "all.m": "der {ship}",
    "all+": "alle {ship}",
    "a": "ein {ship}",
    "no": "kein {ship}",
    "many": "{ship}",
    "one": "eines",
    "one.m": "einer",
    "number 2": "zwei",
    "number 3": "drei",
    "number 4": "vier",
    "number 5": "fünf",
    "number 6": "sechs",
    # What follows
    "full": "{lines} ist voll",
    "full+": "{lines} sind voll",
    "empty": "{lines} ist leer",
    "empty+": "{lines} sind leer",
    "needs": "{line} braucht {squares}",
    "counted ship": "nach der Zahl der Schiffsfelder hat {lines} {number} und braucht alle offenen: {values}",
    "counted ship+": "der Rest der Flotte braucht alle offenen Felder in {lines:dative}: {values}",
    "counted none": "nach der Zahl der Schiffsfelder ist {lines} leer",
    "counted none+": "nach der Zahl der Schiffsfelder sind {lines} leer",
    "counted water": "nach der Zahl der Schiffsfelder hat {lines} schon alle {number}: {values}",
    "counted water+": "nach der Zahl der Schiffsfelder haben {lines} schon alle {number}: {values}",
    "diagonal": "{values}, schräg neben {squares}",
    "part": "{square} ist {part}: {values}",
    "finished": "das Schiff auf {place} ist vollständig",
    "grown": "das Schiff auf {square} belegt {places}",
    "grows": "das Schiff auf {square} belegt {places}: {values}",
    "wherever": "wie auch immer das Schiff auf {square} liegt: {values}",
    "wherever words": "{square} gehört zu {words}; wie auch immer das liegt: {values}",
    "nowhere": "auf {squares} passt kein Schiff",
    "nor on": "auch nicht auf {squares}",
    "starving": ", sonst bliebe zu wenig Platz in {lines:dative}",
    "elsewhere": "mehr lässt {lines} nicht zu",
    "elsewhere+": "mehr lassen {lines} nicht zu",
    "found": "{ships} ist gefunden",
    "found+": "{ships} sind gefunden",
    "last": "nur noch auf {places} ist Platz für {ships:accusative}",
    "lies": "{ship} liegt auf {places}: {values}",
    "lies anywhere": "auf allen {n} Plätzen für {ship:accusative} gilt: {values}",
    "in groups": "von {ships:dative} liegt {groups}: {values}",
    "one on": "{one} auf {places}",
    "and on": "{one} auf {places}",
    "grouped": "die {n} Plätze für {ships:accusative} bilden Gruppen für je ein Schiff: {values}",
    "ways": "für {line} bleiben nur {ways}: {values}",
    "many ways": "wie auch immer {line} gefüllt wird ({n} Möglichkeiten): {values}",
    "letter": "{letter} kann nur auf {square} stehen",
    "first top": "das erste {letter} von oben in {line}",
    "first bottom": "das erste {letter} von unten in {line}",
    "first left": "das erste {letter} von links in {line}",
    "first right": "das erste {letter} von rechts in {line}",
    "word": "{word} auf {place}",
    "steps": "Schritt {steps}",
    "steps+": "Schritte {steps}",
    "barred": "{places} ausgeschlossen",
    # Contradictions
    "too many": "{lines} hat mehr als {number}",
    "too many+": "{lines} haben mehr Schiffsfelder, als die Flotte für sie übrig lässt",
    "too few": "{lines} kommt nicht auf {number}",
    "too few+": "{lines} haben zu wenig Platz für den Rest der Flotte",
    "few fit": "von {ships:dative} passt nur {one}",
    "few fit+": "von {ships:dative} passen nur {n}",
    "no way": "{line} lässt sich nicht mehr füllen",
    "no letter": "für {letter} bleibt kein Feld",
    "touching": "{squares} berühren sich an einer Ecke",
    "clash": "{square} ist zugleich Schiffsfeld und Wasser",
    "clash by": "{clause}; aber {values}",
    "found too many": "es gibt {n} {ships}",
    "no room": "für {ships:accusative} ist nirgends Platz",
    "little room": "für {ships:accusative} bleibt nur ein Platz, {places}",
    "little room+": "für {ships:accusative} bleiben nur {n} Plätze: {places}",
    "exclude": "sie überschneiden oder berühren sich",
    "no case": "in jedem Fall ergibt sich ein Widerspruch",
    "fails after": "das scheitert ohne weitere Fälle",
    "fails after+": "das führt auf {n} weitere Fälle, die alle scheitern",
    # Cases
    "suppose ship": "Angenommen, {squares} ist ein Schiffsfeld.",
    "suppose ship+": "Angenommen, {squares} sind Schiffsfelder.",
    "suppose part": "Angenommen, {square} ist {part}.",
    "suppose water": "Angenommen, {squares} ist Wasser.",
    "suppose water+": "Angenommen, {squares} sind Wasser.",
    "suppose placement": "Angenommen, auf {place} liegt {ship}.",
    "on": "Auf {places}:",
    "with": "Mit {places}:",
    "watch": "{supposition}; achten Sie auf {watched}.",
    "holds": "Dagegen spricht nichts.",
    "all fail": "Also ist nichts davon möglich.",
    "then": "Dann aber: {clause}.",
    "which way": "Wie lässt sich {line} füllen?",
    "which ship": "Welches Schiff liegt auf {square}?",
    "where": "Wo kann {ships} liegen?",
    "where+": "Wo können {ships} liegen?",
    "n line": "Es gibt {n} Möglichkeiten{but}.",
    "n square": "Es gibt {n} Möglichkeiten{but}.",
    "n ships": "Es gibt {n} Möglichkeiten{but}.",
    "so": "Also: {values}.",
    "so nothing": "Also gibt es keine Lösung.",
    "so takes": "Für {line} bleibt also nur {way}.",
    "so not": "Also nicht.",
    "can it lie": "Kann {ship} auf {place} liegen?",
    "where not": "Wo kann {ship} nicht liegen?",
    "so barred": "Also liegt auf {places} {ship}.",
    "so barred word": "Also liegt {word} nicht auf {places}.",
    "so covered": "Also belegt das Schiff auf {square} {place}.",
    "so lies": "Also liegt {ships} auf {place}.",
    "so lies+": "Also liegen {ships} auf {place}.",
    "each case": "In jedem Fall gilt: {values}.",
    "left": "Es bleiben {places}: {values}.",
    "left many": "In jedem der {n} übrigen Fälle gilt: {values}.",
    "searched": (
        "Mit den hier versuchten Techniken geht es nicht weiter, aber die Suche zeigt: {values}. Sonst gäbe "
        "es keine Lösung. Dieses Feld ist gewählt, weil viel daraus folgt."
    ),
    # Clues
    "tally": "{lines} hat {tally}",
    "tally+": "{lines} haben je {tally}",
    "next tally": "{lines} {tally}",
    "next tally+": "{lines} je {tally}",
    "edge top": "{line} hat von oben zuerst {letter}",
    "edge bottom": "{line} hat von unten zuerst {letter}",
    "edge left": "{line} hat von links zuerst {letter}",
    "edge right": "{line} hat von rechts zuerst {letter}",
    "is": "{square} ist {kind}",
    "there are": "es gibt ein {ship}",
    "there are.m": "es gibt einen {ship}",
    "there are+": "es gibt {count} {ship}",
    "there are no": "es gibt keine {ship}",
    # Hints
    "look at": "Sehen Sie sich {at} an.",
    "look at both": "Sehen Sie sich {lines}, {squares} an.",
    "cannot be water": "{square} kann kein Wasser sein.",
    "cannot be ship": "{square} kann kein Schiffsfeld sein.",
    "given as ship": "Es ist als Schiffsfeld vorgegeben.",
    "given as water": "Es ist als Wasser vorgegeben.",
    "always ship": "In jeder Lösung ist dort ein Schiffsfeld.",
    "always water": "In jeder Lösung ist dort Wasser.",
    "wrong part": "{square} ist ein Schiffsfeld, aber nicht der Teil, den das Brett zeigt.",
    "wrong together": "{square} kann zusammen mit den anderen ausgefüllten Feldern nicht stimmen.",
    "mistake in": "In {lines:dative} ist ein Fehler.",
    "look again": "Sehen Sie sich {squares} noch einmal an.",
    "first mark": "{square} war die erste falsche Markierung, dabei stand dieses Feld schon fest.",
    "first mark guessed": "{square} war die erste falsche Markierung, und sie war geraten.",
    "go back": "Wer {squares} löscht, ist wieder bei dem Stand vor dem Fehler.",
    "fault line": "{line} hat {ships}, ihre Zahl ist {tally}.",
    "fault touching": "Die Schiffe auf {one} und {other} berühren einander über Eck.",
    "fault given": "{square} ist vorgegeben: {kind}.",
    "fault part": "{squares}: Dieser Teil eines Schiffs kann dort nicht liegen.",
    "fault fleet": "Die Schiffe auf dem Brett sind nicht die der Flotte.",
    "fault letter": "Die Buchstaben stehen nicht alle auf Schiffen: {squares}.",
    "fault edge": "In {squares} kommt ein anderer Buchstabe zuerst, als am Rand steht.",
    "fault unfinished": "Es sind noch Felder offen: {squares}.",
    "fault size": "Das Brett hat nicht die Größe des Rätsels.",
    "ship squares": "{n} Schiffsfeld",
    "ship squares+": "{n} Schiffsfelder",
    "open squares": " und {n} offenes",
    "open squares+": " und {n} offene",
    "differing": "{square} ist vorgegeben ({given}), aber das Brett zeigt etwas anderes ({shown})",
    # Arguments
    "clues with squares": "{clues}, mit {squares} wie auf dem Brett",
    "only squares": "{squares} wie auf dem Brett",
    "whatever": "{square} ist {kind}, wie auch immer die Hinweise lauten.",
    "whatever not": "{square} ist {kind:not}, wie auch immer die Hinweise lauten.",
    "therefore": "{clause}: Also ist {square} {kind}.",
    "therefore not": "{clause}: Also ist {square} {kind:not}.",
    "together": "{clause}: Zusammen folgt daraus, dass {square} {kind} ist.",
    "together not": "{clause}: Zusammen folgt daraus, dass {square} {kind:not} ist.",
    "more clues": (
        "Eine kurze Begründung allein daraus ist nicht bekannt; die Schritte verwenden auch dies: {clues}."
    ),
    "is not": "Also ist {square} {kind:not}.",
    "is open": "{square} ist in manchen Lösungen ein Schiffsfeld und in anderen Wasser.",
    "is possible": "{square} ist in einer Lösung {kind}.",
    # What is wrong with a puzzle
    "conflict": "{clause}: Diese Angaben widersprechen einander.",
    "conflict alone": "{clause}: Schon damit gibt es keine Lösung.",
    "all row": "die Zeilen",
    "all column": "die Spalten",
    "all ship": "die Schiffe",
    "unequal totals": "{one} haben {squares} und {other} haben {n}",
    "unequal totals with ships": "{one} haben {squares} und {other} haben {n}, ebenso die Schiffe",
    "too long": "ein Schiff der Länge {length} passt nicht auf das Brett",
    "too large": "{ship} passt nicht auf das Brett",
    "no submarines": "{given}, aber die Flotte hat keine U-Boote",
    "no long ships": "{given}, aber die Flotte hat keine Schiffe aus drei oder mehr Feldern",
    "given changed": "{square} ist {after}, nicht {before}",
    "tally changed": "{line} hat {after}, nicht {before}",
    "repairs separator": ", und ",
    "solutions differ": "Die Lösungen unterscheiden sich auf {squares}.",
    "one left": "Nur eine Lösung bliebe mit einer dieser Vorgaben: {ways}.",
    "additions separator": "; oder: ",
}

GERMAN: Final = Language(
    code="de",
    techniques={
        "around a given part": "rund um einen vorgegebenen Teil",
        "ships do not touch": "Schiffe berühren einander nicht",
        "rest of the line is water": "der Rest der Linie ist Wasser",
        "rest of the line is ship": "der Rest der Linie ist Schiff",
        "water round a finished ship": "Wasser um ein vollständiges Schiff",
        "direction of a middle": "Richtung eines Mittelteils",
        "no ship fits": "kein Schiff passt",
        "one way to grow": "nur eine Fortsetzung",
        "missing tally": "fehlende Zahl",
        "last places": "letzte Plätze",
        "overlap": "Überschneidung",
        "ways to fill a line": "Füllungen einer Linie",
        "no ship fits: starved line": "kein Schiff passt: zu wenig Platz in einer Linie",
        "last places: starved line": "letzte Plätze: zu wenig Platz in einer Linie",
        "overlap: starved line": "Überschneidung: zu wenig Platz in einer Linie",
        "ways to fill a line: starved line": "Füllungen einer Linie: zu wenig Platz in einer Linie",
        "contradiction": "Widerspruch",
        "places that fail": "unmögliche Plätze",
        "cases": "Fälle",
        "nested contradiction": "verschachtelter Widerspruch",
        "ships on a square": "Schiffe auf einem Feld",
        "first letter from an edge": "erster Buchstabe vom Rand",
        "sums of the tallies": "Summen der Zahlen",
        "clues together": "Hinweise zusammen",
        "found by search": "durch Suche gefunden",
    },
    principles={
        "around a given part": (
            "Ein runder Teil ist ein ganzes Schiff aus einem Feld, rundum ist Wasser. Ein Teil mit einer "
            "geraden Seite geht dort weiter."
        ),
        "ships do not touch": (
            "Keine zwei Schiffe berühren einander, auch nicht über Eck. Schiffe sind gerade, also sind "
            "die Felder schräg neben einem Schiffsfeld Wasser."
        ),
        "rest of the line is water": (
            "Die Zahl neben einer Zeile oder Spalte ist die Anzahl ihrer Schiffsfelder. Sind alle "
            "gefunden, ist der Rest Wasser."
        ),
        "rest of the line is ship": (
            "Manchmal hat eine Linie nur noch so viele leere Felder, wie ihr Schiffsfelder fehlen. Dann "
            "sind sie alle Schiff."
        ),
        "water round a finished ship": (
            "Ein Schiff kann nicht länger sein, wenn kein Schiff der Flotte, das noch fehlt, länger ist. "
            "Dann liegt an seinen Enden Wasser."
        ),
        "direction of a middle": (
            "Ein quadratischer Teil ist die Mitte eines Schiffs, das auf zwei gegenüberliegenden Seiten "
            "weitergeht."
        ),
        "no ship fits": (
            "Ein Feld, auf dem keines der fehlenden Schiffe liegen kann, ist Wasser: Die Lücke ist zu "
            "eng, oder die Schiffe, die passen würden, sind alle gefunden."
        ),
        "one way to grow": (
            "Suchen Sie alle Schiffe, die auf einem Schiffsfeld liegen können. Was ihnen gemeinsam ist, "
            "steht fest, Schiff oder Wasser."
        ),
        "missing tally": (
            "Die Zahlen aller Zeilen ergeben zusammen die Felder der Flotte, die aller Spalten ebenso. "
            "Was den bekannten fehlt, gehört zu den fehlenden."
        ),
        "last places": (
            "Suchen Sie alle Plätze, die für das größte fehlende Schiff bleiben. Ist es nur einer, liegt "
            "das Schiff dort."
        ),
        "overlap": (
            "Suchen Sie alle Plätze, die für ein Schiff bleiben. Ein Feld, das allen gemeinsam ist, ist "
            "Schiff, wo immer das Schiff liegt; was an jeden von ihnen grenzt, ist Wasser."
        ),
        "ways to fill a line": (
            "Suchen Sie alle Möglichkeiten, wie eine Linie zu ihren Schiffsfeldern kommt. Was ihnen "
            "gemeinsam ist, steht fest, Schiff oder Wasser."
        ),
        "starved line": (
            "Rund um ein Schiff ist alles Wasser. Blieben einer Linie dadurch zu wenige Felder für ihre "
            "Zahl, kann das Schiff dort nicht liegen."
        ),
        "contradiction": (
            "Wo sonst nichts hilft, nehmen Sie etwas an und verfolgen es. Führt es zu etwas Unmöglichem, "
            "gilt das Gegenteil."
        ),
        "cases": (
            "Stellen Sie eine Frage mit wenigen Antworten: wo ein Schiff liegen oder wie eine Linie "
            "gefüllt sein kann. Verfolgen Sie jede. Was zu etwas Unmöglichem führt, scheidet aus; was den"
            " übrigen gemeinsam ist, steht fest."
        ),
        "places that fail": (
            "Nehmen Sie an, ein Schiff liegt auf einem bestimmten Platz, und verfolgen Sie es. Führt es "
            "zu etwas Unmöglichem, scheidet der Platz aus, und es bleiben weniger."
        ),
        "nested contradiction": (
            "Manchmal führt eine Annahme nicht weit genug. Nehmen Sie dann noch etwas an, und sehen Sie, "
            "ob das scheitert."
        ),
    },
    grades={
        "easy": "leicht",
        "intermediate": "mittel",
        "hard": "schwer",
        "expert": "sehr schwer",
        "extreme": "extrem",
        "fiendish": "teuflisch",
    },
    phrases={
        "no_solution": "Das Rätsel hat keine Lösung.",
        "out_of_time": "Die Zeit ist abgelaufen.",
        "no_answer_in_time": "die Zeit ist abgelaufen, bevor die Antwort bekannt war",
        "no_hint": "Kein Tipp: {reason}.",
        "no_argument": "Keine Begründung: {reason}.",
        "solved": "Das Rätsel ist gelöst.",
        "nothing_follows": "Mehr lässt sich nicht folgern.",
        "technique": "Technik: {name}.",
        "conflict_steps": "Wie diese Angaben einander widersprechen, in Schritten, wieder von 1 an gezählt:",
        "repairs": "Mit einer dieser Änderungen hätte das Rätsel eine Lösung:",
        "repair_unique": "{repair} (dann genau eine)",
        "repair_several": "{repair} (dann mehrere)",
        "repair": "{repair}",
        "impossible": "Keine Lösung: {reason}.",
        "by_search": "die Suche beweist es",
        "graded": "Die einzige Lösung. Schwierigkeit: {grade} ({score:.2f}).",
        "solved_by_search": (
            "Die einzige Lösung. Nicht bewertet: Ohne Suche führen die Techniken nicht zu ihr."
        ),
        "unique": "Es gibt genau eine Lösung",
        "multiple": "Es gibt mehrere Lösungen",
        "unknown": "Ob es genau eine Lösung gibt, ist nicht bekannt",
        "late": "Die Zeit ist abgelaufen. {known}.",
        "late_with_one_open": "Die Zeit ist abgelaufen. {squares} ist offen. {known}.",
        "late_with_open": "Die Zeit ist abgelaufen. {squares} sind offen. {known}.",
        "ambiguous": "{known}: Mehr lässt sich nicht folgern, und {squares} bleiben offen.",
        "stuck": "{known}, aber keine Technik führt weiter, und {squares} bleiben offen.",
        "two_boards": "Zwei Lösungen, die sich unterscheiden:",
        "ungraded": "nicht bewertet: {reason}",
        "ungraded_none": "das Rätsel hat keine Lösung",
        "ungraded_multiple": "das Rätsel hat mehrere Lösungen",
        "ungraded_unique": "keine Technik führt zur Lösung",
        "ungraded_cut": "die Bewertung braucht zu viel Suche",
        "ungraded_unknown": "ob es genau eine Lösung gibt, ist nicht bekannt",
        "lesson_graded": "Die einzige Lösung. Schwierigkeit: {grade}.",
        "lesson_late": "Die Zeit ist abgelaufen; noch offen: {squares}.",
        "lesson_ambiguous": "Mehrere Lösungen: Mehr lässt sich nicht folgern; noch offen: {squares}.",
        "lesson_stuck": "Mehr lässt sich nicht folgern; noch offen: {squares}.",
        "the_puzzle": "Das Rätsel",
    },
    table=_TABLE,
    genders={"ship 2": "m", "ship 3": "m"},
)

"""French."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.languages.language import Language

_TABLE: Final = {
    # Words
    "and": "et",
    "or": "ou",
    "none of": "ni",
    "clause separator": "\u00a0; ",
    "row": "la ligne {}",
    "row+": "les lignes {}",
    "column": "la colonne {}",
    "column+": "les colonnes {}",
    "values ship": "{squares} est une case de navire",
    "values ship+": "{squares} sont des cases de navire",
    "values water": "{squares} est de l’eau",
    "values water+": "{squares} sont de l’eau",
    "part S": "un sous-marin",
    "part L": "une extrémité gauche",
    "part R": "une extrémité droite",
    "part T": "une extrémité haute",
    "part B": "une extrémité basse",
    "part M": "un milieu",
    "part X": "une case de navire",
    "part W": "de l’eau",
    "part corner": "un coude",
    "part letter": "la lettre {letter}",
    "ship 1": "sous-marin",
    "ship 1+": "sous-marins",
    "ship 2": "torpilleur",
    "ship 2+": "torpilleurs",
    "ship 3": "croiseur",
    "ship 3+": "croiseurs",
    "ship 4": "cuirassé",
    "ship 4+": "cuirassés",
    "ship long": "navire de {length} cases",
    "ship long+": "navires de {length} cases",
    "ship bent": "navire de forme {shape}",
    "ship bent+": "navires de forme {shape}",
    "ship word": "navire {word}",
    "ship word+": "navires {word}",
    "the": "le {ship}",
    "the+": "les {count} {ship}",
    "the last": "le dernier {ship}",
    "the last+": "les {count} derniers {ship}",
    "all": "le {ship}",
    "all+": "tous les {ship}",
    "a": "un {ship}",
    "no": "aucun {ship}",
    "many": "{ship}",
    "many:definite": "les {ship}",
    "one": "un",
    "number 2": "deux",
    "number 3": "trois",
    "number 4": "quatre",
    "number 5": "cinq",
    "number 6": "six",
    # What follows
    "full": "{lines} est complète",
    "full+": "{lines} sont complètes",
    "empty": "{lines} est vide",
    "empty+": "{lines} sont vides",
    "needs": "{line} a besoin de {squares}",
    "counted ship": (
        "d’après le total de la flotte, {lines} compte {number} et a besoin de toutes "
        "ses cases libres\u00a0: {values}"
    ),
    "counted ship+": "le reste de la flotte occupe toutes les cases libres dans {lines}\u00a0: {values}",
    "counted none": "d’après le total de la flotte, {lines} est vide",
    "counted none+": "d’après le total de la flotte, {lines} sont vides",
    "counted water": "d’après le total de la flotte, {lines} a déjà ses {number}\u00a0: {values}",
    "counted water+": "d’après le total de la flotte, {lines} ont déjà leurs {number}\u00a0: {values}",
    "diagonal": "{values}, en diagonale par rapport à {squares}",
    "part": "{square} est {part}\u00a0: {values}",
    "finished": "le navire en {place} est complet",
    "grown": "le navire qui passe par {square} occupe {places}",
    "grows": "le navire qui passe par {square} occupe {places}\u00a0: {values}",
    "wherever": "où que soit le navire qui passe par {square}, {values}",
    "wherever words": "{square} fait partie de {words}\u00a0; où qu’il soit, {values}",
    "nowhere": "aucun navire ne peut couvrir {squares}",
    "nor on": "ni {squares}",
    "starving": " sans laisser trop peu de place dans {lines}",
    "elsewhere": "{lines} n’en permet pas d’autres",
    "elsewhere+": "{lines} n’en permettent pas d’autres",
    "found": "{ships} est trouvé",
    "found+": "{ships} sont trouvés",
    "last": "{ships} ne peut être qu’en {places}",
    "last+": "{ships} ne peuvent être qu’en {places}",
    "lies": "{ship} est en {places}\u00a0: {values}",
    "lies anywhere": "où que soit {ship} ({n} emplacements), {values}",
    "in groups": "parmi {ships}, {groups}\u00a0: {values}",
    "one on": "{one} est en {places}",
    "and on": "{one} autre en {places}",
    "grouped": (
        "les {n} emplacements restants pour {ships} forment des groupes d’un seul navire chacun\u00a0: "
        "{values}"
    ),
    "ways": "{line} se complète par {ways}\u00a0: {values}",
    "many ways": "de quelque façon que l’on remplisse {line} ({n} possibilités), {values}",
    "letter": "{letter} ne peut être qu’en {square}",
    "first top": "le premier {letter} de {line} en partant du haut",
    "first bottom": "le premier {letter} de {line} en partant du bas",
    "first left": "le premier {letter} de {line} en partant de la gauche",
    "first right": "le premier {letter} de {line} en partant de la droite",
    "word": "{word} en {place}",
    "steps": "étape {steps}",
    "steps+": "étapes {steps}",
    "barred": "{places} est exclu",
    "barred+": "{places} sont exclus",
    # Contradictions
    "too many": "{lines} dépasse {number}",
    "too many+": "{lines} ont plus de cases de navire que la flotte ne leur en laisse",
    "too few": "{lines} ne peut atteindre {number}",
    "too few+": "{lines} ont trop peu de place pour le reste de la flotte",
    "few fit": "parmi {ships}, {one} seul trouve place",
    "few fit+": "parmi {ships}, {n} seulement trouvent place",
    "no way": "{line} ne peut plus être remplie",
    "no letter": "{letter} ne peut être nulle part",
    "touching": "{squares} se touchent par un coin",
    "clash": "{square} est à la fois navire et eau",
    "clash by": "{clause}\u00a0; mais {values}",
    "exclude": "ils se chevauchent ou se touchent",
    "no case": "chaque cas mène à une contradiction",
    "fails after": "cela échoue sans autre cas",
    "fails after+": "cela mène à {n} autres cas, qui échouent tous",
    "found too many": "il y a {n} {ships}",
    "no room": "{ships} ne tient nulle part",
    "no room+": "{ships} ne tiennent nulle part",
    "little room": "il ne reste qu’un emplacement pour {ships}, {places}",
    "little room+": "il ne reste que {n} emplacements pour {ships}\u00a0: {places}",
    # Cases
    "suppose ship": "Supposons un navire en {squares}.",
    "suppose part": "Supposons {part} en {square}.",
    "suppose water": "Supposons de l’eau en {squares}.",
    "suppose placement": "Supposons {ship} en {place}.",
    "on": "En {places}\u00a0:",
    "with": "Avec {places}\u00a0:",
    "watch": "{supposition}\u00a0; surveillez {watched:definite}.",
    "holds": "Rien ne s’y oppose.",
    "all fail": "Tout est donc exclu.",
    "then": "Alors {clause}.",
    "which way": "Comment remplir {line}\u00a0?",
    "which ship": "Quel navire passe par {square}\u00a0?",
    "where": "Où peut se trouver {ships}\u00a0?",
    "where+": "Où peuvent se trouver {ships}\u00a0?",
    "n line": "Il y a {n} possibilités{but}.",
    "n square": "Il y a {n} possibilités{but}.",
    "n ships": "Il y a {n} possibilités{but}.",
    "so": "Donc {values}.",
    "so nothing": "Il n’y a donc pas de solution.",
    "so takes": "Donc {line} se complète par {way}.",
    "so not": "C’est donc impossible.",
    "can it lie": "Peut-on placer {ship} en {place}\u00a0?",
    "where not": "Où {ship} ne peut-il pas se trouver\u00a0?",
    "so barred": "Donc {ship} n’est en {places}.",
    "so barred word": "Donc {word} n’est pas en {places}.",
    "so covered": "Donc le navire qui passe par {square} occupe {place}.",
    "so lies": "Donc {ships} est en {place}.",
    "so lies+": "Donc {ships} sont en {place}.",
    "each case": "Dans tous les cas, {values}.",
    "left": "Il reste {places}\u00a0: {values}.",
    "left many": "Dans chacun des {n} cas restants, {values}.",
    "searched": (
        "Les techniques essayées ici ne mènent pas plus loin, mais la recherche donne ceci\u00a0: {values}. "
        "Sinon, il n’y aurait pas de solution. Cette case est choisie parce que beaucoup en découle."
    ),
    # Clues
    "tally": "{lines} a {tally}",
    "tally+": "{lines} ont chacune {tally}",
    "next tally": "{lines} {tally}",
    "next tally+": "{lines} chacune {tally}",
    "edge top": "{line} a d’abord {letter} en partant du haut",
    "edge bottom": "{line} a d’abord {letter} en partant du bas",
    "edge left": "{line} a d’abord {letter} en partant de la gauche",
    "edge right": "{line} a d’abord {letter} en partant de la droite",
    "is": "{square} est {kind}",
    "there are": "il y a un {ship}",
    "there are+": "il y a {count} {ship}",
    "there are no": "il n’y a pas de {ship}",
    # Hints
    "look at": "Regardez {at}.",
    "look at both": "Regardez {lines}, {squares}.",
    "cannot be water": "{square} ne peut pas être de l’eau.",
    "cannot be ship": "{square} ne peut pas être une case de navire.",
    "given as ship": "C’est une case de navire donnée.",
    "given as water": "C’est de l’eau donnée.",
    "always ship": "C’est une case de navire dans toute solution.",
    "always water": "C’est de l’eau dans toute solution.",
    "wrong part": "{square} est bien une case de navire, mais pas la partie que montre le plateau.",
    "wrong together": "{square} ne peut pas être juste avec les autres cases remplies.",
    "mistake in": "Il y a une erreur dans {lines}.",
    "look again": "Revoyez {squares}.",
    "first mark": "{square} était la première marque fausse, alors que cette case était déjà fixée.",
    "first mark guessed": (
        "{square} était la première marque fausse, et devinée\u00a0: rien ne fixait encore cette case."
    ),
    "go back": "Effacez {squares} pour revenir avant l’erreur.",
    "fault line": "{line} compte {ships}\u00a0; son nombre est {tally}.",
    "fault touching": "Les navires en {one} et {other} se touchent par un coin.",
    "fault given": "{square} est une case donnée\u00a0: {kind}.",
    "fault part": "{squares}\u00a0: cette partie de navire ne peut pas être là.",
    "fault fleet": "Les navires du plateau ne sont pas ceux de la flotte.",
    "fault letter": "Les lettres ne sont pas toutes sur des navires\u00a0: {squares}.",
    "fault edge": "Dans {squares}, la première lettre n’est pas celle du bord.",
    "fault unfinished": "Il reste des cases libres\u00a0: {squares}.",
    "fault size": "Le plateau n’a pas la taille de la grille.",
    "ship squares": "{n} case de navire",
    "ship squares+": "{n} cases de navire",
    "open squares": " et {n} libre",
    "open squares+": " et {n} libres",
    "differing": "{square} est donnée ({given}), mais le plateau montre autre chose ({shown})",
    # Arguments
    "clues with squares": "{clues}, avec {squares} comme sur le plateau",
    "only squares": "{squares} comme sur le plateau",
    "whatever": "{square} est {kind}, quelles que soient les données.",
    "whatever not": "{square} n’est pas {kind}, quelles que soient les données.",
    "therefore": "{clause}\u00a0: donc {square} est {kind}.",
    "therefore not": "{clause}\u00a0: donc {square} n’est pas {kind}.",
    "together": "{clause}\u00a0: de tout cela il résulte que {square} est {kind}.",
    "together not": "{clause}\u00a0: de tout cela il résulte que {square} n’est pas {kind}.",
    "more clues": (
        "On ne connaît pas d’argument court à partir de cela seul\u00a0; les étapes utilisent aussi "
        "ceci\u00a0: {clues}."
    ),
    "is not": "Donc {square} n’est pas {kind}.",
    "is open": "{square} est une case de navire dans certaines solutions et de l’eau dans d’autres.",
    "is possible": "Dans une solution, {square} est {kind}.",
    # What is wrong with a puzzle
    "conflict": "{clause}\u00a0: ces données se contredisent.",
    "conflict alone": "{clause}\u00a0: cela suffit pour qu’il n’y ait pas de solution.",
    "all row": "les lignes",
    "all column": "les colonnes",
    "all ship": "les navires",
    "unequal totals": "{one} comptent {squares} et {other} {n}",
    "unequal totals with ships": "{one} comptent {squares} et {other} {n}, comme les navires",
    "too long": "un navire de {length} case ne tient pas sur le plateau",
    "too long+": "un navire de {length} cases ne tient pas sur le plateau",
    "too large": "{ship} ne tient pas sur le plateau",
    "no submarines": "{given}, mais la flotte n’a pas de sous-marin",
    "no long ships": "{given}, mais la flotte n’a pas de navire de trois cases ou plus",
    "given changed": "{square} est {after}, et non {before}",
    "tally changed": "{line} a {after}, et non {before}",
    "repairs separator": ", et ",
    "solutions differ": "Les solutions diffèrent en {squares}.",
    "one left": "Il ne resterait qu’une solution avec ceci\u00a0: {ways}.",
    "additions separator": "\u00a0; ou bien\u00a0: ",
}

FRENCH: Final = Language(
    code="fr",
    techniques={
        "around a given part": "autour d’une partie donnée",
        "ships do not touch": "les navires ne se touchent pas",
        "rest of the line is water": "le reste de la rangée est de l’eau",
        "rest of the line is ship": "le reste de la rangée est occupé",
        "water round a finished ship": "eau autour d’un navire complet",
        "direction of a middle": "direction d’un milieu",
        "no ship fits": "aucun navire ne tient",
        "one way to grow": "une seule façon de prolonger",
        "missing tally": "nombre manquant",
        "last places": "derniers emplacements",
        "overlap": "recouvrement",
        "ways to fill a line": "façons de remplir une rangée",
        "no ship fits: starved line": "aucun navire ne tient\u00a0: place manquante dans une rangée",
        "last places: starved line": "derniers emplacements\u00a0: place manquante dans une rangée",
        "overlap: starved line": "recouvrement\u00a0: place manquante dans une rangée",
        "ways to fill a line: starved line": (
            "façons de remplir une rangée\u00a0: place manquante dans une autre"
        ),
        "contradiction": "contradiction",
        "places that fail": "emplacements impossibles",
        "cases": "cas",
        "nested contradiction": "contradiction imbriquée",
        "ships on a square": "navires sur une case",
        "first letter from an edge": "première lettre depuis un bord",
        "sums of the tallies": "sommes des nombres",
        "clues together": "données réunies",
        "found by search": "trouvé par recherche",
    },
    principles={
        "around a given part": (
            "Une partie ronde est un navire entier d’une case, avec de l’eau tout autour. Une partie au "
            "côté plat continue par là."
        ),
        "ships do not touch": (
            "Deux navires ne se touchent jamais, pas même par un coin. Les navires sont droits\u00a0: les"
            " cases en diagonale d’une case de navire sont de l’eau."
        ),
        "rest of the line is water": (
            "Le nombre à côté d’une ligne ou d’une colonne est celui de ses cases de navire. Dès qu’elle "
            "les a toutes, le reste est de l’eau."
        ),
        "rest of the line is ship": (
            "Une rangée peut avoir juste autant de cases vides que de cases de navire qui lui manquent. "
            "Toutes sont alors navire."
        ),
        "water round a finished ship": (
            "Un navire aussi long que le plus long de ceux qui manquent ne peut pas grandir\u00a0: les cases "
            "à ses bouts sont de l’eau."
        ),
        "direction of a middle": (
            "Une partie carrée est le milieu d’un navire, qui continue de deux côtés opposés."
        ),
        "no ship fits": (
            "Une case qu’aucun des navires manquants ne peut couvrir est de l’eau\u00a0: les vides sont "
            "trop étroits, ou les navires qui y tiendraient sont tous trouvés."
        ),
        "one way to grow": (
            "Faites la liste des navires qui peuvent couvrir une case de navire. Ce qu’ils ont en commun "
            "est certain, navire ou eau."
        ),
        "missing tally": (
            "Les nombres de toutes les lignes font ensemble les cases de la flotte, ceux de toutes les "
            "colonnes aussi. Ce que laissent les nombres connus revient à ceux qui manquent."
        ),
        "last places": (
            "Faites la liste des places qui restent au plus grand navire manquant. S’il n’y en a qu’une, "
            "le navire est là."
        ),
        "overlap": (
            "Faites la liste des places qui restent à un navire. Une case commune à toutes est navire, où"
            " que soit le navire\u202f; ce qui touche chacune d’elles est de l’eau."
        ),
        "ways to fill a line": (
            "Faites la liste des manières dont une rangée peut avoir ses cases de navire. Ce qu’elles ont"
            " en commun est certain, navire ou eau."
        ),
        "starved line": (
            "Un navire met de l’eau tout autour de lui. Si une rangée n’avait plus alors assez de cases "
            "pour son nombre, le navire ne peut pas être là."
        ),
        "contradiction": (
            "Là où rien d’autre n’aide, supposez quelque chose et suivez-le. Si cela mène à l’impossible,"
            " le contraire est vrai."
        ),
        "cases": (
            "Posez une question qui a peu de réponses\u00a0: où un navire peut être, ou comment une "
            "rangée peut se compléter. Suivez chacune. Celles qui mènent à l’impossible sont "
            "exclues\u202f; ce que les autres ont en commun est certain."
        ),
        "places that fail": (
            "Supposez qu’un navire est à une place, et suivez-le. Si cela mène à l’impossible, cette "
            "place est exclue, et il en reste moins."
        ),
        "nested contradiction": (
            "Parfois, une supposition ne mène pas assez loin. Faites-en alors une seconde à l’intérieur, "
            "et voyez si elle échoue."
        ),
    },
    grades={
        "easy": "facile",
        "intermediate": "moyen",
        "hard": "difficile",
        "expert": "expert",
        "extreme": "extrême",
        "fiendish": "diabolique",
    },
    phrases={
        "no_solution": "La grille n’a pas de solution.",
        "out_of_time": "Le temps imparti est écoulé.",
        "no_answer_in_time": "le temps imparti s’est écoulé avant que la réponse soit connue",
        "no_hint": "Pas d’indice\u00a0: {reason}.",
        "no_argument": "Pas d’argument\u00a0: {reason}.",
        "solved": "La grille est résolue.",
        "nothing_follows": "On ne peut rien déduire de plus.",
        "technique": "Technique\u00a0: {name}.",
        "conflict_steps": (
            "Comment ces données se contredisent, par étapes, de nouveau numérotées à partir de 1\u00a0:"
        ),
        "repairs": "Avec l’un de ces changements, la grille aurait une solution\u00a0:",
        "repair_unique": "{repair} (alors une seule)",
        "repair_several": "{repair} (alors plusieurs)",
        "repair": "{repair}",
        "impossible": "Pas de solution\u00a0: {reason}.",
        "by_search": "la recherche le prouve",
        "graded": "La solution est unique. Niveau\u00a0: {grade} ({score:.2f}).",
        "solved_by_search": (
            "La solution est unique. Niveau inconnu\u00a0: sans recherche, les techniques n’y mènent pas."
        ),
        "unique": "Il y a une seule solution",
        "multiple": "Il y a plusieurs solutions",
        "unknown": "On ne sait pas si la solution est unique",
        "late": "Le temps imparti est écoulé. {known}.",
        "late_with_one_open": "Le temps imparti est écoulé. {squares} reste libre. {known}.",
        "late_with_open": "Le temps imparti est écoulé. {squares} restent libres. {known}.",
        "ambiguous": "{known}\u00a0: on ne peut rien déduire de plus, et {squares} restent libres.",
        "stuck": "{known}, mais aucune technique ne mène plus loin, et {squares} restent libres.",
        "two_boards": "Deux solutions différentes\u00a0:",
        "ungraded": "sans niveau\u00a0: {reason}",
        "ungraded_none": "la grille n’a pas de solution",
        "ungraded_multiple": "la grille a plusieurs solutions",
        "ungraded_unique": "aucune technique ne mène à la solution",
        "ungraded_cut": "l’évaluation demande trop de recherche",
        "ungraded_unknown": "on ne sait pas si la solution est unique",
        "lesson_graded": "La solution est unique. Niveau\u00a0: {grade}.",
        "lesson_late": "Le temps imparti est écoulé\u00a0; cases encore libres\u00a0: {squares}.",
        "lesson_ambiguous": (
            "Plusieurs solutions\u00a0: on ne peut rien déduire de plus\u00a0; cases encore "
            "libres\u00a0: {squares}."
        ),
        "lesson_stuck": "On ne peut rien déduire de plus\u00a0; cases encore libres\u00a0: {squares}.",
        "the_puzzle": "La grille",
    },
    table=_TABLE,
    lowers=True,
    singulars=(0, 1),
)
"""The names and sentences."""

"""Spanish."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.languages.language import Language

_TABLE: Final = {
    # Words
    "and": "y",
    "or": "o",
    "none of": "o",
    "clause separator": "; ",
    "row": "la fila {}",
    "row+": "las filas {}",
    "column": "la columna {}",
    "column+": "las columnas {}",
    "values ship": "{squares} es barco",
    "values ship+": "{squares} son barco",
    "values water": "{squares} es agua",
    "values water+": "{squares} son agua",
    "part S": "un submarino",
    "part L": "un extremo izquierdo",
    "part R": "un extremo derecho",
    "part T": "un extremo superior",
    "part B": "un extremo inferior",
    "part M": "una parte central",
    "part X": "barco",
    "part W": "agua",
    "part corner": "un ángulo",
    "part letter": "la letra {letter}",
    "ship 1": "submarino",
    "ship 1+": "submarinos",
    "ship 2": "destructor",
    "ship 2+": "destructores",
    "ship 3": "crucero",
    "ship 3+": "cruceros",
    "ship 4": "acorazado",
    "ship 4+": "acorazados",
    "ship long": "barco de {length} casillas",
    "ship long+": "barcos de {length} casillas",
    "ship bent": "barco de forma {shape}",
    "ship bent+": "barcos de forma {shape}",
    "ship word": "barco {word}",
    "ship word+": "barcos {word}",
    "the": "el {ship}",
    "the+": "los {count} {ship}",
    "the last": "el último {ship}",
    "the last+": "los últimos {count} {ship}",
    "all": "el {ship}",
    "all+": "todos los {ship}",
    "a": "un {ship}",
    "no": "ningún {ship}",
    "many": "{ship}",
    "many:definite": "los {ship}",
    "one": "uno",
    "number 2": "dos",
    "number 3": "tres",
    "number 4": "cuatro",
    "number 5": "cinco",
    "number 6": "seis",
    # What follows
    "full": "{lines} está completa",
    "full+": "{lines} están completas",
    "empty": "{lines} está vacía",
    "empty+": "{lines} están vacías",
    "needs": "{line} necesita {squares}",
    "counted ship": (
        "según el total de la flota, {lines} tiene {number} y necesita todas sus casillas libres: {values}"
    ),
    "counted ship+": "el resto de la flota ocupa todas las casillas libres de {lines}: {values}",
    "counted none": "según el total de la flota, {lines} está vacía",
    "counted none+": "según el total de la flota, {lines} están vacías",
    "counted water": "según el total de la flota, {lines} ya tiene sus {number}: {values}",
    "counted water+": "según el total de la flota, {lines} ya tienen sus {number}: {values}",
    "diagonal": "{values}, en diagonal con {squares}",
    "part": "{square} es {part}: {values}",
    "finished": "el barco en {place} está completo",
    "grown": "el barco que pasa por {square} ocupa {places}",
    "grows": "el barco que pasa por {square} ocupa {places}: {values}",
    "wherever": "esté donde esté el barco que pasa por {square}, {values}",
    "wherever words": "{square} es parte de {words}; esté donde esté, {values}",
    "nowhere": "en {squares} no cabe ningún barco",
    "nor on": "ni en {squares}",
    "starving": " sin dejar demasiado poco sitio en {lines}",
    "elsewhere": "{lines} no permite otra cosa",
    "elsewhere+": "{lines} no permiten otra cosa",
    "found": "ya está {ships}",
    "found+": "ya están {ships}",
    "last": "{ships} solo puede estar en {places}",
    "last+": "{ships} solo pueden estar en {places}",
    "lies": "{ship} está en {places}: {values}",
    "lies anywhere": "esté donde esté {ship} ({n} posiciones), {values}",
    "in groups": "entre {ships}, {groups}: {values}",
    "one on": "{one} está en {places}",
    "and on": "otro en {places}",
    "grouped": "las {n} posiciones que quedan para {ships} forman grupos de un solo barco cada uno: {values}",
    "ways": "{line} se completa con {ways}: {values}",
    "many ways": "se llene como se llene {line} ({n} posibilidades), {values}",
    "letter": "{letter} solo puede estar en {square}",
    "first top": "la primera letra de {line} desde arriba, {letter},",
    "first bottom": "la primera letra de {line} desde abajo, {letter},",
    "first left": "la primera letra de {line} desde la izquierda, {letter},",
    "first right": "la primera letra de {line} desde la derecha, {letter},",
    "word": "{word} en {place}",
    "steps": "paso {steps}",
    "steps+": "pasos {steps}",
    "barred": "{places} queda descartado",
    "barred+": "{places} quedan descartados",
    # Contradictions
    "too many": "{lines} pasa de {number}",
    "too many+": "{lines} tienen más casillas de barco de las que la flota les deja",
    "too few": "{lines} no llega a {number}",
    "too few+": "{lines} tienen muy poco sitio para el resto de la flota",
    "few fit": "de {ships} solo cabe {one}",
    "few fit+": "de {ships} solo caben {n}",
    "no way": "{line} ya no se puede llenar",
    "no letter": "{letter} no puede estar en ninguna casilla",
    "touching": "{squares} se tocan en una esquina",
    "clash": "{square} es barco y agua a la vez",
    "clash by": "{clause}; pero {values}",
    "exclude": "se solapan o se tocan",
    "no case": "todos los casos llevan a una contradicción",
    "fails after": "esto falla sin más casos",
    "fails after+": "esto lleva a {n} casos más, y todos fallan",
    "found too many": "hay {n} {ships}",
    "no room": "{ships} no cabe en ninguna parte",
    "no room+": "{ships} no caben en ninguna parte",
    "little room": "solo queda una posición para {ships}, {places}",
    "little room+": "solo quedan {n} posiciones para {ships}: {places}",
    # Cases
    "suppose ship": "Supongamos que {squares} es barco.",
    "suppose ship+": "Supongamos que {squares} son barco.",
    "suppose part": "Supongamos que {square} es {part}.",
    "suppose water": "Supongamos que {squares} es agua.",
    "suppose water+": "Supongamos que {squares} son agua.",
    "suppose placement": "Supongamos {ship} en {place}.",
    "on": "En {places}:",
    "with": "Con {places}:",
    "watch": "{supposition}; fíjese en {watched:definite}.",
    "holds": "Nada se opone a ello.",
    "all fail": "Así que todo queda descartado.",
    "then": "Entonces {clause}.",
    "which way": "¿Cómo se puede llenar {line}?",
    "which ship": "¿Qué barco pasa por {square}?",
    "where": "¿Dónde puede estar {ships}?",
    "where+": "¿Dónde pueden estar {ships}?",
    "n line": "Hay {n} posibilidades{but}.",
    "n square": "Hay {n} posibilidades{but}.",
    "n ships": "Hay {n} posibilidades{but}.",
    "so": "Por tanto, {values}.",
    "so nothing": "Por tanto, no hay solución.",
    "so takes": "Por tanto, {line} se completa con {way}.",
    "so not": "Así que no es posible.",
    "can it lie": "¿Puede estar {ship} en {place}?",
    "where not": "¿Dónde no puede estar {ship}?",
    "so barred": "Por tanto, {ship} está en {places}.",
    "so barred word": "Por tanto, {word} no está en {places}.",
    "so covered": "Por tanto, el barco que pasa por {square} ocupa {place}.",
    "so lies": "Por tanto, {ships} está en {place}.",
    "so lies+": "Por tanto, {ships} están en {place}.",
    "each case": "En todos los casos, {values}.",
    "left": "Quedan {places}: {values}.",
    "left many": "En los {n} casos restantes, {values}.",
    "searched": (
        "Las técnicas probadas aquí no llevan más lejos, pero la búsqueda muestra que {values}: de "
        "otro modo no habría solución. Se elige esta casilla porque de ella se sigue mucho."
    ),
    # Clues
    "tally": "{lines} tiene {tally}",
    "tally+": "{lines} tienen {tally} cada una",
    "next tally": "{lines} {tally}",
    "next tally+": "{lines} {tally} cada una",
    "edge top": "{line} tiene {letter} como primera letra desde arriba",
    "edge bottom": "{line} tiene {letter} como primera letra desde abajo",
    "edge left": "{line} tiene {letter} como primera letra desde la izquierda",
    "edge right": "{line} tiene {letter} como primera letra desde la derecha",
    "is": "{square} es {kind}",
    "there are": "hay un {ship}",
    "there are+": "hay {count} {ship}",
    "there are no": "no hay {ship}",
    # Hints
    "look at": "Fíjese en {at}.",
    "look at both": "Fíjese en {lines}, {squares}.",
    "cannot be water": "{square} no puede ser agua.",
    "cannot be ship": "{square} no puede ser barco.",
    "given as ship": "Está dada como barco.",
    "given as water": "Está dada como agua.",
    "always ship": "Es barco en todas las soluciones.",
    "always water": "Es agua en todas las soluciones.",
    "wrong part": "{square} es barco, pero no la parte que muestra el tablero.",
    "wrong together": "{square} no puede ser correcta junto con las demás casillas rellenas.",
    "mistake in": "Hay un error en {lines}.",
    "look again": "Revise {squares}.",
    "first mark": "{square} fue la primera marca equivocada, aunque esa casilla ya estaba decidida.",
    "first mark guessed": (
        "{square} fue la primera marca equivocada, y adivinada: nada decidía aún esa casilla."
    ),
    "go back": "Borre {squares} para volver a antes del error.",
    "fault line": "{line} tiene {ships}; su número es {tally}.",
    "fault touching": "Los barcos en {one} y {other} se tocan en diagonal.",
    "fault given": "{square} es una casilla dada: {kind}.",
    "fault part": "{squares}: esa parte de un barco no puede estar ahí.",
    "fault fleet": "Los barcos del tablero no son los de la flota.",
    "fault letter": "No todas las letras están en barcos: {squares}.",
    "fault edge": "En {squares}, la primera letra no es la del borde.",
    "fault unfinished": "Quedan casillas libres: {squares}.",
    "fault size": "El tablero no tiene el tamaño del puzle.",
    "ship squares": "{n} casilla de barco",
    "ship squares+": "{n} casillas de barco",
    "open squares": " y {n} libre",
    "open squares+": " y {n} libres",
    "differing": "{square} está dada ({given}), pero el tablero muestra otra cosa ({shown})",
    # Arguments
    "clues with squares": "{clues}, con {squares} como en el tablero",
    "only squares": "{squares} como en el tablero",
    "whatever": "{square} es {kind}, sean cuales sean los datos.",
    "whatever not": "{square} no es {kind}, sean cuales sean los datos.",
    "therefore": "{clause}: por tanto, {square} es {kind}.",
    "therefore not": "{clause}: por tanto, {square} no es {kind}.",
    "together": "{clause}: de todo ello se sigue que {square} es {kind}.",
    "together not": "{clause}: de todo ello se sigue que {square} no es {kind}.",
    "more clues": (
        "No se conoce un argumento corto solo a partir de eso; los pasos usan además lo siguiente: {clues}."
    ),
    "is not": "Por tanto, {square} no es {kind}.",
    "is open": "{square} es barco en unas soluciones y agua en otras.",
    "is possible": "{square} es {kind} en alguna solución.",
    # What is wrong with a puzzle
    "conflict": "{clause}: estos datos se contradicen.",
    "conflict alone": "{clause}: solo con eso ya no hay solución.",
    "all row": "las filas",
    "all column": "las columnas",
    "all ship": "los barcos",
    "unequal totals": "{one} tienen {squares} y {other} tienen {n}",
    "unequal totals with ships": "{one} tienen {squares} y {other} tienen {n}, igual que los barcos",
    "too long": "un barco de {length} casilla no cabe en el tablero",
    "too long+": "un barco de {length} casillas no cabe en el tablero",
    "too large": "{ship} no cabe en el tablero",
    "no submarines": "{given}, pero la flota no tiene submarinos",
    "no long ships": "{given}, pero la flota no tiene barcos de tres o más casillas",
    "given changed": "{square} es {after}, no {before}",
    "tally changed": "{line} tiene {after}, no {before}",
    "repairs separator": ", y ",
    "solutions differ": "Las soluciones difieren en {squares}.",
    "one left": "Solo quedaría una solución con esto: {ways}.",
    "additions separator": "; o bien: ",
}

SPANISH: Final = Language(
    code="es",
    techniques={
        "around a given part": "alrededor de una parte dada",
        "ships do not touch": "los barcos no se tocan",
        "rest of the line is water": "el resto de la línea es agua",
        "rest of the line is ship": "el resto de la línea es barco",
        "water round a finished ship": "agua alrededor de un barco completo",
        "direction of a middle": "dirección de una parte central",
        "no ship fits": "no cabe ningún barco",
        "one way to grow": "una sola forma de continuar",
        "missing tally": "número ausente",
        "last places": "últimas posiciones",
        "overlap": "solapamiento",
        "ways to fill a line": "formas de llenar una línea",
        "no ship fits: starved line": "no cabe ningún barco: falta sitio en una línea",
        "last places: starved line": "últimas posiciones: falta sitio en una línea",
        "overlap: starved line": "solapamiento: falta sitio en una línea",
        "ways to fill a line: starved line": "formas de llenar una línea: falta sitio en otra",
        "contradiction": "contradicción",
        "places that fail": "posiciones imposibles",
        "cases": "casos",
        "nested contradiction": "contradicción anidada",
        "ships on a square": "barcos en una casilla",
        "first letter from an edge": "primera letra desde un borde",
        "sums of the tallies": "sumas de los números",
        "clues together": "datos juntos",
        "found by search": "hallado por búsqueda",
    },
    principles={
        "around a given part": (
            "Una parte redonda es un barco entero de una casilla, con agua alrededor. Una parte con un "
            "lado plano sigue por ahí."
        ),
        "ships do not touch": (
            "Dos barcos no se tocan, ni siquiera por una esquina. Los barcos son rectos, así que las "
            "casillas en diagonal de una casilla de barco son agua."
        ),
        "rest of the line is water": (
            "El número junto a una fila o columna es el de sus casillas de barco. Cuando las tiene todas,"
            " el resto es agua."
        ),
        "rest of the line is ship": (
            "A una línea pueden quedarle justo tantas casillas vacías como casillas de barco le faltan. "
            "Entonces todas son barco."
        ),
        "water round a finished ship": (
            "Un barco tan largo como el mayor de los que faltan no puede crecer: las casillas de sus "
            "extremos son agua."
        ),
        "direction of a middle": (
            "Una parte cuadrada es el medio de un barco, que sigue por dos lados opuestos."
        ),
        "no ship fits": (
            "Una casilla que no puede cubrir ninguno de los barcos que faltan es agua: los huecos son muy"
            " estrechos, o los barcos que cabrían ya están encontrados."
        ),
        "one way to grow": (
            "Haga la lista de los barcos que pueden cubrir una casilla de barco. Lo que tienen en común "
            "es seguro, barco o agua."
        ),
        "missing tally": (
            "Los números de todas las filas suman las casillas de la flota, y los de todas las columnas "
            "también. Lo que dejan los conocidos es de los que faltan."
        ),
        "last places": (
            "Haga la lista de los lugares que quedan para el mayor barco que falta. Si hay solo uno, el "
            "barco está ahí."
        ),
        "overlap": (
            "Haga la lista de los lugares que quedan para un barco. Una casilla común a todos es barco, "
            "esté donde esté; lo que toca a cada uno de ellos es agua."
        ),
        "ways to fill a line": (
            "Haga la lista de las maneras en que una línea puede tener sus casillas de barco. Lo que "
            "tienen en común es seguro, barco o agua."
        ),
        "starved line": (
            "Un barco pone agua en todas las casillas de alrededor. Si eso dejara a una línea con muy "
            "pocas casillas para su número, el barco no puede estar ahí."
        ),
        "contradiction": (
            "Donde nada más ayuda, suponga algo y sígalo. Si lleva a algo imposible, lo contrario es verdad."
        ),
        "cases": (
            "Haga una pregunta con pocas respuestas: dónde puede estar un barco, o cómo se puede llenar "
            "una línea. Siga cada una. Las que llevan a algo imposible se descartan; lo que las demás "
            "tienen en común es seguro."
        ),
        "places that fail": (
            "Suponga que un barco está en un lugar, y siga lo que resulta. Si lleva a algo imposible, ese"
            " lugar se descarta, y quedan menos."
        ),
        "nested contradiction": (
            "A veces una suposición no lleva lo bastante lejos. Haga entonces otra dentro de ella, y vea "
            "si falla."
        ),
    },
    grades={
        "easy": "fácil",
        "intermediate": "intermedio",
        "hard": "difícil",
        "expert": "experto",
        "extreme": "extremo",
        "fiendish": "diabólico",
    },
    phrases={
        "no_solution": "El puzle no tiene solución.",
        "out_of_time": "Se agotó el tiempo.",
        "no_answer_in_time": "se agotó el tiempo antes de conocerse la respuesta",
        "no_hint": "No hay pista: {reason}.",
        "no_argument": "No hay argumento: {reason}.",
        "solved": "El puzle está resuelto.",
        "nothing_follows": "No se puede deducir nada más.",
        "technique": "Técnica: {name}.",
        "conflict_steps": "Cómo se contradicen estos datos, en pasos numerados de nuevo desde 1:",
        "repairs": "Con uno de estos cambios, el puzle tendría solución:",
        "repair_unique": "{repair} (entonces solo una)",
        "repair_several": "{repair} (entonces varias)",
        "repair": "{repair}",
        "impossible": "Sin solución: {reason}.",
        "by_search": "la búsqueda lo demuestra",
        "graded": "La solución es única. Nivel: {grade} ({score:.2f}).",
        "solved_by_search": "La solución es única. Sin nivel: sin búsqueda, las técnicas no llevan a ella.",
        "unique": "Hay una sola solución",
        "multiple": "Hay varias soluciones",
        "unknown": "No se sabe si la solución es única",
        "late": "Se agotó el tiempo. {known}.",
        "late_with_one_open": "Se agotó el tiempo. {squares} sigue libre. {known}.",
        "late_with_open": "Se agotó el tiempo. {squares} siguen libres. {known}.",
        "ambiguous": "{known}: no se puede deducir nada más, y {squares} siguen libres.",
        "stuck": "{known}, pero ninguna técnica lleva más lejos, y {squares} siguen libres.",
        "two_boards": "Dos soluciones distintas:",
        "ungraded": "sin nivel: {reason}",
        "ungraded_none": "el puzle no tiene solución",
        "ungraded_multiple": "el puzle tiene varias soluciones",
        "ungraded_unique": "ninguna técnica lleva a la solución",
        "ungraded_cut": "la evaluación exige demasiada búsqueda",
        "ungraded_unknown": "no se sabe si la solución es única",
        "lesson_graded": "La solución es única. Nivel: {grade}.",
        "lesson_late": "Se agotó el tiempo; aún libres: {squares}.",
        "lesson_ambiguous": "Varias soluciones: no se puede deducir nada más; aún libres: {squares}.",
        "lesson_stuck": "No se puede deducir nada más; aún libres: {squares}.",
        "the_puzzle": "El puzle",
    },
    table=_TABLE,
    lowers=True,
    sounds=((r"\by (?=[Ii])", "e "), (r"\bo (?=[Oo8]|11\b)", "u ")),
)
"""The names and sentences."""

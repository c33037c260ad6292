"""What techniques rest on, as lessons of books and of the page say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bimaru.deduction.languages.notation import no_break

# Each technique begins a line; what is indented below it goes on with its principle.
_ENGLISH: Final = """
around a given part: A round part is a whole ship of one square, with water all around. A part with a flat
    side goes on there.
ships do not touch: No two ships touch, not even at a corner. Ships are straight, so the squares diagonal to a
    ship square are water.
rest of the line is water: A tally is the number of ship squares in its row or column. Once the line has them
    all, the rest is water.
rest of the line is ship: A line may have just as many empty squares left as ship squares that it still needs.
    Then all of them are ship.
water round a finished ship: A ship as long as the longest one that is still missing cannot grow: the squares
    at its ends are water.
direction of a middle: A square part is the middle of a ship, which goes on at two opposite sides.
no ship fits: A square that none of the missing ships can cover is water: gaps may be too narrow, or the ships
    that would fit are all found.
one way to grow: List all ships that could cover a ship square. What they share is certain, ship or water.
missing tally: The numbers of all rows add up to the squares of the fleet, and so do those of all columns.
    What the known ones leave belongs to the missing ones.
last places: List the places left for the largest ship that is missing. If there is just one, the ship lies
    there.
overlap: List the places left for a ship. A square that all of them share is ship, wherever the ship lies;
    what touches each of them is water.
ways to fill a line: List all ways in which a line can get its ship squares. What they share is certain, ship
    or water.
starved line: A ship makes all squares around it water. If that would leave some line with too few squares for
    its tally, the line is starved, and the ship cannot lie there.
contradiction: Where nothing else helps, suppose something and follow it. If it leads to something impossible,
    the opposite is true.
cases: Ask a question with few answers: where a ship can lie, or how a line can be filled. Follow each of
    them. Those that lead to something impossible are out; what the others share is certain.
places that fail: Suppose that a ship lies in some place, and follow it. If it leads to something impossible,
    that place is out, and fewer are left.
nested contradiction: Sometimes one supposition does not lead far enough. Make a second one within it, and see
    whether that fails.
ships on a square: List the ships that could cover a square, and how each could lie there. What they share is
    certain, a letter too.
first letter from an edge: A letter at the edge is the first that is met from there. Before it there is only
    water, and it can stand only where a ship has that letter.
"""
_GERMAN: Final = """
around a given part: Ein rundes Teil ist ein ganzes Schiff aus einem Feld, rundum ist Wasser. Ein Teil mit
    einer geraden Seite geht dort weiter.
ships do not touch: Keine zwei Schiffe berühren einander, auch nicht über Eck. Schiffe sind gerade, also sind
    die Felder schräg neben einem Schiffsfeld Wasser.
rest of the line is water: Die Zahl neben einer Zeile oder Spalte ist die Anzahl ihrer Schiffsfelder. Sind
    alle gefunden, ist der Rest Wasser.
rest of the line is ship: Manchmal hat eine Linie nur noch so viele leere Felder, wie ihr Schiffsfelder
    fehlen. Dann sind sie alle Schiffsfelder.
water round a finished ship: Ein Schiff kann nicht länger sein, wenn kein Schiff der Flotte, das noch fehlt,
    länger ist. Dann liegt an seinen Enden Wasser.
direction of a middle: Ein quadratisches Teil ist die Mitte eines Schiffs, das auf zwei gegenüberliegenden
    Seiten weitergeht.
no ship fits: Ein Feld, auf dem keines der fehlenden Schiffe liegen kann, ist Wasser: Die Lücke ist zu eng,
    oder die Schiffe, die passen würden, sind alle gefunden.
one way to grow: Suchen Sie alle Schiffe, die auf einem Schiffsfeld liegen können. Was ihnen gemeinsam ist,
    steht fest, Schiff oder Wasser.
missing tally: Die Zahlen aller Zeilen ergeben zusammen die Felder der Flotte, die aller Spalten ebenso. Was
    den bekannten fehlt, gehört zu den fehlenden.
last places: Suchen Sie alle Plätze, die für das größte fehlende Schiff bleiben. Ist es nur einer, liegt das
    Schiff dort.
overlap: Suchen Sie alle Plätze, die für ein Schiff bleiben. Ein Feld, das allen gemeinsam ist, ist ein
    Schiffsfeld, wo immer das Schiff liegt; was an jeden von ihnen grenzt, ist Wasser.
ways to fill a line: Suchen Sie alle Möglichkeiten, wie eine Linie zu ihren Schiffsfeldern kommt. Was ihnen
    gemeinsam ist, steht fest, Schiff oder Wasser.
starved line: Rund um ein Schiff ist alles Wasser. Blieben einer Linie dadurch zu wenige Felder für ihre Zahl,
    kann das Schiff dort nicht liegen.
contradiction: Wo sonst nichts hilft, nehmen Sie etwas an und verfolgen es. Führt es zu etwas Unmöglichem,
    gilt das Gegenteil.
cases: Stellen Sie eine Frage mit wenigen Antworten: wo ein Schiff liegen oder wie eine Linie gefüllt sein
    kann. Verfolgen Sie jede. Was zu etwas Unmöglichem führt, scheidet aus; was den übrigen gemeinsam ist,
    steht fest.
places that fail: Nehmen Sie an, ein Schiff liegt auf einem bestimmten Platz, und verfolgen Sie es. Führt es
    zu etwas Unmöglichem, scheidet der Platz aus, und es bleiben weniger.
nested contradiction: Manchmal führt eine Annahme nicht weit genug. Nehmen Sie dann noch etwas an, und sehen
    Sie, ob das scheitert.
ships on a square: Suchen Sie alle Schiffe, die auf einem Feld liegen können, und wie jedes dort liegen kann.
    Was ihnen gemeinsam ist, steht fest, auch ein Buchstabe.
first letter from an edge: Ein Buchstabe am Rand ist der erste, auf den man von dort aus trifft. Davor liegt
    nur Wasser, und er kann nur stehen, wo ein Schiff ihn hat.
"""
_FRENCH: Final = """
around a given part: Une partie ronde est un navire entier d’une case, avec de l’eau tout autour. Une partie
    au côté plat continue par là.
ships do not touch: Deux navires ne se touchent jamais, pas même par un coin. Les navires sont droits :
    les cases en diagonale d’une case de navire sont de l’eau.
rest of the line is water: Le nombre à côté d’une ligne ou d’une colonne est celui de ses cases de navire. Dès
    qu’elle les a toutes, le reste est de l’eau.
rest of the line is ship: Une rangée peut avoir juste autant de cases vides que de cases de navire qui lui
    manquent. Ce sont alors toutes des cases de navire.
water round a finished ship: Un navire aussi long que le plus long de ceux qui manquent ne peut pas
    grandir : les cases à ses bouts sont de l’eau.
direction of a middle: Une partie carrée est le milieu d’un navire, qui continue de deux côtés opposés.
no ship fits: Une case qu’aucun des navires manquants ne peut couvrir est de l’eau : les vides sont trop
    étroits, ou les navires qui y tiendraient sont tous trouvés.
one way to grow: Faites la liste des navires qui peuvent couvrir une case de navire. Ce qu’ils ont en commun
    est certain, navire ou eau.
missing tally: Les nombres de toutes les lignes font ensemble les cases de la flotte, ceux de toutes les
    colonnes aussi. Ce que laissent les nombres connus revient à ceux qui manquent.
last places: Faites la liste des emplacements qui restent au plus grand navire manquant. S’il n’y en a qu’un,
    le navire est là.
overlap: Faites la liste des emplacements qui restent à un navire. Une case commune à tous est une case de
    navire, où que soit le navire ; ce qui touche chacun d’eux est de l’eau.
ways to fill a line: Faites la liste des manières dont une rangée peut avoir ses cases de navire. Ce qu’elles
    ont en commun est certain, navire ou eau.
starved line: Un navire met de l’eau tout autour de lui. Si une rangée n’avait plus alors assez de cases pour
    son nombre, le navire ne peut pas être là.
contradiction: Là où rien d’autre n’aide, supposez quelque chose et suivez-le. Si cela mène à l’impossible, le
    contraire est vrai.
cases: Posez une question qui a peu de réponses : où un navire peut être, ou comment une rangée peut se
    compléter. Suivez chacune. Celles qui mènent à l’impossible sont exclues ; ce que les autres ont en
    commun est certain.
places that fail: Supposez qu’un navire est à un emplacement, et suivez-le. Si cela mène à l’impossible, cet
    emplacement est exclu, et il en reste moins.
nested contradiction: Parfois, une supposition ne mène pas assez loin. Faites-en alors une seconde à
    l’intérieur, et voyez si elle échoue.
ships on a square: Cherchez tous les navires qui peuvent couvrir une case, et comment chacun peut y être
    placé. Ce qu’ils ont en commun est certain, une lettre aussi.
first letter from an edge: Une lettre au bord est la première que l’on rencontre depuis ce bord. Avant elle,
    il n’y a que de l’eau, et elle ne peut être que là où un navire la porte.
"""
_SPANISH: Final = """
around a given part: Una parte redonda es un barco entero de una casilla, con agua alrededor. Una parte con un
    lado plano sigue por ahí.
ships do not touch: Dos barcos no se tocan, ni siquiera por una esquina. Los barcos son rectos, así que las
    casillas en diagonal de una casilla de barco son agua.
rest of the line is water: El número junto a una fila o columna es el de sus casillas de barco. Cuando las
    tiene todas, el resto es agua.
rest of the line is ship: A una línea pueden quedarle justo tantas casillas vacías como casillas de barco le
    faltan. Entonces todas son barco.
water round a finished ship: Un barco tan largo como el mayor de los que faltan no puede crecer: las casillas
    de sus extremos son agua.
direction of a middle: Una parte cuadrada es el medio de un barco, que sigue por dos lados opuestos.
no ship fits: Una casilla que no puede cubrir ninguno de los barcos que faltan es agua: los huecos son
    demasiado estrechos, o los barcos que cabrían ya están encontrados.
one way to grow: Haga la lista de los barcos que pueden cubrir una casilla de barco. Lo que tienen en común es
    seguro, barco o agua.
missing tally: Los números de todas las filas suman las casillas de la flota, y los de todas las columnas
    también. Lo que dejan los conocidos es de los que faltan.
last places: Haga la lista de los lugares que quedan para el mayor barco que falta. Si hay solo uno, el barco
    está ahí.
overlap: Haga la lista de los lugares que quedan para un barco. Una casilla común a todos es barco, esté donde
    esté; lo que toca a cada uno de ellos es agua.
ways to fill a line: Haga la lista de las maneras en que una línea puede tener sus casillas de barco. Lo que
    tienen en común es seguro, barco o agua.
starved line: Un barco pone agua en todas las casillas de alrededor. Si eso dejara a una línea con demasiado
    pocas casillas para su número, el barco no puede estar ahí.
contradiction: Donde nada más ayuda, suponga algo y sígalo. Si lleva a algo imposible, lo contrario es verdad.
cases: Haga una pregunta con pocas respuestas: dónde puede estar un barco, o cómo se puede llenar una línea.
    Siga cada una. Las que llevan a algo imposible se descartan; lo que las demás tienen en común es seguro.
places that fail: Suponga que un barco está en un lugar, y siga lo que resulta. Si lleva a algo imposible, ese
    lugar se descarta, y quedan menos.
nested contradiction: A veces una suposición no lleva lo bastante lejos. Haga entonces otra dentro de ella, y
    vea si falla.
ships on a square: Busque todos los barcos que pueden ocupar una casilla, y cómo puede estar cada uno en ella.
    Lo que tienen en común es seguro, también una letra.
first letter from an edge: Una letra en el borde es la primera que se encuentra desde allí. Antes de ella solo
    hay agua, y solo puede estar donde un barco la tiene.
"""


def _principles(text: str) -> dict[str, str]:
    """The principles in a text, by technique."""
    entries = text.strip().replace("\n    ", " ").split("\n")
    return {technique: principle for technique, _, principle in (entry.partition(": ") for entry in entries)}


PRINCIPLES: Final[Mapping[str, Mapping[str, str]]] = {
    "en": _principles(_ENGLISH),
    "de": _principles(_GERMAN),
    "fr": {name: no_break(text) for name, text in _principles(_FRENCH).items()},
    "es": _principles(_SPANISH),
}
"""By language and technique; those with a starved line share a principle."""

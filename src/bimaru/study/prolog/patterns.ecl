% Patterns of ship and water, laid one after the other: a program for ECLiPSe (eclipseclp.org).
%
% After the model of J. Schimpf for CSPLib, prob014: the squares are 0-1 variables whose sums are constrained,
% and the search lays ships, longest first and equal ones in lexicographic order. A ship is a pattern: its
% squares are 1, those around it 0. So is what is known around a given square. Written in plain Prolog, with
% :: and sumlist of the libraries for intervals.
%
%     eclipse -f FILE -e main                         the first board, or that there is none
%     eclipse -f FILE -e all                          all boards
%
% This program cannot be run in the tests of bimaru, and has never been run in ECLiPSe. They run it in
% SWI-Prolog, with replacements for the two libraries.

:- lib(ic).
:- lib(ic_global).

main :-
    (   board(Grid, Ships) -> show(Grid, Ships), write('----------'), nl
    ;   write('=====UNSATISFIABLE====='), nl
    ).

all :-
    (   board(Grid, Ships), show(Grid, Ships), write('----------'), nl, fail
    ;   write('=========='), nl
    ).

% A grid is a list of rows. Once all ships lie, the rest is water, because its squares are counted. A
% ship(Row, Column, Length, Direction) begins with its left or top square.

board(Grid, Ships) :-
    rows(Rows), columns(Columns), fleet(Fleet), givens(Givens), excluded(Boards),
    length(Rows, Height), length(Columns, Width),
    grid(Height, Width, Grid),
    sums(Grid, Rows),
    column_sums(1, Columns, Grid),
    squares_of(Fleet, 0, Number),
    flat(Grid, Squares),
    sumlist(Squares, Number),
    known(Givens, Grid, Height, Width),
    place_fleet(Fleet, Grid, Height, Width, Ships),
    consistent(Givens, Ships),
    \+ memberchk(Grid, Boards).

grid(Height, Width, Grid) :-
    length(Grid, Height),
    lines(Grid, Width).

lines([], _).
lines([Line|Lines], Width) :-
    length(Line, Width),
    Line :: 0..1,
    lines(Lines, Width).

% Each line has as many ship squares as its tally says. A tally that is not given is a variable.

sums([], []).
sums([Line|Lines], [Tally|Tallies]) :-
    length(Line, Most),
    [Tally] :: 0..Most,
    sumlist(Line, Tally),
    sums(Lines, Tallies).

column_sums(_, [], _).
column_sums(Column, [Tally|Tallies], Grid) :-
    column_of(Grid, Column, Line),
    sums([Line], [Tally]),
    Next is Column + 1,
    column_sums(Next, Tallies, Grid).

column_of([], _, []).
column_of([Row|Rows], Column, [Square|Squares]) :-
    element_at(Column, Row, Square),
    column_of(Rows, Column, Squares).

element_at(1, [Element|_], Element) :- !.
element_at(I, [_|Elements], Element) :-
    I > 1,
    Before is I - 1,
    element_at(Before, Elements, Element).

flat([], []).
flat([Row|Rows], Squares) :-
    append(Row, Others, Squares),
    flat(Rows, Others).

squares_of([], Number, Number).
squares_of([Length-Ships|Fleet], Before, Number) :-
    Next is Before + Length * Ships,
    squares_of(Fleet, Next, Number).

% A square is 0 or 1. Off the grid is water, so that no square there can be 1.

set(Row, Column, Value, Grid, Height, Width) :-
    (   Row >= 1, Row =< Height, Column >= 1, Column =< Width
    ->  element_at(Row, Grid, Line), element_at(Column, Line, Value)
    ;   Value = 0
    ).

set_all([], _, _, _, _, _).
set_all([(I, J, Value)|Pattern], Row, Column, Grid, Height, Width) :-
    R is Row + I,
    C is Column + J,
    set(R, C, Value, Grid, Height, Width),
    set_all(Pattern, Row, Column, Grid, Height, Width).

% What is known around a given square: the offset of a square, and its value. Which way a middle lies, and
% how long its ship is, is checked at the end.

known([], _, _, _).
known([given(Row, Column, Kind)|Givens], Grid, Height, Width) :-
    around(Kind, Pattern),
    set_all(Pattern, Row, Column, Grid, Height, Width),
    known(Givens, Grid, Height, Width).

around(water, [(0, 0, 0)]) :- !.
around(ship, [(0, 0, 1)|Corners]) :- !, corners(Corners).
around(middle, [(0, 0, 1), (-1, 0, V), (1, 0, V), (0, -1, H), (0, 1, H)|Corners]) :- !,
    [V, H] :: 0..1,
    sumlist([V, H], 1),
    corners(Corners).
around(Kind, [(0, 0, 1), (-1, 0, Up), (1, 0, Down), (0, -1, Left), (0, 1, Right)|Corners]) :-
    beside(Kind, Up, Down, Left, Right),
    corners(Corners).

corners([(-1, -1, 0), (-1, 1, 0), (1, -1, 0), (1, 1, 0)]).

beside(submarine, 0, 0, 0, 0).
beside(top, 0, 1, 0, 0).
beside(bottom, 1, 0, 0, 0).
beside(left, 0, 0, 0, 1).
beside(right, 0, 0, 1, 0).

% The fleet, longest ships first. Equal ships begin at increasing squares.

place_fleet([], _, _, _, []).
place_fleet([Length-Number|Fleet], Grid, Height, Width, Ships) :-
    place_ships(Number, Length, 0, Grid, Height, Width, Ships, Others),
    place_fleet(Fleet, Grid, Height, Width, Others).

% Squares are numbered row by row from 1; Last is the first square of the ship before.
place_ships(0, _, _, _, _, _, Ships, Ships) :- !.
place_ships(Number, Length, Last, Grid, Height, Width, [ship(Row, Column, Length, Way)|Ships], Others) :-
    Start is Last + 1,
    End is Height * Width,
    from_to(Start, End, Square),
    Row is (Square - 1) // Width + 1,
    Column is (Square - 1) mod Width + 1,
    pattern(Length, Way, Pattern),
    set_all(Pattern, Row, Column, Grid, Height, Width),
    Left is Number - 1,
    place_ships(Left, Length, Square, Grid, Height, Width, Ships, Others).

from_to(I, End, I) :-
    I =< End.
from_to(I, End, J) :-
    I < End,
    Next is I + 1,
    from_to(Next, End, J).

% A ship with the water around it: a row before its squares, its own, and one behind, and the two ends.

pattern(Length, across, Pattern) :-
    parts(-1, Length, Pattern).
pattern(Length, down, Pattern) :-
    Length > 1,
    parts(-1, Length, Across),
    turned(Across, Pattern).

parts(J, Length, [(-1, J, 0), (0, J, Value), (1, J, 0)|Pattern]) :-
    (   J >= 0, J < Length -> Value = 1 ; Value = 0 ),
    (   J < Length
    ->  Next is J + 1, parts(Next, Length, Pattern)
    ;   Pattern = []
    ).

turned([], []).
turned([(I, J, Value)|Pattern], [(J, I, Value)|Turned]) :-
    turned(Pattern, Turned).

consistent([], _).
consistent([given(Row, Column, Kind)|Givens], Ships) :-
    (   Kind == water -> true
    ;   Kind == ship -> true
    ;   shown(Row, Column, Ships, Kind)
    ),
    consistent(Givens, Ships).

% What a ship square shows.

shown(Row, Column, Ships, Kind) :-
    member(ship(R, C, Length, Way), Ships),
    (   Way == across -> Row =:= R, I is Column - C ; Column =:= C, I is Row - R ),
    I >= 0,
    I < Length,
    !,
    part(Way, I, Length, Kind).

part(_, 0, 1, submarine) :- !.
part(across, 0, _, left) :- !.
part(down, 0, _, top) :- !.
part(across, I, Length, right) :- I =:= Length - 1, !.
part(down, I, Length, bottom) :- I =:= Length - 1, !.
part(_, _, _, middle).

% The board: the marks of bimaru, one row a line.

show(Grid, Ships) :-
    show_rows(Grid, 1, Ships).

show_rows([], _, _).
show_rows([Row|Rows], R, Ships) :-
    show_row(Row, R, 1, Ships),
    nl,
    Next is R + 1,
    show_rows(Rows, Next, Ships).

show_row([], _, _, _).
show_row([_|Squares], R, C, Ships) :-
    (   shown(R, C, Ships, Kind) -> mark(Kind, Mark) ; Mark = '.' ),
    write(Mark),
    Next is C + 1,
    show_row(Squares, R, Next, Ships).

mark(submarine, 'S').
mark(left, 'L').
mark(right, 'R').
mark(top, 'T').
mark(bottom, 'B').
mark(middle, 'M').

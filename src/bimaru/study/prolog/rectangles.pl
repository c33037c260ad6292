% Rectangles that do not overlap: a program for SICStus Prolog, and for SWI-Prolog.
%
% After the model of M. Carlsson for CSPLib, prob014: ships are rectangles for disjoint2, their squares are
% counted by global_cardinality, and equal ships are in lexicographic order. Givens are added here. The
% constraints are those of library(clpfd) that both systems have in the same form.
%
%     swipl -g main -t halt FILE                      the first board, or that there is none
%     swipl -g all -t halt FILE                       all boards
%     sicstus -l FILE --goal "main, halt."            the same in SICStus
%
% The tests of bimaru run this program in SWI-Prolog, on small puzzles. It has never been run in SICStus.

:- use_module(library(clpfd)).
:- use_module(library(lists)).

main :-
    (   board(Ships) -> show(Ships), write('----------'), nl
    ;   write('=====UNSATISFIABLE====='), nl
    ).

all :-
    (   board(Ships), show(Ships), write('----------'), nl, fail
    ;   write('=========='), nl
    ).

% A ship(X, Y, Length, Down, Squares) has its first square in column X and row Y. Down is 1 if it lies down,
% 0 if it lies across; a ship of one square lies across. Its squares are pairs X-Y.

board(Ships) :-
    rows(Rows), columns(Columns), fleet(Fleet), givens(Givens),
    length(Rows, Height), length(Columns, Width),
    groups(Fleet, Width, Height, Groups),
    append(Groups, Ships),
    tallies_add_up(Rows, Columns, Ships),
    all_squares(Ships, Squares),
    coordinates(Squares, Xs, Ys),
    counted(Xs, Columns),
    counted(Ys, Rows),
    rectangles(Ships, Rectangles),
    apart(Rectangles),
    in_order(Groups),
    satisfied(Givens, Ships, Squares),
    variables(Ships, Variables),
    labeling([bisect], Variables),
    \+ is_excluded(Height, Width, Squares).

% The ships, in a list for each length.

groups([], _, _, []).
groups([Length-Number|Fleet], Width, Height, [Group|Groups]) :-
    length(Group, Number),
    ships(Group, Length, Width, Height),
    groups(Fleet, Width, Height, Groups).

ships([], _, _, _).
ships([ship(X, Y, Length, Down, Squares)|Ships], Length, Width, Height) :-
    X in 1..Width,
    Y in 1..Height,
    Down in 0..1,
    (   Length =:= 1 -> Down = 0 ; true ),
    X + (Length - 1) * (1 - Down) #=< Width,
    Y + (Length - 1) * Down #=< Height,
    squares(0, Length, X, Y, Down, Squares),
    ships(Ships, Length, Width, Height).

squares(Length, Length, _, _, _, []) :- !.
squares(I, Length, X, Y, Down, [Xi-Yi|Squares]) :-
    Xi #= X + I * (1 - Down),
    Yi #= Y + I * Down,
    I1 is I + 1,
    squares(I1, Length, X, Y, Down, Squares).

all_squares([], []).
all_squares([ship(_, _, _, _, Own)|Ships], Squares) :-
    append(Own, Others, Squares),
    all_squares(Ships, Others).

coordinates([], [], []).
coordinates([X-Y|Squares], [X|Xs], [Y|Ys]) :-
    coordinates(Squares, Xs, Ys).

% Each line has as many ship squares as its tally says. A tally that is not given is a variable.

counted(Coordinates, Tallies) :-
    length(Coordinates, Most),
    numbered(Tallies, 1, Most, Counts),
    (   Coordinates = [] -> no_squares(Counts) ; global_cardinality(Coordinates, Counts) ).

numbered([], _, _, []).
numbered([Tally|Tallies], I, Most, [I-Tally|Counts]) :-
    Tally in 0..Most,
    I1 is I + 1,
    numbered(Tallies, I1, Most, Counts).

no_squares([]).
no_squares([_-0|Counts]) :-
    no_squares(Counts).

tallies_add_up(Rows, Columns, Ships) :-
    all_squares(Ships, Squares),
    length(Squares, Number),
    adds_up(Rows, Number),
    adds_up(Columns, Number).

adds_up(Tallies, Number) :-
    (   ground(Tallies) -> sum_of(Tallies, 0, Number) ; true ).

sum_of([], Sum, Sum).
sum_of([Tally|Tallies], Before, Sum) :-
    Next is Before + Tally,
    sum_of(Tallies, Next, Sum).

% Ships do not overlap or touch: with a margin of water to the right and below, their rectangles are disjoint.

apart([]) :- !.
apart(Rectangles) :-
    disjoint2(Rectangles).

rectangles([], []).
rectangles([ship(X, Y, Length, Down, _)|Ships], [ship(X, Across, Y, Deep)|Rectangles]) :-
    Across in 2..99,
    Deep in 2..99,
    Across #= 2 + (Length - 1) * (1 - Down),
    Deep #= 2 + (Length - 1) * Down,
    rectangles(Ships, Rectangles).

% Equal ships are in the order of their first squares.

in_order([]).
in_order([Group|Groups]) :-
    first_squares(Group, Firsts),
    (   Firsts = [] -> true ; lex_chain(Firsts) ),
    in_order(Groups).

first_squares([], []).
first_squares([ship(X, Y, _, _, _)|Ships], [[Y, X]|Firsts]) :-
    first_squares(Ships, Firsts).

% Givens. Which ship covers a given square, and with which of its squares, is a choice.

satisfied([], _, _).
satisfied([given(Row, Column, Kind)|Givens], Ships, Squares) :-
    (   Kind == water -> none_on(Squares, Column, Row) ; covered(Kind, Column, Row, Ships) ),
    satisfied(Givens, Ships, Squares).

none_on([], _, _).
none_on([X-Y|Squares], Column, Row) :-
    (X #\= Column) #\/ (Y #\= Row),
    none_on(Squares, Column, Row).

covered(Kind, Column, Row, Ships) :-
    member(ship(_, _, Length, Down, Squares), Ships),
    append(Before, [Column-Row|_], Squares),
    length(Before, I),
    shows(Kind, I, Length, Down).

% What square I of a ship shows, counted from 0.
shows(ship, _, _, _).
shows(submarine, 0, 1, _).
shows(left, 0, Length, 0) :- Length > 1.
shows(top, 0, Length, 1) :- Length > 1.
shows(right, I, Length, 0) :- Length > 1, I =:= Length - 1.
shows(bottom, I, Length, 1) :- Length > 1, I =:= Length - 1.
shows(middle, I, Length, _) :- I > 0, I < Length - 1.

% Search: first the way each ship lies, then where. Longer ships come first.

variables([], []).
variables([ship(X, Y, _, Down, _)|Ships], [Down, X, Y|Variables]) :-
    variables(Ships, Variables).

% Boards that are excluded, as rows of 0 for water and 1 for ship: to look for another.

is_excluded(Height, Width, Squares) :-
    excluded(Boards),
    Boards = [_|_],
    bits(1, Height, Width, Squares, Board),
    memberchk(Board, Boards).

bits(Row, Height, Width, Squares, Board) :-
    (   Row > Height -> Board = []
    ;   bits_of_row(1, Width, Row, Squares, Bits),
        Board = [Bits|Rows],
        Next is Row + 1,
        bits(Next, Height, Width, Squares, Rows)
    ).

bits_of_row(Column, Width, Row, Squares, Bits) :-
    (   Column > Width -> Bits = []
    ;   ( memberchk(Column-Row, Squares) -> Bit = 1 ; Bit = 0 ),
        Bits = [Bit|Others],
        Next is Column + 1,
        bits_of_row(Next, Width, Row, Squares, Others)
    ).

% The board: the marks of bimaru, one row a line.

show(Ships) :-
    rows(Rows), columns(Columns),
    length(Rows, Height), length(Columns, Width),
    show_rows(1, Height, Width, Ships).

show_rows(Row, Height, Width, Ships) :-
    (   Row > Height -> true
    ;   show_squares(1, Width, Row, Ships),
        nl,
        Next is Row + 1,
        show_rows(Next, Height, Width, Ships)
    ).

show_squares(Column, Width, Row, Ships) :-
    (   Column > Width -> true
    ;   mark(Column, Row, Ships, Mark),
        write(Mark),
        Next is Column + 1,
        show_squares(Next, Width, Row, Ships)
    ).

mark(Column, Row, Ships, Mark) :-
    (   member(Kind-Shown, [submarine-'S', left-'L', right-'R', top-'T', bottom-'B', middle-'M']),
        covered(Kind, Column, Row, Ships)
    ->  Mark = Shown
    ;   Mark = '.'
    ).

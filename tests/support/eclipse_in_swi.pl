% What a program for ECLiPSe needs of its libraries ic and ic_global, for SWI-Prolog.

:- use_module(library(clpfd)).
:- op(700, xfx, ::).

lib(_).
Variables :: Domain :- Variables ins Domain.
sumlist(Variables, Sum) :- sum(Variables, #=, Sum).

"""Name questions around the versions at which the rules changed: answered by reading the texts, not by the engine.

A line is day | question | answer | numbers that must be cited. An answer is yes, no, unclear, or a name.
"""

import re

import pytest

from cards.engine.asking import Verdict
from tests.engine.names import ask

TABLE = """
# ---- the same name ----
1999-04-23 | same Forest Forest                             | yes     | 202.3
1999-04-23 | same 'Fire // Ice@graveyard' Fire@stack        | unclear | 202.3
1999-04-23 | same 'X // Y@graveyard' 'X // Y@graveyard'     | yes     | 202.3
2001-07-23 | same 'Fire // Ice@graveyard' Fire@stack        | yes     | 202.3 505.6
2009-05-01 | same 'Fire // Ice@graveyard' Fire@stack        | yes     | 202.3 505.6
2009-07-11 | same 'Fire // Ice@graveyard' Ice@stack         | yes     | 201.3 708.6a
2016-07-22 | same 'Fire // Ice@graveyard' Ice@stack         | yes     | 201.2 708.6a
2016-08-26 | same 'Fire // Ice@graveyard' Ice@stack         | yes     | 201.2a 201.2b 708.6a
2017-01-20 | same 'X // Y' 'X // Z'                         | yes     | 201.2b 708.6a
2017-04-28 | same 'X // Y' 'X // Z'                         | yes     | 201.2b 708.4
2021-06-18 | same 'X // Y' 'X // Z'                         | yes     | 201.2a 708.4
2021-07-23 | same 'X // Y' 'X // Z'                         | yes     | 201.2a 709.4
2026-06-19 | same Fire@stack Ice@stack                      | no      | 201.2a 709.3b
2026-06-19 | same 'X // Y' 'X // Z' X                       | yes     | 201.2a 709.4
2026-06-19 | same 'X // Y' 'X // Z' Y                       | no      | 201.2a
2009-10-01 | same Goblin@token Goblin@token                 | unclear | 201.3 108.2 110.5c
2010-02-01 | same Goblin@token Goblin@token                 | yes     | 201.2 110.5c
2021-09-24 | same 'Illusion@token' 'Illusion // Reality'    | yes     | 201.2a 111.4 709.4
2021-11-19 | same 'Illusion@token' 'Illusion // Reality'    | no      | 201.2a 111.4 709.4
2005-02-01 | same 'Llanowar Elves@token' 'Llanowar Elves'   | unclear | 202.3 200.1 216.1
2026-06-19 | same 'Llanowar Elves@token' 'Llanowar Elves'   | yes     | 201.2a 111.4
2001-07-23 | same Isamaru@facedown Forest@facedown          | unclear | 202.3 504.2
2020-09-25 | same Isamaru@facedown Forest@facedown          | unclear | 201.2a 707.2a
2021-07-23 | same Isamaru@facedown Forest@facedown          | no      | 201.2a 708.2a
2020-09-25 | same Isamaru@facedown Isamaru                  | no      | 201.2a 707.2a
2009-05-01 | same Isamaru@facedown Isamaru                  | no      | 202.3 502.26a
2010-06-18 | same 'A@emblem' 'B@emblem'                     | unclear |
2010-07-16 | same 'A@emblem' 'B@emblem'                     | unclear | 113.3
2020-11-20 | same 'A@emblem' 'B@emblem'                     | no      | 114.3 201.2a
2016-07-22 | same 'Grizzly Bears@also=Spy Kit' Isamaru      | no      |
2016-07-22 | same 'Mothdust@also=Spy Kit' 'Grizzly Bears'   | unclear |
2018-08-10 | same 'Mothdust@also=Spy Kit' 'Grizzly Bears'   | unclear | 612.6
2018-08-10 | same 'Mothdust@also=Spy Kit' 'Grizzly Bears' --not-legal | no | 612.6
2018-10-05 | same 'Mothdust@also=Spy Kit' 'Grizzly Bears' --not-legal | yes | 612.6 201.2b
2022-09-08 | same 'Mothdust@also=Spy Kit' 'Grizzly Bears'   | yes     | 612.6 201.2a
2022-10-07 | same 'Mothdust@also=Spy Kit' 'Grizzly Bears'   | yes     | 612.7 201.2a
2026-06-19 | same 'Forest@also=Spy Kit' Island              | no      | 612.7
2026-06-19 | same 'Forest@also=Spy Kit' 'Island@also=Spy Kit' | yes   | 612.7
2026-06-19 | same 'Forest@also=Island' Island               | no      | 612.7
2019-01-25 | same Forest@set=Tree Forest                    | unclear |
2019-05-03 | same Forest@set=Tree Forest                    | no      | 612.7 201.2a
2022-10-07 | same Forest@set=Island Island                  | yes     | 612.8 201.2a
2022-09-08 | same Forest@sticker=Big Forest                 | unclear |
2022-10-07 | same Forest@sticker=Big Forest                 | no      | 123.6b 201.2a
2022-10-07 | same Forest@facedown,sticker=Big 'Big'         | yes     | 123.6b
2003-05-26 | same Isamaru@copy Isamaru                      | yes     | 202.3
2003-07-01 | same Isamaru@copy Isamaru                      | yes     | 503.2
2021-06-18 | same Isamaru@copy Isamaru                      | yes     | 706.2
2021-07-23 | same Isamaru@copy Isamaru                      | yes     | 707.2
2022-02-18 | same Eleven Cecily                             | no      | 201.2a
2022-04-29 | same Eleven Cecily Eleven                      | yes     | 201.3 201.3a
2026-06-19 | same Eleven Cecily@facedown                    | no      | 201.2a 708.2a
2020-01-24 | same Godzilla Zilortha                         | unclear |
2020-04-17 | same Godzilla Zilortha                         | yes     | 201.5
2022-04-29 | same Godzilla Zilortha                         | yes     | 201.6
# ---- kinds of card, where they are ----
2003-07-01 | same 'Akki // Tok@battlefield,flipped' Akki    | unclear |
2005-02-01 | same 'Akki // Tok@battlefield,flipped' Akki    | no      | 508.2 202.3
2009-07-11 | same 'Akki // Tok@battlefield,flipped' Akki    | no      | 709.2
2021-07-23 | same 'Akki // Tok@battlefield,flipped' Tok@battlefield | yes | 710.2
2026-06-19 | same 'Akki // Tok@graveyard' Akki              | yes     | 710.2
2011-07-15 | same 'Delver // Aberration@battlefield,back' Delver | unclear |
2011-09-30 | same 'Delver // Aberration@battlefield,back' Delver | no  | 711.2b
2014-09-25 | same Delver@graveyard Aberration@battlefield   | no      | 711.2a 711.2b
2015-01-23 | same Delver@graveyard Aberration@battlefield   | no      | 711.4a 711.4b
2020-08-07 | same Delver@graveyard Aberration@battlefield   | no      | 711.4a 711.4b
2020-09-25 | same Delver@battlefield Aberration@battlefield | no      | 711.4b 711.4c
2021-07-23 | same Delver@battlefield Aberration@battlefield | no      | 712.4b 712.4c
2021-09-24 | same Delver@battlefield Aberration@battlefield | no      | 712.4c 712.4d
2023-04-14 | same Delver@battlefield Aberration@battlefield | no      | 712.8d 712.8e
2021-07-23 | same Aberration@stack Delver                   | yes     | 712.4b
2021-09-24 | same Aberration@stack Delver                   | no      | 712.4b
2023-04-14 | same Aberration@stack Delver                   | no      | 712.8c
2020-08-07 | same Emeria@battlefield Call                   | unclear |
2020-09-25 | same Emeria@battlefield Call@hand              | no      | 711.4d 711.4a
2021-07-23 | same Emeria@battlefield Call@hand              | no      | 712.4d 712.4a
2021-09-24 | same Emeria@battlefield Call@hand              | no      | 712.4e 712.4a
2023-04-14 | same Emeria@battlefield Call@hand              | no      | 712.8f 712.8a
2026-06-19 | same Emeria@graveyard Call                     | yes     | 712.8a
2016-04-08 | same Bruna@melded Bruna                        | unclear |
2016-07-22 | same Bruna@melded Bruna                        | no      | 712.3a 712.3b
2021-07-23 | same Bruna@melded Bruna                        | no      | 713.3a 713.3b
2022-11-18 | same Bruna@melded Bruna                        | no      | 713.4a 713.4b
2023-04-14 | same Bruna@melded Bruna                        | no      | 712.8a 712.8g
2019-08-23 | same Stomp@stack Giant                         | unclear |
2019-10-04 | same Stomp@stack Giant                         | no      | 715.3b 715.4
2021-07-23 | same Stomp@stack Giant                         | no      | 716.3b 716.4
2023-04-14 | same Stomp@stack Giant                         | no      | 715.3b 715.4
2026-06-19 | same Giant@stack Giant@graveyard               | yes     | 715.4
2025-02-07 | same Strike@stack Dragon                       | unclear |
2025-04-04 | same Strike@stack Dragon                       | no      | 720.3b 720.4
2026-02-27 | same Jump@stack Aviator                        | unclear |
2026-04-17 | same Jump@stack Aviator                        | no      | 722.3c 722.4
2026-04-17 | same Jump@stack Jump@exile                     | yes     | 722.3c
2024-07-30 | same Pool@battlefield Locker@battlefield       | unclear |
2024-11-08 | same Pool@battlefield Locker@battlefield       | no      | 709.5
2024-11-08 | same 'Pool // Locker@battlefield,locked-left' Locker@chosen | yes | 709.5 709.4a
2024-11-08 | same 'Pool // Locker@battlefield,locked-left,locked-right' Pool@chosen | no | 709.5
2024-11-08 | same 'Pool // Locker@graveyard' Pool@battlefield | yes   | 709.4 709.5
2024-11-08 | same Pool@stack Locker@chosen                  | no      | 709.3b 709.4a
# ---- has it the chosen name ----
2001-07-23 | same Fire@stack 'Fire // Ice@chosen'           | unclear | 505.2 505.7
2008-02-01 | same 'Fire // Ice@hand' 'Fire // Ice@chosen'   | yes     | 505.7
2013-02-01 | same Ice@stack 'Fire // Ice@chosen'            | yes     | 708.2 708.7
2013-05-01 | same Ice@stack Ice@chosen                      | yes     | 708.2 708.7
2013-05-01 | same 'Fire // Ice@stack,left,right' Ice@chosen | yes     | 708.2 708.7
2017-04-28 | same 'Fire // Ice@hand' Ice@chosen             | yes     | 708.4 708.4a
2017-04-28 | same Fire@stack Ice@chosen                     | no      | 708.3b 708.4a
2026-06-19 | same 'Fire // Ice@stack,fused' Ice@chosen      | yes     | 709.4d 709.4a
2026-06-19 | same Cecily Eleven@chosen                      | yes     | 201.4g
2022-02-18 | same Cecily Eleven@chosen                      | no      |
2026-06-19 | same Isamaru@facedown Isamaru@chosen           | no      | 708.2a
# ---- different names ----
2001-07-23 | different 'X // Y' 'X // Z'                    | unclear | 505.6
2006-07-15 | different 'X // Y' 'X // Z'                    | no      | 505.6
2006-05-01 | different 'X // Y' Forest                      | yes     | 202.3
2009-07-11 | different 'X // Y' 'X // Z'                    | no      | 708.6b
2016-07-22 | different 'X // Y' 'X // Z'                    | no      | 708.6b
2016-08-26 | different 'X // Y' 'X // Z'                    | no      | 708.6b 201.2c
2020-11-20 | different 'X // Y' 'X // Z'                    | no      | 708.4 201.2c
2021-02-05 | different --group 'X // Y' 'X // Z'            | no      | 708.4 201.2b
2016-07-22 | different --group Forest Island@facedown       | unclear |
2016-08-26 | different --group Forest Island@facedown       | yes     | 201.2c 707.2a
2020-09-25 | different --group Forest@facedown Island@facedown | yes  | 201.2c 707.2a
2020-11-20 | different --group Forest@facedown Island@facedown | no   | 201.2c 707.2a
2020-11-20 | different --first Forest Island@facedown       | no      | 201.2c
2021-02-05 | different --first Forest Island@facedown Isamaru@facedown | yes | 201.2c
2026-06-19 | different --first Forest Island Forest         | no      | 201.2c
2026-06-19 | different Forest Island 'Grizzly Bears'        | yes     | 201.2b
2026-06-19 | different Forest Island 'Grizzly Bears@also=Spy Kit' Isamaru | yes | 201.2b
2026-06-19 | different Forest Mothdust 'Grizzly Bears@also=Spy Kit' | no | 201.2b 612.7
2022-04-29 | different --group Eleven Cecily                | no      | 201.3a 201.2b
2022-02-18 | different --group Eleven Cecily                | yes     | 201.2b
# ---- choosing ----
2001-07-23 | choose 'Fire // Ice'                           | yes     | 505.7
2009-10-01 | choose Ice                                     | no      | 708.7
2010-02-01 | choose 'Fire // Ice' --legal                   | yes     | 201.3 708.7
2010-02-01 | choose 'Fire // Ice'                           | unclear | 201.3 100.6
2013-02-01 | choose 'Fire // Ice' --not-legal               | no      | 201.3 100.6
2016-04-08 | choose Ice --legal                             | yes     | 201.3 708.7
2017-04-28 | choose Ice --legal --with 'blue instant'       | yes     | 201.3 201.3a 201.3b 708.4a
2017-04-28 | choose Ice --legal --with red                  | no      | 201.3a 201.3b
2018-08-10 | choose Ice --with red                          | no      | 201.3a
2018-08-10 | choose Ice --with blue                         | unclear | 201.3 100.6
2018-10-05 | choose Ice --with 'blue instant'               | yes     | 201.3a 201.3b 708.4a
2021-07-23 | choose 'Fire // Ice'                           | no      | 201.3b 709.4a
2022-04-29 | choose Ice --with 'mana value 2'               | yes     | 201.4a 201.4b
2026-06-19 | choose Ice --with 'mana value 3 or greater'    | no      | 201.4a 201.4b
2017-01-20 | choose Island --with artifact --legal          | unclear | 201.3
2017-04-28 | choose Island --with artifact                  | no      | 201.3a
2022-04-29 | choose 'Black Lotus' --with 'artifact, nonland' | yes    | 201.4 201.4a
2026-06-19 | choose 'Dryad Arbor' --with 'land creature'    | yes     | 201.4a
2026-06-19 | choose Isamaru --with 'nonlegendary creature'  | no      | 201.4a
2026-06-19 | choose Isamaru --with 'legendary creature or planeswalker' | yes | 201.4a
2026-06-19 | choose Mothdust --with multicolored            | yes     | 201.4a
2026-06-19 | choose Forest --with 'basic land'              | yes     | 201.4a
2026-06-19 | choose Forest --with nonbasic                  | no      | 201.4a
2009-10-01 | choose 'Marit Lage@token'                      | unclear | 708.7 108.2
2022-04-29 | choose 'Marit Lage'                            | no      | 201.4
2022-04-29 | choose 'Llanowar Elves@token'                  | yes     | 201.4
2009-10-01 | choose 'Black Lotus' --not-legal               | unclear |
2007-10-01 | choose Tok                                     | unclear | 508.2
2008-02-01 | choose Tok                                     | yes     | 508.5
2009-07-11 | choose Tok                                     | yes     | 709.5
2016-07-22 | choose Tok --legal                             | yes     | 201.3b 709.5
2017-04-28 | choose Tok --legal --with legendary            | yes     | 201.3a 201.3c 709.5
2021-07-23 | choose Tok --with red                          | yes     | 201.3c 710.5
2022-04-29 | choose Tok --with nonlegendary                 | no      | 201.4a 201.4c 710.5
2026-06-19 | choose Akki --with legendary                   | no      | 201.4a 710.2
2011-07-15 | choose Aberration --legal                      | unclear |
2011-09-30 | choose Aberration --legal                      | yes     | 201.3 711.8
2016-04-08 | choose Aberration --legal                      | yes     | 201.3 711.13
2017-04-28 | choose Aberration --legal --with insect        | yes     | 201.3a 201.3d 711.13
2020-09-25 | choose Aberration                              | yes     | 201.3d 711.14
2020-11-20 | choose Aberration                              | yes     | 201.3d 711.15
2021-07-23 | choose Aberration                              | yes     | 201.3d 712.15
2022-11-18 | choose Aberration --with human                 | no      | 201.4a 201.4d 712.15
2023-04-14 | choose Aberration                              | yes     | 201.4d 712.19
2026-06-19 | choose Delver --with human                     | yes     | 201.4a 712.8a
2026-06-19 | choose Delver Aberration                       | no      | 712.19
2020-08-07 | choose Emeria                                  | unclear |
2020-11-20 | choose Emeria --with land                      | yes     | 201.3a 201.3d 711.15
2025-09-19 | choose Emeria                                  | yes     | 201.4d 712.19
2016-07-22 | choose Brisela --legal                         | yes     | 201.3 201.3d 712.11
2017-04-28 | choose Brisela --legal                         | yes     | 201.3e 712.11
2022-11-18 | choose Brisela                                 | yes     | 201.4e 713.12
2023-04-14 | choose Brisela --with nonland                  | yes     | 201.4a 201.4e 712.19
2019-08-23 | choose Stomp                                   | unclear |
2021-06-18 | choose Stomp                                   | yes     | 201.3f 715.5
2022-04-29 | choose Stomp --with noncreature                | yes     | 201.4a 201.4f 716.5
2023-04-14 | choose Giant --with creature                   | yes     | 201.4a 715.4
2025-02-07 | choose Strike                                  | unclear |
2026-06-19 | choose Strike                                  | yes     | 201.4 720.5
2026-06-19 | choose Strike --with creature                  | unclear | 201.4a 720.5
2026-06-19 | choose Dragon --with creature                  | yes     | 201.4a 720.4
2026-02-27 | choose Jump                                    | unclear |
2026-04-17 | choose Jump                                    | yes     | 201.4 722.5
2026-06-19 | choose Jump --with instant                     | unclear | 201.4a 722.5
2026-06-19 | choose Aviator --with instant                  | no      | 201.4a 722.4
2024-07-30 | choose Pool                                    | yes     | 201.4b 709.4a
2026-06-19 | choose Locker --with nonenchantment            | no      | 201.4a 201.4b 709.5a
2026-06-19 | choose Eleven                                  | yes     | 201.4 201.4g
2021-11-19 | choose Godzilla                                | no      | 201.3 201.5
2022-04-29 | choose Godzilla                                | no      | 201.4 201.6
# ---- the English name ----
1999-04-23 | english Forest                                 | Forest  | 202.3
2003-05-26 | english Forest                                 | Forest  | 202.3
2003-07-01 | english Forest                                 | Forest  | 202.3 200.2
2009-07-11 | english Forest                                 | Forest  | 201.3 108.1
2010-02-01 | english Forest                                 | Forest  | 201.2 108.1
2026-06-19 | english 'Fire // Ice'                          | Fire // Ice | 201.2 709.4
2026-06-19 | english Delver@battlefield,back                | Aberration | 712.8e
2016-07-22 | english Godzilla                               | unclear | 201.2
2020-04-17 | english Godzilla                               | Zilortha | 201.5
2026-06-19 | english Godzilla                               | Zilortha | 201.6
2026-06-19 | english Forest@facedown                        | It has no name | 708.2a
1999-04-23 | english Island --changed Island=Mountain       | unclear |
2001-07-23 | english Island --changed Island=Mountain       | Island  | 415.4
2003-07-01 | english Island --changed Island=Mountain       | Island  | 418.6a
2009-07-11 | english Island --changed Island=Mountain       | Island  | 611.2
2009-10-01 | english Island --changed Island=Mountain       | Island  | 612.2
# ---- who is meant ----
1999-04-23 | refers Isamaru                                 | only Isamaru A | 202.2
2009-07-11 | refers Isamaru                                 | only Isamaru A | 201.2
2010-02-01 | refers Isamaru                                 | only Isamaru A | 201.4
2022-04-29 | refers Isamaru                                 | only Isamaru A | 201.5
1999-04-23 | refers Isamaru --granted                       | unclear | 202.2
2003-05-26 | refers Isamaru --granted                       | only Isamaru A | 202.2
2009-10-01 | refers Isamaru --granted                       | only Isamaru A | 201.2b
2010-02-01 | refers Isamaru --granted                       | only Isamaru A | 201.4a
2011-09-30 | refers Isamaru --granted --copied              | unclear | 201.4a
2022-04-29 | refers Isamaru --granted --copied              | only Isamaru A | 201.5a
2020-11-20 | refers Isamaru --granted --moved               | unclear | 201.4a
2026-06-19 | refers Isamaru --granted --moved               | the object the source became | 201.5a
2009-10-01 | refers Isamaru --gained-by Mothdust            | unclear | 201.2
2022-02-18 | refers Isamaru --gained-by Mothdust            | Mothdust | 201.4b
2022-04-29 | refers Isamaru --gained-by Mothdust            | Mothdust | 201.5b
2009-10-01 | refers Isamaru --shortened                     | unclear | 201.2
2010-02-01 | refers Isamaru --shortened --second            | the full name, Isamaru | 201.4c
2013-05-01 | refers Isamaru --shortened --first             | unclear | 201.4c
2013-07-13 | refers Isamaru --shortened --first             | the full name, Isamaru | 201.4c
2024-02-02 | refers 'Grizzly Bears' --shortened             | unclear | 201.5c
2024-03-08 | refers 'Grizzly Bears' --shortened             | the full name, Grizzly Bears | 201.5c
2003-05-26 | refers 'this creature'                         | unclear | 202.2
2009-07-11 | refers 'this creature'                         | still that object | 201.2a
2018-10-05 | refers 'this creature'                         | still that object | 700.7
2009-05-01 | refers Isamaru --renamed Forest                | the Forest | 503.11
2009-07-11 | refers Isamaru --renamed Forest                | the Forest | 706.10
2011-09-30 | refers Isamaru --renamed Forest                | the Forest | 706.11
2021-07-23 | refers Isamaru --renamed Forest                | the Forest | 707.11
2007-09-07 | refers Isamaru --ability                       | unclear | 202.2
2007-10-01 | refers Isamaru --ability                       | only Isamaru A | 503.10b
2009-07-11 | refers Isamaru --ability                       | only Isamaru A | 706.9b
2022-02-18 | refers Godzilla                                | unclear | 201.5
2022-04-29 | refers Godzilla                                | Zilortha | 201.6
# ---- tokens ----
1999-04-23 | token Goblin Scout                             | Goblin Scout | 216.1
2003-05-26 | token Goblin Scout                             | Goblin Scout | 216.1
2007-02-01 | token Goblin Scout                             | Goblin Scout | 216.1
2007-05-01 | token Goblin Scout                             | Goblin Scout | 216.1a
2009-07-11 | token Goblin Scout                             | Goblin Scout | 110.5c
2019-07-12 | token Goblin Scout                             | Goblin Scout | 111.4
2021-11-19 | token Goblin Scout                             | Goblin Scout Token | 111.4
2016-01-16 | token artifact creature Thopter                | Thopter | 110.5c
2016-01-16 | token artifact Treasure                        | unclear | 110.5c
2026-06-19 | token Vibranium                                | Vibranium Token | 111.4
2020-11-20 | token Walker                                   | Walker  | 111.4
2021-02-05 | token Walker                                   | Walker  | 111.10d
2023-06-16 | token Young Hero Role                          | Young Hero Role Token | 111.4
2023-09-01 | token Young Hero Role                          | Young Hero | 111.10r
2022-11-18 | token Incubator --back                         | unclear |
2023-04-14 | token Incubator --back                         | Phyrexian Token | 111.10i
2024-04-12 | token --name Fang                              | Fang    | 111.4
2024-07-30 | token --name Fang                              | Fang    | 111.4 111.11
2002-02-20 | token Soldier --changed Soldier=Wizard         | Soldier | 415.4 216.1
2002-10-07 | token Soldier --changed Soldier=Wizard         | Wizard  | 415.4 216.1
2009-05-01 | token Soldier --changed Soldier=Wizard         | Wizard  | 418.6c 216.1a
2009-09-04 | token Soldier --changed Soldier=Wizard         | Wizard  | 611.2a 110.5c
2021-11-19 | token Soldier --changed Soldier=Wizard         | Wizard Token | 612.2a 111.4
2021-11-19 | token Soldier --changed Soldier=Wizard --existing | Soldier Token | 612.2 111.4
2003-07-01 | token Soldier --changed Soldier=Wizard --existing | Soldier | 418.6a 216.1
# ---- decks and printings ----
1999-04-23 | deck Forest Forest                             | yes     | 100.2
2001-07-23 | deck Eleven Cecily                             | no      | 100.2
2022-02-18 | deck Eleven Cecily                             | no      | 100.2a
2022-04-29 | deck Eleven Cecily                             | yes     | 201.3 201.3b 100.2a
2022-04-29 | deck --commander Eleven Cecily                 | yes     | 201.3b 903.5b
2010-10-01 | deck --commander Forest Island                 | no      | 903.4b
2009-09-04 | deck --commander Forest Island                 | unclear |
2026-06-19 | deck Fire Ice                                  | yes     | 100.2a
2026-06-19 | deck 'Goblin@token' Forest                     | no      | 108.2b
2026-06-19 | play Forest --legal                            | yes     | 201.2 108.1 100.6
2026-06-19 | play Godzilla --not-legal                      | no      | 201.6 100.6
2026-06-19 | play Forest                                    | unclear | 100.6
2018-01-19 | play 'Unglued Thing'                           | no      | 100.7
"""
# What is said for a reason begins like a sentence and ends like one.
SENTENCE = re.compile(r"(?:[“(]|[A-Z](?![A-Z]{2})|\d).*[.)”]", re.S)
ROWS = [
    tuple(part.strip() for part in line.split("|")) for line in TABLE.strip().splitlines() if not line.startswith("#")
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{day} {line}" for day, line, *_rest in ROWS])
def test_answer_and_rules(row: tuple[str, str, str, str]) -> None:
    day, line, wanted, numbers = row
    found = ask(day, line)
    if wanted in ("yes", "no", "unclear"):
        assert found.verdict == wanted, [str(reason.says) for reason in found.reasons]
    else:
        assert (found.verdict, str(found.answer)) == (Verdict.YES, wanted)
    assert set(numbers.split()) <= set(found.numbers)
    said = [str(reason.says) for reason in found.reasons]
    assert [one for one in said if not SENTENCE.fullmatch(one)] == []


def test_rows_are_many_and_each_but_once() -> None:
    assert len(ROWS) > 200
    assert len({(day, line) for day, line, *_rest in ROWS}) == len(ROWS)


def test_by_analogy_and_tournament_rules_are_said() -> None:
    assert ask("2026-06-19", "choose Strike --with instant").by_analogy
    assert not ask("2026-06-19", "choose Stomp --with instant").by_analogy
    assert ask("2026-06-19", "play Forest --legal").rests_on_tournament_rules

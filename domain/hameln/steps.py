"""The steps of a turn: which kinds of move belong to each."""

from typing import Final

# What a seat may do in each step, what that is called, and the clause that says so.
STEPS: Final[dict[str, tuple[tuple[str, ...], str, str]]] = {
    "setting_up": ((), "HML-2.2", "the table has not been laid"),
    "place_man": (("place_man",), "HML-2.11", "places a man"),
    "place_woman": (("place_woman",), "HML-2.12", "places a woman"),
    "mandatory": (("declare", "marry", "sell", "exchange"), "HM-7", "takes a mandatory action first"),
    "declaring": (("declare", "end_declaring"), "HML-4.3", "declares the houses to activate"),
    "partner": (("prepare_child", "decline_child"), "HM-13", "decides whether to prepare a child"),
    "rat": (("place_rat",), "HML-12.3", "places a small rat"),
    "large_rat": (("place_large_rat",), "HM-12", "chooses which house gets a large rat"),
    "marrying": (("marry", "end_weddings"), "HML-6.3", "makes another wedding or ends the weddings"),
    "selling": (("sell", "exchange", "end_selling"), "HML-7.4", "declares another cube or ends the sale"),
    "optional": (("buy_cat", "buy_influence", "bribe", "end_turn"), "HML-3.3", "takes one optional action or ends the turn"),
    "pay": (("pay",), "HML-16.1", "decides what to pay the Pied Piper"),
    "over": ((), "HML-18.1", "the game is over"),
}

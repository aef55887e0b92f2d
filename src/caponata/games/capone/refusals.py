"""Why something may not be played in Capone: the rule that forbids it, and the facts of the sentence."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Refusal
from caponata.games.capone.cards import one_of
from caponata.games.capone.layout import (
    AIM_PLACE,
    AIM_SEAT,
    CASH,
    CHOOSING_PIECES,
    CHOOSING_SITE,
    EXCHANGING,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HOMES,
    LAST_GUARDS,
    LAST_MEMBER,
    MINIMUMS,
    MOST_STEPS,
    NONE,
    OVER,
    PARK,
    STEP_PRICE,
    STEPS,
    TURN,
    YEAR_END,
)
from caponata.games.capone.legality import CaponeLegality
from caponata.games.capone.moves import (
    ADD,
    ANGEBOT,
    BUY_OUT,
    CARD_NAMES,
    CONFIRM,
    DISCARD,
    DONE,
    EXCHANGE,
    FBI,
    FIRST_LEGAL,
    GUARD,
    INVEST,
    MEMBERS,
    PLAY,
    REHIRE,
    RETURN,
    SEIZE,
    SELL,
    SITE,
    SITE_NAMES,
    SITES_EACH,
    SQUEEZE,
    STRIKE,
    UEBERNAHME,
    VERKEHR,
    card_of,
    guards_of,
    member_of,
    place_of,
    seat_of,
    site_of,
    steps_of,
    verb_of,
)
from caponata.games.capone.people import DON, value


class CaponeRefusals(CaponeLegality):
    """Refusals: `moves` is what none of them forbids."""

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.phase == OVER:
            return Refusal("CAPONE-9.1", "game-over", {})
        if self.to_act == CHANCE_ACTS:
            return Refusal("CAPONE-2.2", "wait-for-the-draw", {})
        if seat < 0 or seat >= self.seats or not self.to_act >> seat & 1:
            order = "CAPONE-2.4"
            if self.phase == EXCHANGING:
                order = "CAPONE-2.3"
            elif self.phase == YEAR_END:
                order = "CAPONE-8.4"
            return Refusal(order, "not-your-turn", {"seat": self.turn})
        if self.phase == TURN:
            return self.refused_turn(seat, move)
        if self.phase == CHOOSING_SITE:
            return self.refused_site(seat, move)
        if self.phase == CHOOSING_PIECES:
            return self.refused_piece(seat, move)
        if self.phase == EXCHANGING:
            return self.refused_exchange(seat, move)
        if self.phase == YEAR_END:
            return self.refused_business(seat, move)
        return self.refused_target(seat, move)

    # Exchange and turn

    def refused_exchange(self, seat: i64, move: i64) -> Refusal | None:
        """Why this is no part of an exchange."""
        verb = verb_of(move)
        if verb == EXCHANGE:
            return None
        if verb != RETURN:
            return Refusal("CAPONE-2.3", "exchange-first", {})
        kind = card_of(move)
        if not one_of(self.words[HANDS + seat] & ~self.aside, kind):
            return Refusal("CAPONE-2.3", "card-not-in-hand", {"card": CARD_NAMES[kind]})
        return None

    def refused_turn(self, seat: i64, move: i64) -> Refusal | None:
        """Why a turn may not begin like this."""
        verb = verb_of(move)
        if verb == BUY_OUT:
            return self.refused_buy_out(seat, member_of(move))
        if verb not in (DISCARD, PLAY):
            return Refusal("CAPONE-2.5", "play-a-card", {})
        kind = card_of(move)
        if not one_of(self.words[HANDS + seat], kind):
            return Refusal("CAPONE-2.5", "card-not-in-hand", {"card": CARD_NAMES[kind]})
        if verb == DISCARD or self.can_play(seat, kind):
            return None
        return self.why_unplayable(seat, kind)

    def why_unplayable(self, seat: i64, kind: i64) -> Refusal:
        """Why a card can only be discarded."""
        card = {"card": CARD_NAMES[kind]}
        if kind < FIRST_LEGAL:
            if self.is_last_card():
                return Refusal("CAPONE-7.3", "last-card-does-not-fit", card)
            return Refusal("CAPONE-3.1", "too-weak", card)
        if kind < VERKEHR:
            if self.words[STEPS + seat] == 0:
                return Refusal("CAPONE-4.1", "nothing-invested", card)
            return Refusal("CAPONE-4.1", "no-free-guard", card)
        if kind == UEBERNAHME:
            return Refusal("CAPONE-5.4", "no-exact-sum", card)
        return Refusal(action_rule(kind), "nobody-to-hit", card)

    def refused_buy_out(self, seat: i64, member: i64) -> Refusal | None:
        """Why a member may not be bought out of prison."""
        if not self.in_prison(seat) >> member & 1:
            return Refusal("CAPONE-6.2", "not-in-prison", {"member": MEMBERS[member]})
        if not self.can_buy_out(seat, member):
            price = value(1 << member, self.lesser)
            return Refusal(
                "CAPONE-6.2",
                "too-dear",
                {"member": MEMBERS[member], "price": price, "cash": self.words[CASH + seat]},
            )
        return None

    # Placing

    def refused_site(self, seat: i64, move: i64) -> Refusal | None:
        """Why the card may not be used on this site."""
        if verb_of(move) != SITE:
            return Refusal("CAPONE-2.6", "choose-a-site", {"card": CARD_NAMES[self.card]})
        site = site_of(move)
        if self.can_place(seat, self.card, site):
            return None
        where: dict[str, str | int] = {"card": CARD_NAMES[self.card], "site": SITE_NAMES[site]}
        if self.card == UEBERNAHME:
            if self.owner(site) in (NONE, seat):
                return Refusal("CAPONE-5.4", "nobody-to-take-over", where)
            return Refusal("CAPONE-5.4", "no-exact-sum-here", {**where, "need": self.value_at(site)})
        if site // SITES_EACH != self.card:
            return Refusal("CAPONE-3.1", "another-business", where)
        if self.is_last_card():
            return Refusal("CAPONE-7.1", "last-card-not-here", where)
        return Refusal("CAPONE-3.5", "too-weak-here", {**where, "need": self.needed(seat, self.card, site)})

    def refused_piece(self, seat: i64, move: i64) -> Refusal | None:
        """Why this may not be the next step of the placement."""
        verb = verb_of(move)
        if verb == ADD:
            if self.may_add(seat, member_of(move)):
                return None
            return self.why_not_added(seat, member_of(move))
        if verb == GUARD:
            if self.may_bring(seat, guards_of(move)):
                return None
            return self.why_not_brought(seat, guards_of(move))
        if verb != CONFIRM:
            return Refusal("CAPONE-2.6", "choose-pieces", {})
        if self.may_confirm():
            return None
        return Refusal(self.total_rule(seat), "not-complete", {"value": self.composed(), "need": self.need})

    def why_not_added(self, seat: i64, member: i64) -> Refusal:
        """Why a member may not join the placement."""
        who: dict[str, str | int] = {"member": MEMBERS[member]}
        one: i64 = 1 << member
        if not self.words[HOMES + seat] & one:
            return Refusal("CAPONE-3.1", "not-at-home", who)
        if self.people & one:
            return Refusal("CAPONE-2.6", "already-named", who)
        if self.mode == LAST_GUARDS:
            guards = MINIMUMS[self.card] // GUARD_PRICE
            return Refusal("CAPONE-7.1", "last-card-guards", {"guards": guards})
        if self.mode == LAST_MEMBER:
            return Refusal("CAPONE-7.2", "last-card-weakest", {})
        stack = self.beside | self.people
        if not self.may_join(one, stack):
            if (stack | one) & DON:
                return Refusal("CAPONE-3.2", "don-stands-alone", who)
            return Refusal("CAPONE-3.3", "mama-takes-one", who)
        return Refusal(self.total_rule(seat), "spoils-the-total", {"need": self.need})

    def why_not_brought(self, seat: i64, guards: i64) -> Refusal:
        """Why so many guards may not go along."""
        if self.mode == LAST_MEMBER:
            return Refusal("CAPONE-7.2", "last-card-weakest", {})
        if self.guards > 0:
            return Refusal("CAPONE-2.6", "guards-named", {"guards": self.guards})
        if guards > self.words[GUARDS + seat]:
            return Refusal("CAPONE-3.1", "too-few-guards", {"guards": self.words[GUARDS + seat]})
        if self.mode == LAST_GUARDS:
            exact = MINIMUMS[self.card] // GUARD_PRICE
            return Refusal("CAPONE-7.1", "last-card-guards", {"guards": exact})
        return Refusal(self.total_rule(seat), "spoils-the-total", {"need": self.need})

    def total_rule(self, seat: i64) -> str:
        """The rule that says what the placement must be worth."""
        if self.card == UEBERNAHME:
            return "CAPONE-5.4"
        if self.is_last_card():
            return "CAPONE-7.1"
        owner = self.owner(self.site)
        if owner == NONE:
            return "CAPONE-3.1"
        if owner == seat:
            return "CAPONE-3.4"
        return "CAPONE-3.5"

    # Targets

    def refused_target(self, seat: i64, move: i64) -> Refusal | None:
        """Why an action may not hit this."""
        card = {"card": CARD_NAMES[self.card]}
        rule = action_rule(self.card)
        verb = verb_of(move)
        if self.phase == AIM_SEAT:
            if verb != SQUEEZE:
                return Refusal(rule, "choose-a-seat", card)
            if seat_of(move) == seat or seat_of(move) >= self.seats:
                return Refusal(rule, "not-an-opponent", card)
            return None
        if self.phase == AIM_PLACE:
            if verb != STRIKE:
                return Refusal(rule, "choose-a-place", card)
            if not self.is_target(seat, self.card, place_of(move)):
                return Refusal(rule, "nobody-there", card)
            return None
        if verb != SEIZE:
            return Refusal(rule, "choose-a-member", card)
        owner = seat_of(move)
        member = member_of(move)
        if owner == seat or owner >= self.seats:
            return Refusal(rule, "not-an-opponent", card)
        place = self.place_of(owner, member)
        if place == NONE or not self.is_target(seat, self.card, place):
            return Refusal(rule, "out-of-reach", {**card, "member": MEMBERS[member]})
        return None

    # The year's end

    def refused_business(self, seat: i64, move: i64) -> Refusal | None:
        """Why this may not be done at the year's end."""
        words = self.words
        cash = words[CASH + seat]
        verb = verb_of(move)
        if verb == DONE:
            return None
        if verb == BUY_OUT:
            return self.refused_buy_out(seat, member_of(move))
        if verb == SELL:
            if words[STEPS + seat] > 0:
                return None
            return Refusal("CAPONE-8.6", "nothing-to-sell", {})
        if verb == REHIRE:
            count = guards_of(move)
            if count > words[PARK + seat]:
                return Refusal("CAPONE-8.5", "too-few-in-park", {"guards": words[PARK + seat]})
            if count * GUARD_PRICE > cash:
                return Refusal("CAPONE-8.5", "no-money", {"price": count * GUARD_PRICE, "cash": cash})
            return None
        if verb == INVEST:
            count = steps_of(move)
            if words[STEPS + seat] + count > MOST_STEPS:
                return Refusal("CAPONE-8.7", "beyond-ten", {"steps": words[STEPS + seat]})
            if count * STEP_PRICE > cash:
                return Refusal("CAPONE-8.7", "no-money", {"price": count * STEP_PRICE, "cash": cash})
            return None
        return Refusal("CAPONE-8.4", "settle-the-year", {})


def action_rule(kind: i64) -> str:
    """The rule of an action card."""
    if kind < ANGEBOT:
        return "CAPONE-5.1"
    if kind == ANGEBOT:
        return "CAPONE-5.5"
    if kind == FBI:
        return "CAPONE-5.2"
    return "CAPONE-5.3"

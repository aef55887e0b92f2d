// A game of about the length and the size of a two-seat Capital Lux on boardgame.io's own server: 4 kB of state.
// Run as `node boardgame.js PORT [FOLDER]`: in memory, or with its file store in that folder.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Server, FlatFile } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const COLOURS = ['blue', 'green', 'pink', 'yellow'];
const HAND = 6;
const MODIFIERS = [4, 2, -1, -3];

function setup({ random }) {
  const cards = [];
  for (const colour of COLOURS) {
    for (let value = 1; value <= 15; value += 1) {
      cards.push({ id: `${colour}-${value}`, colour, value });
    }
  }
  const deck = random.Shuffle(cards);
  return {
    hands: { 0: deck.splice(0, HAND), 1: deck.splice(0, HAND) },
    homes: { 0: piles(), 1: piles() },
    capital: piles(),
    sums: { 0: numbers(), 1: numbers(), capital: numbers() },
    medals: COLOURS.map((colour) => ({ colour, holder: null, worth: 1 })),
    modifiers: random.Shuffle(MODIFIERS).map((value) => ({ value, colour: null })),
    plays: { 0: [], 1: [] },
    totals: { 0: totals(), 1: totals() },
    deck,
    left: deck.length,
  };
}

const piles = () => Object.fromEntries(COLOURS.map((colour) => [colour, []]));
const totals = () => Object.fromEntries(COLOURS.map((colour) => [colour, { total: 0, limit: 0, over: 0 }]));
const numbers = () => Object.fromEntries(COLOURS.map((colour) => [colour, 0]));

function play({ G, playerID }, pick) {
  const hand = G.hands[playerID];
  if (!Number.isInteger(pick) || pick < 0 || hand.length === 0) return INVALID_MOVE;
  const [card] = hand.splice(pick % hand.length, 1);
  const place = pick % 3 === 0 ? 'capital' : playerID;
  (place === 'capital' ? G.capital : G.homes[playerID])[card.colour].push(card);
  G.sums[place][card.colour] += card.value;
  for (const medal of G.medals) {
    const [mine, yours] = [G.sums[0][medal.colour], G.sums[1][medal.colour]];
    medal.holder = mine === yours ? null : mine > yours ? '0' : '1';
    medal.worth = 1 + G.capital[medal.colour].length;
  }
  G.plays[playerID].push(card.id);
  for (const seat of ['0', '1']) {
    for (const colour of COLOURS) {
      const [total, limit] = [G.sums[seat][colour], G.sums.capital[colour]];
      G.totals[seat][colour] = { total, limit, over: Math.max(0, total - limit) };
    }
  }
  if (G.deck.length > 0) hand.push(G.deck.pop());
  G.left = G.deck.length;
}

const game = {
  name: 'capital',
  setup,
  moves: { play },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.hands[0].length + G.hands[1].length === 0 ? { draw: true } : undefined),
  // Each player sees their own hand and the number of cards in the other hand and the deck, but no modifiers.
  playerView: ({ G, playerID }) => {
    const { deck, hands, modifiers, ...open } = G;
    const shown = Object.fromEntries(
      Object.entries(hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length]),
    );
    return { ...open, hands: shown };
  },
};

const [port, folder] = process.argv.slice(2);
const options = { games: [game], origins: ['http://127.0.0.1'] };
if (folder) options.db = new FlatFile({ dir: folder });
Server(options).run({ port: Number(port) });

import { SWITCHES } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelAccount } from '../model/model-account.ts';
import type { ModelBank } from '../model/model-banks.ts';
import { daysOf } from '../model/model-calendar.ts';
import type { Theme } from './write-patch.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Lives begin within these days of the calendar, and their clocks stop at the last one. */
const FIRST_DAY = 90;
const LAST_BEGIN = 1_400;
const LAST_DAY = 1_600;

/**
 * When a life begins: often shortly before the end of a month or a year, or before a night in which the clocks change.
 */
export function someInstant(dice: Random, bank: ModelBank): number {
  const days = daysOf(bank.zone);
  let day = dice.from(FIRST_DAY, LAST_BEGIN);
  const special = dice.below(8);
  const isSpecial = (at: number) => {
    if (special === 0) return days.midnight(at + 1) - days.midnight(at) !== DAY_MS;
    if (special === 1) return days.date(at).endsWith('12-31');
    return days.date(at + 1).endsWith('-01');
  };
  if (special < 4) for (let tries = 0; tries < 400 && !isSpecial(day) && day < LAST_BEGIN; tries++) day += 1;
  const [from, until] = [days.midnight(day), days.midnight(day + 1)];
  return dice.oneIn(2) ? until - 1 - dice.below(5_000) : from + dice.below(until - from);
}

/** When the next step happens: now, a little later, or at an instant at which something begins or ends. */
export function nextInstant(dice: Random, model: ModelAccount, nowMs: number, theme?: Theme): number {
  const atMs = moved(dice, model, nowMs, theme);
  return atMs > nowMs && atMs < model.days.midnight(LAST_DAY) ? atMs : nowMs;
}

function moved(dice: Random, model: ModelAccount, nowMs: number, theme: Theme | undefined): number {
  const own = theme === undefined ? undefined : EDGES[theme];
  if (own !== undefined && dice.oneIn(4)) return (edge(dice, model, nowMs, dice.pick(own)) ?? nowMs) + dice.from(-1, 1);
  const rolled = dice.below(100);
  if (rolled < 62) return nowMs;
  if (rolled < 76) return nowMs + 1;
  if (rolled < 82) return nowMs + dice.from(2, MINUTE_MS);
  if (rolled < 86) return nowMs + dice.from(MINUTE_MS, DAY_MS);
  if (rolled < 98) return (edge(dice, model, nowMs, dice.below(12)) ?? nowMs) + dice.from(-1, 1);
  return nowMs + (dice.oneIn(10) ? dice.from(28 * DAY_MS, 62 * DAY_MS) : dice.from(DAY_MS, 9 * DAY_MS));
}

/** The events that a restless life waits for. */
const EDGES: Readonly<Partial<Record<Theme, readonly number[]>>> = {
  switch: [0],
  abroad: [4],
  restrictions: [6],
  limits: [8],
  cards: [10, 11],
};

/** A future instant at which something of the account begins or ends. */
function edge(dice: Random, model: ModelAccount, nowMs: number, rolled: number): number | undefined {
  const { settings, cards, days, authorizations } = model;
  const ahead = (instants: readonly (number | undefined)[]) => {
    const later = instants.filter((ms) => ms !== undefined && ms >= nowMs);
    return later.length === 0 ? undefined : dice.pick(later);
  };
  if (rolled < 4) return ahead(SWITCHES.map((name) => settings.switches[name]?.untilMs));
  if (rolled < 6) return ahead([settings.foreignStartMs, settings.foreignEndMs]);
  if (rolled < 8) return ahead(dice.pick(cards).restrictions.map(({ endMs }) => endMs));
  if (rolled < 10) return ahead(model.openWindows(nowMs).map(({ endMs }) => endMs));
  if (rolled < 11) return days.midnight(days.dayAt(nowMs) + 1);
  const last = authorizations.at(-1);
  return last === undefined ? undefined : last.atMs + 7 * DAY_MS;
}

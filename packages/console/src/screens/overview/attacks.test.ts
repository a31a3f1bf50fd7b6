import { describe, expect, it } from 'vitest';
import { busiestWindow, type Decline, findBursts, isAttack } from './attacks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const START = Date.parse('2026-10-05T00:00:00Z');
const HOURS = 4 * 7 * 24;

/** Random numbers that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = randomFrom(34);
const burst = (merchant: string, from: number, count: number): Decline[] =>
  Array.from({ length: count }, () => ({ merchant, at: from + random() * 10 * MINUTE }));

/**
 * Declines of an hour at 40 merchants of different sizes, more by day and on weekends. Every Friday night, a merchant
 * renews its subscriptions, of which 100 to 140 are declined.
 */
function quietHour(hour: number): Decline[] {
  const at = START + hour * HOUR;
  const byDay = hour % 24 >= 8 && hour % 24 < 23 ? 1 : 0.15;
  const byWeek = Math.floor(hour / 24) % 7 >= 4 ? 1.6 : 1;
  const usual = Array.from({ length: 40 }, (_, size) => {
    const mean = (60 / (size + 1)) * byDay * byWeek;
    const count = Math.round(mean * (0.5 + random()));
    return Array.from({ length: count }, () => ({ merchant: `SHOP${size}`, at: at + random() * HOUR }));
  }).flat();
  const isRenewal = hour % (7 * 24) === 4 * 24 + 2;
  return isRenewal ? [...usual, ...burst('RENEWALS', at + 5 * MINUTE, 100 + random() * 40)] : usual;
}

/** Two times four weeks. */
const quiet = Array.from({ length: 2 * HOURS }, (_, hour) => quietHour(hour));

/** The attacks among the declines of an hour, by comparison with the same hour of the four weeks before. */
function attacksIn(hour: number, declines: readonly Decline[]): readonly string[] {
  return findBursts(declines)
    .filter((found) => {
      const before = [1, 2, 3, 4].map((week) => {
        const then = quiet[hour - week * 7 * 24] ?? [];
        return busiestWindow(then.filter(({ merchant }) => merchant === found.merchant).map(({ at }) => at)).count;
      });
      return isAttack(found, before);
    })
    .map(({ merchant }) => merchant);
}

describe('an attack on a merchant', () => {
  it('raises no alarm in a quiet month, with its days, weekends and weekly renewals', () => {
    const alarms = quiet.flatMap((declines, hour) => (hour < HOURS ? [] : attacksIn(hour, declines)));
    expect(quiet.slice(HOURS).flat().length).toBeGreaterThan(50_000);
    expect(alarms).toEqual([]);
    // renewals and busy hours of large merchants, which only the comparison tells from attacks
    expect(quiet.slice(HOURS).flatMap((declines) => findBursts(declines))).toHaveLength(42);
  });

  it('is found wherever it is planted: 50 declines within ten minutes', () => {
    const missed = Array.from({ length: 200 }, (_, place) => {
      const hour = HOURS + Math.floor(random() * HOURS);
      const merchant = place % 2 === 0 ? 'NEW' : `SHOP${10 + (place % 30)}`;
      const attack = burst(merchant, START + hour * HOUR + random() * 45 * MINUTE, 50);
      return attacksIn(hour, [...(quiet[hour] ?? []), ...attack]).includes(merchant) ? [] : [`${merchant} ${hour}`];
    }).flat();
    expect(missed).toEqual([]);
  });

  it('is a burst that is more than three times as busy as the usual one', () => {
    const usual = { merchant: 'RENEWALS', from: START, to: START + MINUTE, count: 240 };
    expect(isAttack(usual, [120, 100, 110, 130])).toBe(false);
    expect(isAttack({ ...usual, count: 500 }, [120, 100, 110, 130])).toBe(true);
    expect(isAttack(usual, [0, 0, 0, 0])).toBe(true);
  });

  it('is ten minutes long at most, and slow declines are none', () => {
    const slow = Array.from({ length: 100 }, (_, place) => ({ merchant: 'SLOW', at: START + place * MINUTE }));
    expect(findBursts(slow)).toEqual([]);
    expect(busiestWindow(slow.map(({ at }) => at)).count).toBe(10);
    expect(busiestWindow([])).toEqual({ from: 0, to: 0, count: 0 });
    const [found] = findBursts([...slow, ...burst('FAST', START + WEEK, 29), { merchant: 'FAST', at: START + WEEK }]);
    expect(found).toMatchObject({ merchant: 'FAST', from: START + WEEK, count: 30 });
  });
});

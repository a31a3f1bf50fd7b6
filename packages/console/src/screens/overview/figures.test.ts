import type { StatisticsPeriod } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import {
  currenciesOf,
  declinedByRule,
  figuresByPeriod,
  formatPoints,
  formatRise,
  knownSince,
  rateOf,
  responseIn,
  totals,
} from './figures.ts';

const HOUR = 3_600_000;
const at = (hour: number) => new Date(hour * HOUR).toISOString();
const aed = (approved: string, declined: string) => [{ currency: 'AED', approved, declined }];
const part = (value: string, declined: number) => ({ value, approved: 0, declined, amounts: [] });
const PERIODS: readonly StatisticsPeriod[] = [
  { starts_at: at(4), approved: 1, declined: 6, amounts: aed('10.00', '60.50'), parts: [part('A', 1), part('B', 5)] },
  {
    starts_at: at(2),
    approved: 3,
    declined: 4,
    amounts: [...aed('0.10', '1.00'), { currency: 'BHD', approved: '900.000', declined: '0.000' }],
    parts: [part('C', 2), part('B', 1), part('D', 1)],
  },
];
const times = [1, 2, 3, 4].map((hour) => hour * HOUR);
const figures = figuresByPeriod(times, PERIODS, knownSince(PERIODS));

describe('figures of the overview', () => {
  it('have a gap before the first known period, and zero for later periods without a decision', () => {
    expect(figures.map((counts) => (counts === null ? null : counts.declined))).toEqual([null, 4, 0, 6]);
    expect(figuresByPeriod(times, [], knownSince([]))).toEqual([null, null, null, null]);
  });

  it('have no rate for a period without decisions', () => {
    expect(figures.map(rateOf)).toEqual([null, (3 / 7) * 100, null, (1 / 7) * 100]);
  });

  it('have response times only for periods with decisions whose times were measured', () => {
    const measured = figuresByPeriod(times, [{ ...PERIODS[1]!, response_ms: { p50: 3.4, p99: 12 } }], 0);
    expect(measured.map(responseIn('p50'))).toEqual([null, 3.4, null, null]);
    expect(figures.map(responseIn('p99'))).toEqual([null, null, null, null]);
  });

  it('are added separately for each currency, the one with the largest amount first', () => {
    expect(totals(figures)).toMatchObject({ approved: 4, declined: 10 });
    expect(totals(figures).amounts.map(({ currency, approved }) => [currency, Number(approved)])).toEqual([
      ['BHD', 900],
      ['AED', 10.1],
    ]);
    expect(currenciesOf(figures)).toEqual(['BHD', 'AED']);
  });

  it('name the rules with the most declines, and combine the others', () => {
    expect(declinedByRule(figures, 3)).toEqual([
      { rule: 'B', total: 6, values: [null, 1, 0, 5] },
      { rule: 'C', total: 2, values: [null, 2, 0, 0] },
      { rule: undefined, total: 2, values: [null, 1, 0, 1] },
    ]);
    expect(declinedByRule(figures, 4).map(({ rule }) => rule)).toEqual(['B', 'C', 'D', 'A']);
  });

  it('are compared with the period before: counts in percent, rates in points, and unknown values not at all', () => {
    expect([formatRise(112, 100, 'en-GB'), formatRise(50, 100, 'en-GB')]).toEqual(['+12%', '-50%']);
    expect([formatRise(7, 7, 'en-GB'), formatRise(7, 0, 'en-GB')]).toEqual(['0%', undefined]);
    expect([formatPoints(71.4, 75, 'en-GB'), formatPoints(null, 75, 'en-GB')]).toEqual(['-3.6 pp', undefined]);
  });
});

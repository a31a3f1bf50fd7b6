import { readStatistics, type StatisticsPeriod } from '@cardwright/contract';
import { currencyOf, formatAmount } from '../../../platform/kernel/money.ts';
import { cutItems, readPage } from '../../../platform/kernel/page.ts';
import { ok } from '../../../platform/kernel/result.ts';
import { periodsAt } from '../../../platform/kernel/time/periods.ts';
import { readTimeRange } from '../../../platform/kernel/time/time-range.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { longestOf } from './response-steps.ts';
import { type ResponseRow, readResponseTimes } from './response-time-store.ts';
import { readStatisticsRows, type StatisticsRow } from './statistics-store.ts';

/** Returns the bank's decisions, counted by hour or day (docs/interface/decision.md#statistics). */
export function readStatisticsOperation(banks: BankDirectory) {
  return implementBankRest(readStatistics, banks, async ({ tx, bank, audit }, { query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const { bankId, calendar } = bank;
    const { by: grain = 'hour', split } = query;
    const range = { grain, split, ...readTimeRange(query), before: page.value.before.at };
    const rows = await readStatisticsRows(tx, bankId, range, page.value.limit, (at) =>
      periodsAt(at, calendar.timeZone),
    );
    const periods = [...groupBy(rows, (row) => row.starts_at.getTime()).values()];
    const begins = periods.map((period) => placeOf(period).at);
    const times = await readResponseTimes(tx, bankId, grain, begins);
    const timesOf = new Map(times.map((row) => [row.starts_at.getTime(), row]));
    const toResponse = (period: readonly StatisticsRow[]) =>
      toPeriodResponse(period, split, timesOf.get(placeOf(period).at.getTime()));
    const body = cutItems(periods, page.value, placeOf, toResponse);
    audit(bankId, `bank:${bankId}`, 'statistics read', { periods: body.items.length });
    return ok({ body });
  });
}

function placeOf([first]: readonly StatisticsRow[]) {
  return { at: first?.starts_at ?? new Date(0), id: 0n };
}

function toPeriodResponse(
  rows: readonly StatisticsRow[],
  split: string | undefined,
  times: ResponseRow | undefined,
): StatisticsPeriod {
  const parts = groupBy(
    rows.filter((row) => row.split === split),
    (row) => row.value,
  );
  const entries = [...parts].map(([value, some]) => ({ value, ...countsOf(some) }));
  return {
    starts_at: placeOf(rows).at.toISOString(),
    ...countsOf(rows.filter((row) => row.split === 'all')),
    ...(times !== undefined && { response_ms: { p50: longestOf(times.half), p99: longestOf(times.most) } }),
    ...(split !== undefined && {
      parts: entries.sort((one, other) => other.approved + other.declined - one.approved - one.declined),
    }),
  };
}

function countsOf(rows: readonly StatisticsRow[]) {
  const sum = (of: (row: StatisticsRow) => bigint) => Number(rows.reduce((total, row) => total + of(row), 0n));
  return {
    approved: sum((row) => row.approved),
    declined: sum((row) => row.declined),
    amounts: rows
      .filter((row) => row.currency !== '')
      .map(({ currency, approved_minor, declined_minor }) => {
        const { exponent } = currencyOf(currency);
        return {
          currency,
          approved: formatAmount(approved_minor, exponent),
          declined: formatAmount(declined_minor, exponent),
        };
      }),
  };
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

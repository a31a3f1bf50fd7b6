import type { AuthorizationListItem, DecliningMerchant, StatisticsPeriod } from '@cardwright/contract';

/** How many declines share a value. */
export interface TopValue {
  readonly value: string;
  readonly declined: number;
}

const MAX_VALUES = 6;

/** The values with the most declines in the statistics, the largest first. */
export function topParts(periods: readonly StatisticsPeriod[]): readonly TopValue[] {
  const counts = new Map<string, number>();
  for (const { value, declined } of periods.flatMap(({ parts = [] }) => parts)) {
    counts.set(value, (counts.get(value) ?? 0) + declined);
  }
  return largest(counts);
}

/** The values with the most declines in a list, the largest first. */
export function topOfDeclines(
  declines: readonly AuthorizationListItem[],
  valueIn: (decline: AuthorizationListItem) => string | undefined,
): readonly TopValue[] {
  const counts = new Map<string, number>();
  for (const value of declines.flatMap((decline) => valueIn(decline) ?? [])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return largest(counts);
}

/** The first of the merchants with the most declines, which the server sorts. */
export function topOfMerchants(merchants: readonly DecliningMerchant[]): readonly TopValue[] {
  return merchants.slice(0, MAX_VALUES).map(({ merchant, declined }) => ({ value: merchant, declined }));
}

function largest(counts: ReadonlyMap<string, number>): readonly TopValue[] {
  return [...counts]
    .map(([value, declined]) => ({ value, declined }))
    .filter(({ value, declined }) => value !== '' && declined > 0)
    .sort((one, other) => other.declined - one.declined || (one.value < other.value ? -1 : 1))
    .slice(0, MAX_VALUES);
}

/** The bank identification number of a masked card number. */
export function binOf({ card_number: number }: AuthorizationListItem): string | undefined {
  return /^\d{6}/.exec(number ?? '')?.[0];
}

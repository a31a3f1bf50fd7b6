import type { Condition } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import type { AccountLimits, Limit, LimitTerms } from './limit.ts';
import type { Cell, Cells } from './limit-cells.ts';

/** The stored form of limits, in the database and in the account's history. JSON has no bigint. */
export type StoredLimit = Omit<LimitTerms, 'max' | 'onlyMerchant' | 'locksFirst' | 'where' | 'assumedLists'> & {
  readonly key: number;
  readonly cardId?: string;
  readonly tokenReference?: string;
  readonly max: string;
  readonly onlyMerchant?: string;
  readonly locksFirst?: true;
  readonly where?: Condition;
  readonly since: string;
};

export function storeLimit(limit: Limit): StoredLimit {
  const { key, id, measure, of, window, cardId, tokenReference, max, onlyMerchant, locksFirst, where, since } = limit;
  return {
    ...{ key: Number(key), id, measure, of, window },
    ...(cardId !== undefined && { cardId: String(cardId) }),
    ...(tokenReference !== undefined && { tokenReference }),
    max: String(max),
    ...(onlyMerchant !== undefined && { onlyMerchant }),
    ...(locksFirst && { locksFirst }),
    ...(where !== undefined && { where }),
    since: since.toISOString(),
  };
}

export function toLimit({ key, cardId, max, onlyMerchant, locksFirst, since, ...limit }: StoredLimit): Limit {
  return {
    ...limit,
    key: String(key),
    cardId: cardId === undefined ? undefined : BigInt(cardId),
    max: BigInt(max),
    onlyMerchant,
    locksFirst: locksFirst ?? false,
    since: new Date(since),
  };
}

export function writeLimits({ limits }: AccountLimits): string {
  return JSON.stringify(limits.map(storeLimit));
}

type StoredCell = readonly [slot: number, value: string, merchant?: string];

export function encodeUsage({ usage }: Pick<AccountLimits, 'usage'>): string {
  const cells = [...usage].map(([key, of]) => [
    key,
    of.map(({ slot, value, merchant }) => (merchant === '' ? [slot, String(value)] : [slot, String(value), merchant])),
  ]);
  return JSON.stringify(Object.fromEntries(cells));
}

export function readLimits(limits: string, usage: string): AccountLimits {
  return { limits: readTerms(limits), usage: decodeUsage(usage) };
}

/** Reads the limits without their use. */
export function readTerms(limits: string): Limit[] {
  return (JSON.parse(limits) as StoredLimit[]).map(toLimit);
}

export function decodeUsage(usage: string): AccountLimits['usage'] {
  const cells = JSON.parse(usage) as Record<string, readonly StoredCell[]>;
  return new Map(Object.entries(cells).map(([key, of]): [string, Cells] => [key, of.map(readCell)]));
}

function readCell([slot, value, merchant = '']: StoredCell): Cell {
  return { slot, value: BigInt(requireValue(value, 'the value of a slot')), merchant };
}

import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';

/** The columns of the list in their order, each with its heading. */
export const COLUMN_WORDS = {
  at: 'decision.at',
  state: 'decision.state',
  amount: 'decision.amount',
  merchant: 'decision.merchant',
  reason: 'decision.reason',
  mcc: 'filter.mcc',
  country: 'filter.country',
  channel: 'decision.channel',
  card: 'decision.card',
  account: 'decision.account',
  merchantId: 'decision.merchantId',
  acquirer: 'decision.acquirer',
  reference: 'decision.reference',
} as const satisfies Readonly<Record<string, WordKey>>;

export type ColumnName = keyof typeof COLUMN_WORDS;
export const COLUMN_NAMES = Object.keys(COLUMN_WORDS) as ColumnName[];

const FIRST_COLUMNS: readonly ColumnName[] = ['at', 'state', 'amount', 'merchant', 'reason', 'channel', 'card'];

function shelfOf(person: string): string {
  return `cardwright.columns.${person}`;
}

/** Reads the columns that this person chose in this browser. The time is always one of them, because it is the link. */
export function loadColumns(person: string, storage: Pick<Storage, 'getItem'>): readonly ColumnName[] {
  const stored = storage.getItem(shelfOf(person))?.split(',') ?? FIRST_COLUMNS;
  return COLUMN_NAMES.filter((name) => name === 'at' || stored.includes(name));
}

export function storeColumns(person: string, columns: readonly ColumnName[], storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(shelfOf(person), columns.join(','));
}

/** The columns of the signed-in person, and the function that changes them. */
export function useColumns(): readonly [readonly ColumnName[], (columns: readonly ColumnName[]) => void] {
  const { subject } = useSession();
  const [columns, setColumns] = useState(() => loadColumns(subject, localStorage));
  const choose = (next: readonly ColumnName[]) => {
    storeColumns(subject, next, localStorage);
    setColumns(loadColumns(subject, localStorage));
  };
  return [columns, choose];
}

import type { HistoryEntry, TokenWithHistory } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { mergeEvents } from './merge-events.ts';

const entry = (hour: number): HistoryEntry => ({ at: `2026-11-20T0${hour}:00:00.000Z`, kind: 'SETTINGS' });
const token = (hour: number) => ({ history: [{ at: `2026-11-20T0${hour}:30:00.000Z` }] }) as TokenWithHistory;
const hours = (...of: Parameters<typeof mergeEvents>) =>
  mergeEvents(...of).map(({ at, kind }) => `${at.slice(11, 16)} ${kind}`);

it('events of several accounts and tokens form one list, newest first, without hidden gaps', () => {
  const first = { accountNumber: '1', items: [entry(5), entry(3), entry(1)], next: null };
  const second = { accountNumber: '2', items: [entry(4), entry(2)], next: null };
  const all = ['05:00 ACCOUNT', '04:00 ACCOUNT', '03:00 ACCOUNT', '02:30 TOKEN', '02:00 ACCOUNT', '01:00 ACCOUNT'];
  expect(hours([first, second], [token(2)])).toEqual(all);
  // More entries of the second list are missing, so nothing before its last entry is shown.
  expect(hours([first, { ...second, next: 'more' }], [token(1)])).toEqual([
    '05:00 ACCOUNT',
    '04:00 ACCOUNT',
    '03:00 ACCOUNT',
    '02:00 ACCOUNT',
  ]);
});

import { bucketOf } from '../../../platform/storage/index.ts';
import type { ResolvedMessage } from './resolved-message.ts';

/** The columns by which statements of a batch name accounts: buckets, banks and numbers. */
export function accountColumns(accounts: readonly Pick<ResolvedMessage, 'bankId' | 'accountId'>[]): unknown[] {
  return [
    accounts.map(({ accountId }) => bucketOf(accountId)),
    accounts.map(({ bankId }) => bankId),
    accounts.map(({ accountId }) => accountId),
  ];
}

import { CHANGE_KINDS, type ChangeKind } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Settings } from '../configuration/settings.ts';

export const NO_KINDS: ReadonlySet<ChangeKind> = new Set();
const ALL_KINDS: ReadonlySet<ChangeKind> = new Set(CHANGE_KINDS);

/** The kinds of changes that need a second person. A bank that configures none has all in production, and none in a sandbox. */
export function kindsForSecondPerson(
  bank: Pick<Bank, 'secondPerson'> | undefined,
  { CARDWRIGHT_MODE: mode }: Pick<Settings, 'CARDWRIGHT_MODE'>,
): ReadonlySet<ChangeKind> {
  if (bank?.secondPerson !== undefined) return new Set(bank.secondPerson);
  return mode === 'sandbox' ? NO_KINDS : ALL_KINDS;
}

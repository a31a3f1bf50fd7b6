import { CHANGE_KINDS, type ChangeKind } from '@cardwright/contract';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import { createChangeGate } from '../../platform/change-requests/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { ChangeGate } from '../../platform/operation/index.ts';
import type { Settings } from '../configuration/settings.ts';

const NO_KINDS: ReadonlySet<ChangeKind> = new Set();
const ALL_KINDS: ReadonlySet<ChangeKind> = new Set(CHANGE_KINDS);

/** Opens the gate of changes that need a second person. Acquirers and networks need none. */
export function openChangeGate(
  settings: Pick<Settings, 'CARDWRIGHT_MODE'>,
  banks: BankDirectory,
  deps: Parameters<typeof createChangeGate>[0],
): ChangeGate {
  return createChangeGate(deps, ({ kind, bankId = '' }) =>
    kind === 'bank' ? kindsForSecondPerson(banks.bank(bankId), settings) : NO_KINDS,
  );
}

/** The kinds of changes that need a second person. A bank that configures none has all in production, and none in a sandbox. */
export function kindsForSecondPerson(
  bank: Pick<Bank, 'secondPerson'> | undefined,
  { CARDWRIGHT_MODE: mode }: Pick<Settings, 'CARDWRIGHT_MODE'>,
): ReadonlySet<ChangeKind> {
  if (bank?.secondPerson !== undefined) return new Set(bank.secondPerson);
  return mode === 'sandbox' ? NO_KINDS : ALL_KINDS;
}

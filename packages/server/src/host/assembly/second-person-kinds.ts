import { ACQUIRER_CHANGE_KINDS, BANK_CHANGE_KINDS, type ChangeKind } from '@cardwright/contract';
import type { AcquirerDirectory } from '../../acquiring/index.ts';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import type { Caller } from '../../platform/access/index.ts';
import type { Settings } from '../configuration/settings.ts';

const NO_KINDS: ReadonlySet<ChangeKind> = new Set();

/** Returns the kinds of changes for which the bank or the acquirer of a caller requires a second person. */
export function kindsOfCaller(
  settings: Pick<Settings, 'CARDWRIGHT_MODE'>,
  banks: BankDirectory,
  acquirers: Pick<AcquirerDirectory, 'acquirer'>,
) {
  return ({ kind, bankId = '', acquirerId = '' }: Caller): ReadonlySet<ChangeKind> => {
    if (kind === 'bank') return kindsForSecondPerson(banks.bank(bankId), settings);
    if (kind !== 'acquirer') return NO_KINDS;
    return kindsForSecondPerson(acquirers.acquirer(acquirerId), settings, ACQUIRER_CHANGE_KINDS);
  };
}

/** The kinds that need a second person. A tenant that configures none has all in production, and none in a sandbox. */
export function kindsForSecondPerson(
  tenant: { readonly secondPerson?: readonly ChangeKind[] | undefined } | undefined,
  { CARDWRIGHT_MODE: mode }: Pick<Settings, 'CARDWRIGHT_MODE'>,
  all: readonly ChangeKind[] = BANK_CHANGE_KINDS,
): ReadonlySet<ChangeKind> {
  if (tenant?.secondPerson !== undefined) return new Set(tenant.secondPerson);
  return mode === 'sandbox' ? NO_KINDS : new Set(all);
}

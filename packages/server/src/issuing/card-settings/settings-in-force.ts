import type { Bank } from '../../platform/kernel/bank.ts';
import { currencyOf } from '../../platform/kernel/money.ts';
import { type BankDirectory, type Program, withDefaults } from '../banks/index.ts';
import type { StoredSettings } from './card-settings.ts';
import { checksumOf } from './checksum.ts';
import { readCounters } from './counters.ts';
import { type SettingsResponse, supportedFeatures, toSettingsResponse } from './settings-response.ts';
import type { AccountSettings } from './settings-store.ts';

export interface SettingsSnapshot {
  readonly response: SettingsResponse;
  readonly features: string;
  readonly checksum: string;
}

/**
 * Returns the settings that an answer shows. `stored` are the account's current settings, or the settings after an
 * update.
 */
export function settingsInForce(
  account: AccountSettings,
  stored: StoredSettings,
  { banks, bank, now, program }: { banks: BankDirectory; bank: Bank; now: Date; program: Program | undefined },
): SettingsSnapshot {
  const product = banks.product(bank.bankId, account.productCode);
  if (product === undefined) throw new Error(`bank ${bank.bankId} has no product ${account.productCode}`);
  const counters = readCounters(account.counters);
  const exponent = exponentOf(account);
  const inForce = withDefaults(stored, program, exponent);
  const response = toSettingsResponse({ stored: inForce, counters, exponent, flags: product }, bank, now);
  const features = supportedFeatures(bank.cardControl);
  return { response, features, checksum: checksumOf(features, response) };
}

/** Returns the decimals of the account's currency. */
export function exponentOf(account: AccountSettings): number {
  return currencyOf(account.currency).exponent;
}

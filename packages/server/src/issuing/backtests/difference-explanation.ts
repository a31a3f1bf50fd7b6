import type { BacktestDifference } from '@cardwright/contract';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import { toChangedDecision, useOfRaw } from '../authorization/index.ts';
import type { BankReplay } from './replay-bank.ts';

/** Returns the merchant of a stored message. */
export function merchantOf(message: string) {
  const { merchant, merchant_place: place, mcc } = useOfRaw(readStoredJson(message));
  return { merchant: merchant.trim(), merchant_name_location: place.trim(), mcc };
}

/** Returns a changed decision in the form of the answer. */
export function explainBankDifference(
  { account, money, row, decision }: BankReplay,
  exids: ReadonlyMap<bigint, string>,
): BacktestDifference {
  const { merchant, merchant_name_location } = merchantOf(row.message);
  return {
    account_number: account.account_number,
    currency: money.code,
    merchant,
    merchant_name_location,
    ...toChangedDecision({ row, decision }, exids, money.exponent),
  };
}

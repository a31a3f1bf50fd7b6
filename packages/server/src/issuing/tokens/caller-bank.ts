import type { Bank } from '../../platform/kernel/bank.ts';
import type { Failure, Success } from '../../platform/kernel/result.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';

/** The caller's bank. `wrong_bank` for a network or an acquirer, because tokens belong to banks. */
export function callerBank(
  { caller }: Pick<OperationContext, 'caller'>,
  banks: BankDirectory,
): Success<Bank> | Failure<'wrong_bank'> {
  return bankOfCaller(caller, banks, 'Only banks have tokens');
}

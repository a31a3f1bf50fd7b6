import type { Caller } from '../../platform/access/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { BankDirectory } from './bank-directory.ts';

/** Returns the bank of the caller. Fails with `wrong_bank` for a network or an acquirer. */
export function bankOfCaller(
  caller: Caller,
  banks: BankDirectory,
  message = 'Only banks have this',
): Success<Bank> | Failure<'wrong_bank'> {
  const bank = caller.kind === 'bank' && caller.bankId !== undefined ? banks.bank(caller.bankId) : undefined;
  return bank === undefined ? fail('wrong_bank', { message }) : ok(bank);
}

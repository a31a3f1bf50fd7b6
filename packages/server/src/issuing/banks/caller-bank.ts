import type { RestOperation } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import { implementRest, type OperationContext, type RestImplementation } from '../../platform/operation/index.ts';
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

interface BankContext extends OperationContext {
  /** The bank of the caller, and its id. */
  readonly bank: Bank;
  readonly bankId: string;
}

/** Implements an operation that only banks have: `wrong_bank` for a network or an acquirer. */
export function implementBankRest<O extends RestOperation>(
  contract: O,
  banks: BankDirectory,
  run: (
    context: BankContext,
    input: Parameters<RestImplementation<O>['run']>[1],
  ) => ReturnType<RestImplementation<O>['run']>,
): RestImplementation {
  return implementRest(contract, async (context, input) => {
    const calling = bankOfCaller(context.caller, banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    return run({ ...context, bank, bankId: bank.bankId }, input);
  });
}

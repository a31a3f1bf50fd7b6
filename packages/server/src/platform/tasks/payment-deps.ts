import type { AccountException } from '@cardwright/contract';
import type { Failure, Success } from '../kernel/result.ts';
import type { OperationContext } from '../operation/index.ts';
import type { TaskDeps } from './read-tasks.ts';

/** A payment that a caller requests card operations to allow. */
interface RequestedPayment {
  readonly account_number: string;
  readonly merchantId: string;
  readonly maxAmount: string;
  readonly reason: string;
}

/** The tasks, and the exceptions of accounts, which another capability supplies. */
export interface PaymentDeps extends TaskDeps {
  /** Checks that the account exists and that the amount is valid in its currency. */
  readonly checkPayment: (
    context: OperationContext,
    payment: RequestedPayment,
  ) => Promise<
    | Success<{ readonly subject: string; readonly accountNumber: string; readonly currency: string }>
    | Failure<'account_not_found' | 'wrong_format' | 'wrong_bank'>
  >;
  /** Creates the exception in the name of the caller, within the limits that the bank sets for the caller's role. */
  readonly allowPayment: (
    context: OperationContext,
    payment: RequestedPayment & { readonly validUntil: string },
  ) => Promise<
    | Success<AccountException>
    | Failure<
        'account_not_found' | 'state_forbids' | 'wrong_bank' | 'field_missing' | 'value_not_allowed' | 'wrong_format'
      >
  >;
}

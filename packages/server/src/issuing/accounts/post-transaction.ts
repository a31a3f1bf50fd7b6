import { postTransaction } from '@cardwright/contract';
import { currencyOf, formatAmount, MAX_MINOR, parseAmount } from '../../platform/kernel/money.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import { recordChange } from './account-change-store.ts';
import { toBalancesResponse } from './account-response.ts';
import { findAccountId, lockAccount } from './account-store.ts';
import { insertTransaction, moveFunds } from './funds-store.ts';

/**
 * Posts a transaction to an account (docs/interface/accounts.md#transaction). Fails with `state_forbids` if a debit
 * exceeds the available amount of an account whose funds the gateway checks.
 */
export const postTransactionOperation = implementEnvelope(postTransaction, {
  async run({ tx, bank, now, audit }, body) {
    const { transaction } = body;
    const accountId = await findAccountId(tx, bank.bankId, body.account_identifier_id);
    const account = accountId === undefined ? undefined : await lockAccount(tx, bank.bankId, accountId);
    if (account === undefined) return fail('account_not_found');
    const { exponent, code } = currencyOf(account.currency);
    if (transaction.currency !== code) {
      return fail('value_not_allowed', {
        path: 'body.transaction.currency',
        message: `must be the account's: ${code}`,
      });
    }
    const path = 'body.transaction.amount';
    const subject = `account:${account.account_number}`;
    const amount = parseAmount(transaction.amount, exponent);
    if (amount === undefined || amount === 0n) {
      const message = `must be above zero, with at most ${exponent} decimals`;
      return fail('wrong_format', { path, message });
    }
    const change = transaction.transaction_code === 'CREDIT' ? amount : -amount;
    if (account.funds_check && account.available_minor + change < 0n && change < 0n) {
      return fail('state_forbids', {
        subject,
        path,
        message: 'is more than the account has available',
      });
    }
    if (account.available_minor + account.reserved_minor + change > MAX_MINOR) {
      return fail('state_forbids', { subject, path, message: 'is more than an account can hold' });
    }
    const moved = { availableMinor: change, reservedMinor: 0n };
    const available = await moveFunds(tx, bank.bankId, account.account_id, moved);
    const posted = {
      code: transaction.transaction_code,
      amountMinor: amount,
      availableAfterMinor: available,
      date: transaction.transaction_date,
      reference: transaction.transaction_ref_number,
    };
    await insertTransaction(tx, bank.bankId, account.account_id, posted, now);
    await recordChange(tx, bank.bankId, account.account_id, { kind: 'FUNDS', availableMinor: String(change) }, now);
    const details = { amount: transaction.amount, reference: transaction.transaction_ref_number };
    audit(bank.bankId, subject, transaction.transaction_code, details, {
      before: { available: formatAmount(account.available_minor, exponent) },
      after: { available: formatAmount(available, exponent) },
      event: () => ({
        before: { balances: toBalancesResponse(account) },
        after: { balances: toBalancesResponse({ ...account, available_minor: available }) },
      }),
    });
    return ok({
      account_identifier_id: body.account_identifier_id,
      account_identifier_type: body.account_identifier_type,
      transaction,
      response_code: '0' as const,
      available_amount: formatAmount(available, exponent),
      currency: code,
    });
  },
});

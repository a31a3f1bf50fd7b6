import { CREDIT_LIMIT_FIELD, createAccount, FUNDS_CHECK_FIELD, type RequestBodyOf } from '@cardwright/contract';
import { currency, formatAmount, parseAmount } from '../../platform/kernel/money.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { findClientId } from '../clients/index.ts';
import { toAccountResponse } from './account-response.ts';
import { insertAccount, type NewAccount, nextAccountNumber } from './account-store.ts';

type CustomFields = RequestBodyOf<typeof createAccount>['custom_fields'];

/** Creates an account (docs/interface/accounts.md#create). Fails with `client_not_found` for an unknown client. */
export function createAccountOperation(banks: BankDirectory) {
  return implementEnvelope(createAccount, {
    async run({ tx, bank, now, audit }, body) {
      const { account, custom_fields: customFields } = body;
      if (account.customer_id !== body.customer_id) {
        return fail('value_not_allowed', { path: 'body.account.customer_id', message: 'must be body.customer_id' });
      }
      const product = banks.product(bank.bankId, account.product_code);
      if (product === undefined)
        return fail('value_not_allowed', {
          path: 'body.account.product_code',
          message: 'is not a product of this bank',
        });
      if (product.cardType !== body.card_type) {
        return fail('value_not_allowed', {
          path: 'body.card_type',
          message: `must be the product's: ${product.cardType}`,
        });
      }
      const money = currency(account.currency);
      if (money === undefined)
        return fail('value_not_allowed', {
          path: 'body.account.currency',
          message: 'is not an ISO 4217 currency code',
        });
      const custom = (key: string) => customFields?.find((field) => field.key === key)?.value;
      const available = parseAmount(custom(CREDIT_LIMIT_FIELD) ?? '0', money.exponent);
      if (available === undefined) {
        const message = `${CREDIT_LIMIT_FIELD} must be a decimal amount with at most ${money.exponent} decimals`;
        return fail('wrong_format', { path: 'body.custom_fields', message });
      }
      const fundsCheck = custom(FUNDS_CHECK_FIELD) ?? 'Y';
      if (fundsCheck !== 'Y' && fundsCheck !== 'N') {
        return fail('value_not_allowed', {
          path: 'body.custom_fields',
          message: `${FUNDS_CHECK_FIELD} must be Y or N`,
        });
      }
      const clientId = await findClientId(tx, bank.bankId, body.customer_id);
      if (clientId === undefined) return fail('client_not_found');
      const accountNumber = await nextAccountNumber(tx, bank.bankId, bank.bankCode);
      const opened = {
        clientId,
        accountNumber,
        productCode: product.productCode,
        cardType: product.cardType,
        branchCode: account.branch_code,
        currency: money.code,
        availableMinor: available,
        fundsCheck: fundsCheck === 'Y',
        customFields: customFields === undefined ? null : JSON.stringify(customFields),
      };
      await insertAccount(tx, bank.bankId, opened, now);
      const after = {
        client: body.customer_id,
        product: product.productCode,
        currency: money.code,
        available: formatAmount(available, money.exponent),
        funds_check: fundsCheck === 'Y',
      };
      const event = () => openedEvent(body.customer_id, opened, customFields, now);
      audit(bank.bankId, `account:${accountNumber}`, 'created', undefined, { before: null, after, event });
      return ok({ account_number: accountNumber, ...(customFields !== undefined && { custom_fields: customFields }) });
    },
  });
}

/** Returns the event of a new account, with the account in the form of a read. */
function openedEvent(customerId: string, account: NewAccount, customFields: CustomFields, now: Date) {
  const after = toAccountResponse({
    customer_id: customerId,
    account_number: account.accountNumber,
    product_code: account.productCode,
    card_type: account.cardType,
    branch_code: account.branchCode,
    currency: account.currency,
    available_minor: account.availableMinor,
    reserved_minor: 0n,
    funds_check: account.fundsCheck,
    custom_fields: customFields ?? null,
    created_at: now,
  });
  return { before: null, after };
}

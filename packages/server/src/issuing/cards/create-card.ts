import { createCard, type RequestBodyOf } from '@cardwright/contract';
import { type Failure, fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import { Pan, type Vault } from '../../platform/vault/index.ts';
import { type AccountRow, findAccount } from '../accounts/index.ts';
import type { BankDirectory, Product } from '../banks/index.ts';
import { findClientId } from '../clients/index.ts';
import { FIRST_SEQUENCE_NUMBER, isExpired } from './card.ts';
import { creationEvent } from './card-events.ts';
import { issueCard } from './issue-card.ts';
import type { OnNewPlastic } from './plastic.ts';

type Body = RequestBodyOf<typeof createCard>;

/**
 * Creates a card (docs/interface/cards.md#create). Fails with `client_not_found` or `account_not_found` for a client or
 * account that the bank does not have, and with `card_exists` for a known number.
 */
export function createCardOperation(banks: BankDirectory, vault: Vault, onNewPlastic: OnNewPlastic) {
  return implementEnvelope(createCard, {
    async run({ tx, bank, now, audit }, body) {
      const { card } = body;
      const holderId = await findClientId(tx, bank.bankId, card.customer_id);
      const ownerId = await findClientId(tx, bank.bankId, body.customer_id);
      if (holderId === undefined || ownerId === undefined) return fail('client_not_found');
      const account = await findAccount(tx, bank.bankId, body.account_number);
      if (account === undefined || account.client_id !== ownerId) return fail('account_not_found');
      const product = banks.product(bank.bankId, card.product_code);
      const refusal = checkCard(body, account, product, bank.calendar.localDate(now));
      if (refusal !== undefined || product === undefined) return refusal ?? fail('value_not_allowed');
      const issued = await issueCard({ tx, bank, now }, vault, onNewPlastic, {
        accountId: account.account_id,
        clientId: holderId,
        product,
        expiry: card.card_expiry_date,
        number: card.card_number,
        cardholderName: card.cardholder_name,
        role: card.card_role,
        form: card.card_virtual_indicator,
        institutionId: card.institution_id ?? null,
        customFields: body.custom_fields ?? null,
      });
      if (issued === undefined) return fail('card_exists', { subject: `account:${body.account_number}` });
      const { key, exid, expiry, maskedNumber } = issued;
      const after = {
        status: 'ACTIVE',
        number: maskedNumber,
        expiry,
        product: product.productCode,
        account: account.account_number,
      };
      const event = creationEvent(tx, bank.bankId, key);
      audit(bank.bankId, `card:${exid}`, 'created', undefined, { before: null, after, event });
      return ok({
        card_identifier_id: exid,
        card_identifier_type: 'EXID' as const,
        card_number: maskedNumber,
        card_expiry_date: expiry,
        card_sequence_number: FIRST_SEQUENCE_NUMBER,
        ...(body.custom_fields !== undefined && { custom_fields: body.custom_fields }),
      });
    },
  });
}

/** Checks the card's fields against the request's outer fields, the account and the product. */
function checkCard(
  body: Body,
  account: AccountRow,
  product: Product | undefined,
  localDate: string,
): Failure<'wrong_format' | 'value_not_allowed'> | undefined {
  const { card } = body;
  const must = (path: string, message: string) => fail('value_not_allowed', { path: `body.${path}`, message });
  if (card.account_number !== body.account_number) return must('card.account_number', 'must be body.account_number');
  if (card.card_role === 'P' && card.customer_id !== body.customer_id) {
    return must('card.customer_id', 'must be body.customer_id for a primary card');
  }
  if (product === undefined) return must('card.product_code', 'is not a product of this bank');
  if (card.product_code !== account.product_code) return must('card.product_code', "must be the account's product");
  if (body.card_type !== product.cardType) return must('card_type', `must be the product's: ${product.cardType}`);
  if (card.bin_number !== product.bin) return must('card.bin_number', `must be the product's: ${product.bin}`);
  if (card.currency !== account.currency) return must('card.currency', `must be the account's: ${account.currency}`);
  if (card.card_expiry_date !== undefined && isExpired(card.card_expiry_date, localDate)) {
    return must('card.card_expiry_date', 'must not lie in the past');
  }
  const pan = card.card_number === undefined ? undefined : Pan.parse(card.card_number);
  if (pan !== undefined && !pan.startsWith(product.bin)) return must('card.card_number', 'must begin with bin_number');
  if (pan !== undefined && !pan.isLuhnValid) {
    return fail('wrong_format', { path: 'body.card.card_number', message: 'must end with its Luhn check digit' });
  }
  return undefined;
}

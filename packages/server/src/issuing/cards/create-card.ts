import { createCard, type RequestBodyOf } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { type Failure, fail, ok } from '../../platform/kernel/result.ts';
import { randomDigits } from '../../platform/kernel/text/random-digits.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { Pan, type Vault } from '../../platform/vault/index.ts';
import { type AccountRow, findAccount, recordChange } from '../accounts/index.ts';
import type { BankDirectory, Product } from '../banks/index.ts';
import { findClientId } from '../clients/index.ts';
import { expiryAfter, FIRST_SEQUENCE_NUMBER, isExpired } from './card.ts';
import { type CardKey, insertCard, nextCardId } from './card-store.ts';
import { newExid } from './new-exid.ts';
import type { OnNewPlastic } from './plastic.ts';

type Body = RequestBodyOf<typeof createCard>;

/** Attempts to find a free number; after that, the request fails as a malfunction. */
const MOST_TRIES = 20;

/**
 * Card create (docs/interface/cards.md#create): `client_not_found` and `account_not_found` for a client or account that
 * the bank does not have, `card_exists` for a known number.
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
      const expiry = card.card_expiry_date ?? expiryAfter(bank.calendar.localDate(now), product.validityMonths);
      const key: CardKey = { account_id: account.account_id, card_id: await nextCardId(tx) };
      const pan = await storeNumber(tx, vault, bank, key, expiry, card.card_number, product);
      if (pan === undefined) {
        return fail('card_exists', { subject: `account:${body.account_number}` });
      }
      const exid = await newExid(tx, bank.bankId, key);
      await insertCard(
        tx,
        bank.bankId,
        {
          ...key,
          client_id: holderId,
          exid,
          product_code: product.productCode,
          bin: product.bin,
          masked_number: pan.masked(),
          sequence_number: FIRST_SEQUENCE_NUMBER,
          expiry,
          cardholder_name: card.cardholder_name,
          card_role: card.card_role,
          card_form: card.card_virtual_indicator,
          institution_id: card.institution_id ?? null,
          custom_fields: body.custom_fields === undefined ? null : JSON.stringify(body.custom_fields),
        },
        now,
      );
      const added = {
        cardId: String(key.card_id),
        status: 'ACTIVE',
        expiry,
        sequenceNumber: FIRST_SEQUENCE_NUMBER,
      } as const;
      await recordChange(tx, bank.bankId, key.account_id, { kind: 'CARD_ADDED', ...added }, now);
      if (card.card_virtual_indicator === 'P') {
        await onNewPlastic(tx, bank.bankId, { key, sequenceNumber: FIRST_SEQUENCE_NUMBER, reason: 'NEW' }, now);
      }
      const after = {
        status: 'ACTIVE',
        number: pan.masked(),
        expiry,
        product: product.productCode,
        account: account.account_number,
      };
      audit(bank.bankId, `card:${exid}`, 'created', undefined, { before: null, after });
      return ok({
        card_identifier_id: exid,
        card_identifier_type: 'EXID' as const,
        card_number: pan.masked(),
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

/** Stores the given number, or a generated one. Returns undefined if the given number is taken. */
async function storeNumber(
  tx: Tx,
  vault: Vault,
  bank: Bank,
  key: CardKey,
  expiry: string,
  cardNumber: string | undefined,
  product: Product,
): Promise<Pan | undefined> {
  const row = { cardId: key.card_id, accountId: key.account_id, expiry };
  if (cardNumber !== undefined) {
    const pan = Pan.parse(cardNumber);
    return pan !== undefined && (await vault.store(tx, bank.bankId, row, pan)) ? pan : undefined;
  }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const pan = Pan.generate(product.bin, product.cardNumberLength, randomDigits);
    if (await vault.store(tx, bank.bankId, row, pan)) return pan;
  }
  throw new Error(`no free card number found under BIN ${product.bin}`);
}

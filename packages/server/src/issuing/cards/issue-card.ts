import type { DeliveryAddress } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { Pan, type Vault } from '../../platform/vault/index.ts';
import { recordChange } from '../accounts/index.ts';
import type { Product } from '../banks/index.ts';
import { expiryAfter, FIRST_SEQUENCE_NUMBER } from './card.ts';
import { type CardKey, type CardRow, insertCard, nextCardId } from './card-store.ts';
import { newExid } from './new-exid.ts';
import type { OnNewPlastic, PlasticContext } from './plastic.ts';

/** The maximum number of attempts to find a free number. After the last one, the request fails as a malfunction. */
const MAX_TRIES = 20;

export interface CardToIssue {
  readonly accountId: bigint;
  readonly clientId: bigint;
  readonly product: Product;
  /** YYMM; undefined for the validity of the product. */
  readonly expiry?: string | undefined;
  /** The full number; undefined for a generated one. */
  readonly number?: string | undefined;
  readonly cardholderName: string;
  readonly role: CardRow['card_role'];
  readonly form: CardRow['card_form'];
  readonly institutionId: string | null;
  readonly customFields: CardRow['custom_fields'];
  readonly deliveryAddress?: DeliveryAddress | undefined;
}

export interface IssuedCard {
  readonly key: CardKey;
  readonly exid: string;
  readonly maskedNumber: string;
  readonly expiry: string;
}

/** Issues the first card under a number. Returns undefined if the given number is taken. */
export async function issueCard(
  { tx, bank, now }: PlasticContext,
  vault: Vault,
  onNewPlastic: OnNewPlastic,
  card: CardToIssue,
): Promise<IssuedCard | undefined> {
  const { bankId } = bank;
  const { product, form, customFields, deliveryAddress } = card;
  const expiry = card.expiry ?? expiryAfter(bank.calendar.localDate(now), product.validityMonths);
  const key: CardKey = { account_id: card.accountId, card_id: await nextCardId(tx) };
  const pan = await storeNumber(tx, vault, bank, key, expiry, product, card.number);
  if (pan === undefined) return undefined;
  const exid = await newExid(tx, bankId, key);
  await insertCard(
    tx,
    bankId,
    {
      ...key,
      client_id: card.clientId,
      exid,
      product_code: product.productCode,
      bin: product.bin,
      masked_number: pan.masked(),
      sequence_number: FIRST_SEQUENCE_NUMBER,
      expiry,
      cardholder_name: card.cardholderName,
      card_role: card.role,
      card_form: form,
      institution_id: card.institutionId,
      custom_fields: customFields === null ? null : JSON.stringify(customFields),
    },
    now,
  );
  const plastic = { sequenceNumber: FIRST_SEQUENCE_NUMBER };
  const added = { cardId: String(key.card_id), status: 'ACTIVE', expiry, ...plastic } as const;
  await recordChange(tx, bankId, key.account_id, { kind: 'CARD_ADDED', ...added }, now);
  if (form === 'P') await onNewPlastic(tx, bankId, { key, ...plastic, reason: 'NEW', deliveryAddress }, now);
  return { key, exid, maskedNumber: pan.masked(), expiry };
}

/** Stores the given number, or a generated one. Returns undefined if the given number is taken. */
async function storeNumber(
  tx: Tx,
  vault: Vault,
  bank: Bank,
  key: CardKey,
  expiry: string,
  product: Product,
  requestedName: string | undefined,
): Promise<Pan | undefined> {
  const row = { cardId: key.card_id, accountId: key.account_id, expiry };
  if (requestedName !== undefined) {
    const pan = Pan.parse(requestedName);
    return pan !== undefined && (await vault.store(tx, bank.bankId, row, pan)) ? pan : undefined;
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const pan = vault.newNumber(product.bin, product.cardNumberLength);
    if (await vault.store(tx, bank.bankId, row, pan)) return pan;
  }
  throw new Error(`no free card number found under BIN ${product.bin}`);
}

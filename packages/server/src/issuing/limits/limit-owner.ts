import type { ErrorName } from '@cardwright/contract';
import { required } from '../../platform/kernel/required.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type AccountRow, findAccount, lockAccount } from '../accounts/index.ts';
import { type CardKey, type CardRow, carriedOn, findByExid, readCard } from '../cards/index.ts';

/** The account or card that a request names. */
export interface LimitOwner {
  readonly account: AccountRow;
  /** The card itself, or its replacement; undefined if the request names the account. */
  readonly cardId: bigint | undefined;
  /** In the form that the audit log uses. */
  readonly subject: string;
}

interface OwnerQuery {
  readonly account_number?: string | undefined;
  readonly card_identifier_id?: string | undefined;
}

type NotFoundError = Extract<ErrorName, 'account_not_found' | 'card_not_found' | 'field_missing' | 'value_not_allowed'>;

/**
 * Finds the account or the card that the request names; it has to name exactly one.
 * @param lock whether to lock the account, as authorizations do: each of them sees a change of limits either entirely
 * or not at all
 */
export async function findOwner(
  tx: Tx,
  bankId: string,
  { account_number: number, card_identifier_id: exid }: OwnerQuery,
  lock: boolean,
): Promise<Success<LimitOwner> | Failure<NotFoundError>> {
  if (number !== undefined && exid !== undefined) {
    return fail('value_not_allowed', { path: 'card_identifier_id', message: 'must be absent beside account_number' });
  }
  if (exid !== undefined) {
    const key = await findByExid(tx, bankId, exid);
    return key === undefined ? fail('card_not_found') : await ofCard(tx, bankId, await readCard(tx, bankId, key), lock);
  }
  if (number === undefined) {
    return fail('field_missing', { path: 'account_number', message: 'must be sent, or card_identifier_id' });
  }
  const match = await findAccount(tx, bankId, number);
  if (match === undefined) return fail('account_not_found');
  const account = lock ? ((await lockAccount(tx, bankId, match.account_id)) ?? match) : match;
  return ok({ account, cardId: undefined, subject: `account:${account.account_number}` });
}

async function ofCard(tx: Tx, bankId: string, card: CardRow, lock: boolean): Promise<Success<LimitOwner>> {
  const { account_id: accountId, card_id: cardId }: CardKey = carriedOn(card);
  const account = lock ? await lockAccount(tx, bankId, accountId) : await findAccount(tx, bankId, card.account_number);
  return ok({ account: required(account, 'the account of a card'), cardId, subject: `card:${card.exid}` });
}

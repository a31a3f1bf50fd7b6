import type { ErrorName } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type AccountRow, findAccount, lockAccount } from '../accounts/index.ts';
import { type CardKey, type CardRow, findByExid, readCard, successorOf } from '../cards/index.ts';
import { findLimitedToken } from './limited-token-store.ts';

/** The account, card or token that a request names. */
export interface LimitOwner {
  readonly account: AccountRow;
  /** The card itself, or its replacement; undefined if the request names the account. */
  readonly cardId: bigint | undefined;
  /** Set if the request names a token, whose card is `cardId`. */
  readonly tokenReference: string | undefined;
  /** Whether the request names a token that can no longer pay. */
  readonly isEnded: boolean;
  /** In the form that the audit log uses. */
  readonly subject: string;
}

interface OwnerQuery {
  readonly account_number?: string | undefined;
  readonly card_identifier_id?: string | undefined;
  readonly token_reference?: string | undefined;
}

const OWNERS = ['account_number', 'card_identifier_id', 'token_reference'] as const;

type NotFoundError = Extract<
  ErrorName,
  'account_not_found' | 'card_not_found' | 'token_not_found' | 'field_missing' | 'value_not_allowed'
>;

/**
 * Finds the account, the card or the token that the request names; it has to name exactly one.
 * @param lock whether to lock the account, as authorizations do: each of them sees a change of limits either entirely
 * or not at all
 */
export async function findOwner(
  tx: Tx,
  bankId: string,
  query: OwnerQuery,
  lock: boolean,
): Promise<Success<LimitOwner> | Failure<NotFoundError>> {
  const { account_number: number, card_identifier_id: exid, token_reference: reference } = query;
  const [first, second] = OWNERS.filter((name) => query[name] !== undefined);
  if (second !== undefined) {
    return fail('value_not_allowed', { path: second, message: `is not allowed together with ${first}` });
  }
  if (reference !== undefined) return await ofToken(tx, bankId, reference, lock);
  if (exid !== undefined) {
    const key = await findByExid(tx, bankId, exid);
    return key === undefined ? fail('card_not_found') : await ofCard(tx, bankId, await readCard(tx, bankId, key), lock);
  }
  if (number === undefined) {
    return fail('field_missing', {
      path: 'account_number',
      message: 'must be sent, or card_identifier_id, or token_reference',
    });
  }
  const match = await findAccount(tx, bankId, number);
  if (match === undefined) return fail('account_not_found');
  const account = lock ? ((await lockAccount(tx, bankId, match.account_id)) ?? match) : match;
  const subject = `account:${account.account_number}`;
  return ok({ account, cardId: undefined, tokenReference: undefined, isEnded: false, subject });
}

async function ofCard(tx: Tx, bankId: string, card: CardRow, lock: boolean): Promise<Success<LimitOwner>> {
  const { account_id: accountId, card_id: cardId }: CardKey = successorOf(card);
  const account = lock ? await lockAccount(tx, bankId, accountId) : await findAccount(tx, bankId, card.account_number);
  const subject = `card:${card.exid}`;
  return ok({
    account: requireValue(account, 'the account of a card'),
    cardId,
    tokenReference: undefined,
    isEnded: false,
    subject,
  });
}

async function ofToken(
  tx: Tx,
  bankId: string,
  reference: string,
  lock: boolean,
): Promise<Success<LimitOwner> | Failure<'token_not_found'>> {
  const limitedToken = await findLimitedToken(tx, bankId, reference);
  if (limitedToken === undefined) return fail('token_not_found');
  const owner = await ofCard(tx, bankId, await readCard(tx, bankId, limitedToken), lock);
  // another change may have ended the token before the lock
  const token = lock
    ? requireValue(await findLimitedToken(tx, bankId, reference), 'a token that was there')
    : limitedToken;
  const isEnded = token.state === 'DEACTIVATED' || token.state === 'DELETED';
  return ok({ ...owner.value, tokenReference: token.reference, isEnded, subject: `token:${token.reference}` });
}

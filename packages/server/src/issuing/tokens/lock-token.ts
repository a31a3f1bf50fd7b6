import type { Bank } from '../../platform/kernel/bank.ts';
import { entityTag, isMatched } from '../../platform/kernel/entity-tag.ts';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import { lockAccount } from '../accounts/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { type CardRow, readCard } from '../cards/index.ts';
import { callerBank } from './caller-bank.ts';
import { findTokenByReference, readTokenRow, type TokenRow } from './token-store.ts';

/** The parts of a request that identify the token to change. */
export interface TokenRequest {
  readonly params: { readonly token_reference: string };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface LockedToken {
  readonly bank: Bank;
  readonly token: TokenRow;
  readonly card: CardRow;
}

/**
 * Finds the token that the path names, in the caller's bank, and locks its account: each of several concurrent changes
 * sees the token and the card's status as the previous one left them. `version_stale` when If-Match does not name the
 * token's current version.
 */
export async function lockToken(
  context: Pick<OperationContext, 'caller' | 'tx'>,
  banks: BankDirectory,
  { params: { token_reference: reference }, headers: { 'if-match': ifMatch } }: TokenRequest,
): Promise<Success<LockedToken> | Failure<'wrong_bank' | 'token_not_found' | 'version_stale'>> {
  const calling = callerBank(context, banks);
  if (!calling.ok) return calling;
  const bank = calling.value;
  const key = await findTokenByReference(context.tx, bank.bankId, reference);
  if (key === undefined) return fail('token_not_found');
  await lockAccount(context.tx, bank.bankId, key.account_id);
  const token = await readTokenRow(context.tx, bank.bankId, key);
  if (typeof ifMatch === 'string' && !isMatched(ifMatch, token.sequence)) {
    const message = `The token is ${token.state} in its version ${entityTag(token.sequence)}`;
    return fail('version_stale', { subject: `token:${token.reference}`, message });
  }
  return ok({ bank, token, card: await readCard(context.tx, bank.bankId, token) });
}

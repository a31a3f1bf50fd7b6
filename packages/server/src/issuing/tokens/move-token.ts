import { randomUUID } from 'node:crypto';
import { type JsonObject, type TokenParty, type TokenState, writeJson } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import { type Enqueue, endExpiring } from '../../platform/outbox/index.ts';
import type { CardRow } from '../cards/index.ts';
import { type Contact, readContact } from '../clients/index.ts';
import { removeLimitsOfToken } from '../limits/index.ts';
import { codeExpiry } from './activation/activation-code.ts';
import { deleteCode } from './activation/activation-code-store.ts';
import { changeState } from './change-token-store.ts';
import { encodeNotification } from './notification.ts';
import { NOTIFIED_AS, type TokenMove } from './token.ts';
import type { TokenRow } from './token-store.ts';

export type TokenMoveContext = Pick<OperationContext, 'tx' | 'now' | 'caller' | 'audit'> & { readonly bank: Bank };

/** The party that requested a change, and the reason code. */
export interface Reason {
  readonly requestedBy: TokenParty;
  readonly reasonCode: string;
}

interface MovedToken {
  readonly token: TokenRow;
  readonly card: CardRow;
  /** The contact of the cardholder; read if absent. */
  readonly contact?: Contact;
}

export interface TokenMoveDecision extends Reason {
  readonly move: TokenMove;
  readonly to: TokenState;
  /** Whether a block of the card suspends the token. */
  readonly isByBlock?: boolean;
  /** The new code of ISSUE_CODE; only the notification contains it. */
  readonly activationCode?: string;
}

/**
 * Applies a decided move: state, history, notification and audit row, in the transaction of the caller, who holds the
 * account lock. The lock also keeps the notifications of one token in the order of its changes.
 */
export async function moveToken(
  enqueue: Enqueue,
  { tx, now, caller, audit, bank }: TokenMoveContext,
  { token, card, contact }: MovedToken,
  { move, to, requestedBy, reasonCode, activationCode, isByBlock = false }: TokenMoveDecision,
): Promise<void> {
  const { bankId } = bank;
  const notificationId = randomUUID();
  const { type, indicator } = NOTIFIED_AS[move];
  const change = {
    event: move,
    from: token.state,
    to,
    requestedBy,
    reasonCode,
    actor: caller.clientId,
    notificationId,
    isByBlock,
  };
  const stream = `token:${token.reference}`;
  const { account_id, card_id: cardId, reference: tokenReference } = token;
  const limitsOf = { account: { account_id }, cardId, tokenReference, by: caller.clientId, now };
  const wasPending = token.state === 'PENDING_ACTIVATION';
  const facts = { bank, card, contact: contact ?? (await readContact(tx, bankId, card.client_id)), token };
  const notification = encodeNotification(notificationId, now, facts, { type, indicator, reasonCode, activationCode });
  const details = { card: card.exid, from: token.state, to, requestedBy, reasonCode };
  audit(bankId, `token:${token.reference}`, OUTCOMES[move], details, {
    before: { state: token.state },
    after: { state: to },
    event: () => ({
      object: { kind: 'token', id: token.reference, version: token.sequence + 1 },
      before: { token_state: token.state },
      after: { token_state: to },
    }),
  });
  // the AC notification of a code expires with the code, before a new one is written to the stream
  if (wasPending) await endExpiring(tx, bankId, stream, now);
  await Promise.all([
    changeState(tx, bankId, token, change, now),
    to === 'DELETED' && removeLimitsOfToken(tx, bankId, limitsOf),
    wasPending && to !== 'PENDING_ACTIVATION' && deleteCode(tx, bankId, token),
    enqueue(tx, {
      bankId,
      stream,
      notificationId,
      type,
      indicator,
      payload: writeJson(notification as unknown as JsonObject),
      at: now,
      expiresAt: activationCode === undefined ? undefined : codeExpiry(now),
    }),
  ]);
}

const OUTCOMES: Record<TokenMove, string> = {
  APPROVE: 'activated',
  ISSUE_CODE: 'activation code issued',
  ACTIVATE: 'activated',
  SUSPEND: 'suspended',
  RESUME: 'resumed',
  DEACTIVATE: 'deactivated',
  DELETE: 'deleted',
};

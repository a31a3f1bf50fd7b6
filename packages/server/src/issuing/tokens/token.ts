import {
  type CardStatus,
  type NotificationType,
  TOKEN_EVENT_INDICATORS,
  type TokenEvent,
  type TokenEventIndicator,
  type TokenState,
} from '@cardwright/contract';
import { isExpired } from '../cards/card.ts';

/** Events that can happen to an existing token. */
export type TokenMove = Exclude<TokenEvent, 'PROVISION'>;

/** The state of a token before its activation was decided. */
export const FIRST_STATE: TokenState = 'REQUESTED';

/**
 * The states in which each move is possible, and the state that it leads to (docs/interface/tokens.md#states). A
 * DEACTIVATED token can only be deleted, because the device no longer has it. DELETED is final.
 */
const MOVES: Record<TokenMove, { from: readonly TokenState[]; to: TokenState }> = {
  APPROVE: { from: ['REQUESTED'], to: 'ACTIVE' },
  ISSUE_CODE: { from: ['REQUESTED', 'PENDING_ACTIVATION'], to: 'PENDING_ACTIVATION' },
  ACTIVATE: { from: ['PENDING_ACTIVATION'], to: 'ACTIVE' },
  SUSPEND: { from: ['ACTIVE'], to: 'SUSPENDED' },
  RESUME: { from: ['SUSPENDED'], to: 'ACTIVE' },
  DEACTIVATE: { from: ['REQUESTED', 'PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED'], to: 'DEACTIVATED' },
  DELETE: { from: ['REQUESTED', 'PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'DEACTIVATED'], to: 'DELETED' },
};

/**
 * MOVES: the token changes to another state, or a new code replaces the current one.
 * HOLDS: the token is in that state already. The request succeeds without a notification.
 * REFUSED: the move is not possible from this state.
 */
export type MoveDecision = { kind: 'MOVES'; to: TokenState } | { kind: 'HOLDS' } | { kind: 'REFUSED'; message: string };

export function decideMove(state: TokenState, move: TokenMove): MoveDecision {
  const { from, to } = MOVES[move];
  if (from.includes(state)) return { kind: 'MOVES', to };
  if (state === to) return { kind: 'HOLDS' };
  return { kind: 'REFUSED', message: REFUSALS[move]?.[state] ?? `The token is ${state}` };
}

const REFUSALS: Partial<Record<TokenMove, Partial<Record<TokenState, string>>>> = {
  ACTIVATE: { REQUESTED: 'The token is REQUESTED: issue an activation code first' },
};

/** The notification of each move: its type, and its indicator for the types that have one. */
export const NOTIFIED_AS: Record<TokenMove, { type: NotificationType; indicator?: TokenEventIndicator }> = {
  APPROVE: { type: 'TC' },
  ISSUE_CODE: { type: 'AC' },
  ACTIVATE: { type: 'TC' },
  SUSPEND: { type: 'TD', indicator: TOKEN_EVENT_INDICATORS.SUSPEND },
  RESUME: { type: 'TE', indicator: TOKEN_EVENT_INDICATORS.RESUME },
  DEACTIVATE: { type: 'TD', indicator: TOKEN_EVENT_INDICATORS.DEACTIVATE },
  DELETE: { type: 'TD', indicator: TOKEN_EVENT_INDICATORS.DELETE },
};

/** Moves that give a card a token that it did not have before. */
const BRINGS_A_TOKEN: ReadonlySet<TokenMove> = new Set(['APPROVE', 'ISSUE_CODE', 'ACTIVATE']);

/** The reason why the card does not allow the move; undefined if it does. */
export function refuseForCard(
  move: TokenMove | 'PROVISION',
  card: { status: CardStatus; expiry: string },
  localDate: string,
): string | undefined {
  if (move !== 'PROVISION' && !BRINGS_A_TOKEN.has(move)) return undefined;
  if (card.status !== 'ACTIVE') return `A ${card.status} card gets no tokens`;
  return isExpired(card.expiry, localDate) ? 'An expired card gets no tokens' : undefined;
}

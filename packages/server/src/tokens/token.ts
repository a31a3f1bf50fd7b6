import {
  type CardStatus,
  type NotificationType,
  TOKEN_EVENT_INDICATORS,
  type TokenEvent,
  type TokenEventIndicator,
  type TokenState,
} from '@cardwright/contract';
import { isExpired } from '../cards/card.ts';

/** What can happen to a token that is there. */
export type TokenMove = Exclude<TokenEvent, 'PROVISION'>;

/** How a token begins: before anything was decided about its activation. */
export const FIRST_STATE: TokenState = 'REQUESTED';

/**
 * Where each move leads, and from where (docs/interface/tokens.md#states). DEACTIVATED is left by deletion only: the
 * device forgot the token, so there is nothing left to resume. DELETED is final.
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
 * - MOVES: into another state, or a new code where one was waited for.
 * - HOLDS: it is so already. Who asks again gets a success, and nobody is told.
 * - REFUSED: not from this state.
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

/** What tells a move: the type of the notification, and the indicator of those that have one. */
export const NOTIFIED_AS: Record<TokenMove, { type: NotificationType; indicator?: TokenEventIndicator }> = {
  APPROVE: { type: 'TC' },
  ISSUE_CODE: { type: 'AC' },
  ACTIVATE: { type: 'TC' },
  SUSPEND: { type: 'TD', indicator: TOKEN_EVENT_INDICATORS.SUSPEND },
  RESUME: { type: 'TE', indicator: TOKEN_EVENT_INDICATORS.RESUME },
  DEACTIVATE: { type: 'TD', indicator: TOKEN_EVENT_INDICATORS.DEACTIVATE },
  DELETE: { type: 'TD', indicator: TOKEN_EVENT_INDICATORS.DELETE },
};

/** Moves by which a card gets a token that it did not have. */
const BRINGS_A_TOKEN: ReadonlySet<TokenMove> = new Set(['APPROVE', 'ISSUE_CODE', 'ACTIVATE']);

/** Why the card stands in the way; undefined where it does not. */
export function refuseForCard(
  move: TokenMove | 'PROVISION',
  card: { status: CardStatus; expiry: string },
  localDate: string,
): string | undefined {
  if (move !== 'PROVISION' && !BRINGS_A_TOKEN.has(move)) return undefined;
  if (card.status !== 'ACTIVE') return `A ${card.status} card gets no tokens`;
  return isExpired(card.expiry, localDate) ? 'An expired card gets no tokens' : undefined;
}

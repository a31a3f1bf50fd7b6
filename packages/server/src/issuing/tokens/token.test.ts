import { TOKEN_STATES, type TokenState } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { decideMove, NOTIFIED_AS, refuseForCard, type TokenMove } from './token.ts';

type Row = Record<TokenMove, string>;

/** Every move from every state: the new state, `=` if the token is in it already, or the error text of a refusal. */
const ALL: Record<TokenState, Row> = {
  REQUESTED: {
    APPROVE: 'ACTIVE',
    ISSUE_CODE: 'PENDING_ACTIVATION',
    ACTIVATE: 'The token is REQUESTED: issue an activation code first',
    SUSPEND: 'The token is REQUESTED',
    RESUME: 'The token is REQUESTED',
    DEACTIVATE: 'DEACTIVATED',
    DELETE: 'DELETED',
  },
  PENDING_ACTIVATION: {
    APPROVE: 'The token is PENDING_ACTIVATION',
    ISSUE_CODE: 'PENDING_ACTIVATION',
    ACTIVATE: 'ACTIVE',
    SUSPEND: 'The token is PENDING_ACTIVATION',
    RESUME: 'The token is PENDING_ACTIVATION',
    DEACTIVATE: 'DEACTIVATED',
    DELETE: 'DELETED',
  },
  ACTIVE: {
    APPROVE: '=',
    ISSUE_CODE: 'The token is ACTIVE',
    ACTIVATE: '=',
    SUSPEND: 'SUSPENDED',
    RESUME: '=',
    DEACTIVATE: 'DEACTIVATED',
    DELETE: 'DELETED',
  },
  SUSPENDED: {
    APPROVE: 'The token is SUSPENDED',
    ISSUE_CODE: 'The token is SUSPENDED',
    ACTIVATE: 'The token is SUSPENDED',
    SUSPEND: '=',
    RESUME: 'ACTIVE',
    DEACTIVATE: 'DEACTIVATED',
    DELETE: 'DELETED',
  },
  DEACTIVATED: {
    APPROVE: 'The token is DEACTIVATED',
    ISSUE_CODE: 'The token is DEACTIVATED',
    ACTIVATE: 'The token is DEACTIVATED',
    SUSPEND: 'The token is DEACTIVATED',
    RESUME: 'The token is DEACTIVATED',
    DEACTIVATE: '=',
    DELETE: 'DELETED',
  },
  DELETED: {
    APPROVE: 'The token is DELETED',
    ISSUE_CODE: 'The token is DELETED',
    ACTIVATE: 'The token is DELETED',
    SUSPEND: 'The token is DELETED',
    RESUME: 'The token is DELETED',
    DEACTIVATE: 'The token is DELETED',
    DELETE: '=',
  },
};

const written = (state: TokenState, move: TokenMove): string => {
  const decision = decideMove(state, move);
  if (decision.kind === 'HOLDS') return '=';
  return decision.kind === 'MOVES' ? decision.to : decision.message;
};

describe('moves of a token', () => {
  it.each(TOKEN_STATES)('from %s lead only to the allowed states', (state) => {
    const moves = Object.keys(ALL[state]) as TokenMove[];
    expect(Object.fromEntries(moves.map((move) => [move, written(state, move)]))).toEqual(ALL[state]);
    expect(Object.keys(NOTIFIED_AS).sort()).toEqual(moves.sort());
  });

  it('are notified with their own type and indicator', () => {
    expect(NOTIFIED_AS).toEqual({
      APPROVE: { type: 'TC' },
      ISSUE_CODE: { type: 'AC' },
      ACTIVATE: { type: 'TC' },
      SUSPEND: { type: 'TD', indicator: '6' },
      RESUME: { type: 'TE', indicator: '7' },
      DEACTIVATE: { type: 'TD', indicator: '3' },
      DELETE: { type: 'TD', indicator: '4' },
    });
  });
});

describe('a card', () => {
  const BRINGING = ['PROVISION', 'APPROVE', 'ISSUE_CODE', 'ACTIVATE'] as const;
  const OTHERS = ['SUSPEND', 'RESUME', 'DEACTIVATE', 'DELETE'] as const;
  const TODAY = '2026-11-20';

  it.each(['BLOCKED', 'LOST', 'STOLEN', 'CLOSED'] as const)(
    'that is %s gets no tokens, but its tokens can still be suspended or ended',
    (status) => {
      const refusal = (move: (typeof BRINGING)[number] | (typeof OTHERS)[number]) =>
        refuseForCard(move, { status, expiry: '3012' }, TODAY);
      expect(BRINGING.map(refusal)).toEqual(BRINGING.map(() => `A ${status} card gets no tokens`));
      expect(OTHERS.map(refusal)).toEqual(OTHERS.map(() => undefined));
    },
  );

  it('gets tokens until the end of its last month', () => {
    const on = (localDate: string) => refuseForCard('PROVISION', { status: 'ACTIVE', expiry: '2611' }, localDate);
    expect(on('2026-11-30')).toBeUndefined();
    expect(on('2026-12-01')).toBe('An expired card gets no tokens');
  });
});

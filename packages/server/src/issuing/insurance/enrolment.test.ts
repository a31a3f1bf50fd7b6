import { describe, expect, it } from 'vitest';
import {
  CANCELLED_BY,
  decideEnrolment,
  type EnrolmentDecision,
  type EnrolmentStatus,
  STATUS_RESPONSES,
} from './enrolment.ts';

const CARD_STATUSES = ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED'] as const;
/** Values of dlq_cancel_man_reinstate; only N forbids a reinstatement. */
const REINSTATEMENTS = ['Y', '', 'N', 'n', 'NEVER'];
const FROM: readonly (EnrolmentStatus | undefined)[] = [undefined, 'F', 'R', 'U'];

/** The outcome of each move (current status, requested status) for an insurable card whose program allows reinstatement. */
const MOVES: Record<string, string> = {
  'none F': 'allowed',
  'none R': 'NOT_HELD',
  'none U': 'NOT_HELD',
  'F F': 'allowed',
  'F R': 'allowed',
  'F U': 'allowed',
  'R F': 'allowed',
  'R R': 'allowed',
  'R U': 'The program is cancelled already, by the other party',
  'U F': 'allowed',
  'U R': 'The program is cancelled already, by the other party',
  'U U': 'allowed',
};

const outcomeOf = (decision: EnrolmentDecision) => {
  if (decision.allowed) return 'allowed';
  return decision.because === 'NOT_HELD' ? 'NOT_HELD' : decision.message;
};

describe('deciding on a change of an insurance status', () => {
  it('covers every status, card and program: 4 x 3 x 5 x 5', () => {
    let decided = 0;
    for (const cardStatus of CARD_STATUSES) {
      for (const reinstatement of REINSTATEMENTS) {
        for (const current of FROM) {
          for (const requested of ['F', 'R', 'U'] as const) {
            const move = `${current ?? 'none'} ${requested}`;
            const isGain = move === 'none F' || move === 'R F' || move === 'U F';
            const isFinal = cardStatus === 'LOST' || cardStatus === 'STOLEN' || cardStatus === 'CLOSED';
            const isForGood = reinstatement === 'N' && (move === 'R F' || move === 'U F');
            let expected = MOVES[move];
            if (isForGood) expected = 'The program does not allow reinstatement';
            if (isGain && isFinal) expected = `A ${cardStatus} card cannot be insured`;
            const outcome = outcomeOf(decideEnrolment({ current, cardStatus, reinstatement }, requested));
            expect([move, cardStatus, reinstatement, outcome]).toEqual([move, cardStatus, reinstatement, expected]);
            decided += 1;
          }
        }
      }
    }
    expect(decided).toBe(300);
  });
});

describe('the response for an insurance status', () => {
  it('has the wording of the specification', () => {
    expect(STATUS_RESPONSES).toEqual({
      F: { is_active: 'ACTIVE', status_code: 'F', status_name: 'In force' },
      R: { is_active: 'CANCELLED', status_code: 'R', status_name: 'Canceled at the request of the insured party' },
      U: { is_active: 'CANCELLED', status_code: 'U', status_name: 'Canceled at the request of the underwriter' },
    });
  });

  it('names the party that cancelled', () => {
    expect(CANCELLED_BY).toEqual({ CARDHOLDER: 'R', UNDERWRITER: 'U' });
  });
});

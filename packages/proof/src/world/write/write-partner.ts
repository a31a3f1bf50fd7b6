import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelPartner } from '../model/model-partner.ts';

const NO_ANSWER = ['LATE', 'WRONG', 'UNREACHABLE', 'BREAKER_OPEN', 'TOO_MANY_WAITING', 'NO_TIME', 'OUTDATED'] as const;

/** The answer of a partner decision system to a message: often none in time. */
export function writePartner(dice: Random, atMs: number): ModelPartner {
  const rolled = dice.below(16);
  const answer = rolled < 6 ? 'APPROVE' : rolled < 8 ? 'DECLINE' : rolled < 9 ? 'WOULD_BE_ASKED' : dice.pick(NO_ANSWER);
  if (answer === 'WOULD_BE_ASKED') return { answer, afterMs: 0, approveUpTo: '0' };
  return {
    answer,
    actionCode: answer === 'DECLINE' && dice.oneIn(2) ? dice.pick(['05', '41', '51', '61']) : undefined,
    reason: dice.oneIn(2) ? dice.pick(['too risky', 'known']) : undefined,
    afterMs: dice.below(501),
    untilMs: rolled < 8 && dice.oneIn(2) ? atMs + dice.pick([-1, 0, 1, 60_000]) : undefined,
    approveUpTo: dice.pick(['50.00', '100', '0', '75.5']),
    perDay: dice.oneIn(3) ? undefined : dice.pick(['100.00', '150', '0.00', '75.5']),
  };
}

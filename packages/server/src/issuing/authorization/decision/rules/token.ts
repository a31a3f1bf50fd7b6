import type { TokenFact } from '../facts.ts';
import type { Rule } from './rule.ts';

const NAME = 'TOKEN';

/**
 * 14: the message names a token that does not belong to the card. 57: the token is not ACTIVE. Evaluated only for a message that
 * names a token (docs/interface/authorization-message.md#token).
 */
export const tokenRule: Rule = {
  name: NAME,
  labels: ['token_reference', 'state'],
  isSet: ({ token }) => token !== undefined,
  evaluate({ token }) {
    if (token === undefined) return { saw: [] };
    const { reference, state } = token;
    const saw = [reference, state];
    if (state === 'ACTIVE') return { saw };
    if (state === null) return { saw, refuse: { actionCode: '14', reason: 'TOKEN_NOT_OF_CARD' } };
    return { saw, refuse: { actionCode: '57', reason: 'TOKEN' } };
  },
};

const STEP = new RegExp(`\\["${NAME}",("(?:[^"\\\\]|\\\\.)*"),("[A-Z_]+"|null)\\]`);

/** The fact that a stored decision used, read from its trace; undefined if the rule was not evaluated. */
export function tokenOfTrace(trace: string): TokenFact | undefined {
  const [, reference, state] = STEP.exec(trace) ?? [];
  if (reference === undefined || state === undefined) return undefined;
  return { reference: JSON.parse(reference) as string, state: JSON.parse(state) as TokenFact['state'] };
}

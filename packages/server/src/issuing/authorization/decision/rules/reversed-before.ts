import type { Rule } from './rule.ts';

const NAME = 'REVERSED_BEFORE';

/** 94: a reversal of this message arrived before the message (docs/interface/reservations.md#before-the-original). */
export const reversedBeforeRule: Rule = {
  name: NAME,
  labels: ['reversed_at'],
  isSet: ({ reversedBefore }) => reversedBefore !== undefined,
  evaluate({ reversedBefore }) {
    if (reversedBefore === undefined) return { saw: [null] };
    return { saw: [reversedBefore.toISOString()], refuse: { actionCode: '94', reason: 'REVERSED_BEFORE' } };
  },
};

const STEP = new RegExp(`\\["${NAME}","([^"]*)"\\]`);

/** The fact that a stored decision used, read from its trace; undefined if no reversal came first. */
export function reversedBeforeOfTrace(trace: string): Date | undefined {
  const at = STEP.exec(trace)?.[1];
  return at === undefined ? undefined : new Date(at);
}

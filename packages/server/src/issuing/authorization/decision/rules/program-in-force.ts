import type { Rule } from './rule.ts';

/** Refuses nothing. Records the version of the product's program, which supplies what the account does not set itself. */
export const programRule: Rule = {
  name: 'PROGRAM',
  labels: ['product', 'version'],
  isSet: ({ account }) => account.program !== undefined,
  evaluate: ({ account: { program } }) => ({ saw: [program?.productCode ?? null, program?.version ?? null] }),
};

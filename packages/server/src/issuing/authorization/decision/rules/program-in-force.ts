import type { Rule } from './rule.ts';

/** Refuses nothing: says which version of the product's program gave the account what it did not set itself. */
export const programRule: Rule = {
  name: 'PROGRAM',
  labels: ['product', 'version'],
  isSet: ({ account }) => account.program !== undefined,
  evaluate: ({ account: { program } }) => ({ saw: [program?.productCode ?? null, program?.version ?? null] }),
};

import type { Condition } from '@cardwright/contract';
import type { Formula } from './question.ts';

/** Short forms of formulas. */
export const not = (formula: Formula): Formula => ({ no: formula });
export const every = (...formulas: readonly Formula[]): Formula => ({ every: formulas });
export const some = (...formulas: readonly Formula[]): Formula => ({ some: formulas });
export const ALWAYS = every();
export const NEVER = some();
export const when = (isTrue: boolean): Formula => (isTrue ? ALWAYS : NEVER);
export const compare = (field: string, op: string, value: unknown): Formula => ({
  condition: { field, op, value } as Condition,
});
/** The formula that a message arrives at this time or later. */
export const since = (ms: number): Formula => ({ during: { fromMs: ms, untilMs: Number.POSITIVE_INFINITY } });
/** The formula that a number of the context has a value. */
export const hasValue = (name: string, value: bigint): Formula =>
  every({ sum: [name], over: value - 1n }, not({ sum: [name], over: value }));

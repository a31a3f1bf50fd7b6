import Type from 'typebox';
import type { Condition } from './condition.ts';

/** A condition in a request or an answer. `checkCondition` reports its faults, each with its path. */
export const sentCondition = (description: string) => Type.Unsafe<Condition>({ component: 'Condition', description });

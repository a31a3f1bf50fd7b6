import Type from 'typebox';
import type { Condition } from './condition.ts';

/** A condition as it is sent or told. What is wrong with one is told by `checkCondition`, with the path of its place. */
export const sentCondition = (description: string) => Type.Unsafe<Condition>({ component: 'Condition', description });

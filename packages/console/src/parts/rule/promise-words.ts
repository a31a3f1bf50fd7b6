import type { PromiseCheck, PromiseOutcome } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export const OUTCOME_WORDS = {
  NEVER_DECLINED: 'promises.NEVER_DECLINED',
  ALWAYS_DECLINED: 'promises.ALWAYS_DECLINED',
} as const satisfies Readonly<Record<PromiseOutcome, WordKey>>;

export const VERDICT_WORDS = {
  KEPT: 'promiseCheck.KEPT',
  BROKEN: 'promiseCheck.BROKEN',
  UNDECIDED: 'promiseCheck.UNDECIDED',
} as const satisfies Readonly<Record<PromiseCheck['promises'][number]['state'], WordKey>>;

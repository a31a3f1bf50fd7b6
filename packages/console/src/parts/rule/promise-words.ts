import type { PromiseCheck, PromiseLevel, PromiseOutcome } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** The statements of promises: the outcome, and the conditions that guarantee it. */
export const STATEMENT_WORDS = {
  'NEVER_DECLINED RULES': 'promises.NEVER_DECLINED',
  'ALWAYS_DECLINED RULES': 'promises.ALWAYS_DECLINED',
  'NEVER_DECLINED DECISION': 'promises.neverByDecision',
  'ALWAYS_DECLINED DECISION': 'promises.alwaysByDecision',
} as const satisfies Readonly<Record<`${PromiseOutcome} ${PromiseLevel}`, WordKey>>;

export type PromiseStatement = keyof typeof STATEMENT_WORDS;

interface Stated {
  readonly outcome: PromiseOutcome;
  readonly by?: PromiseLevel;
}

export const statementOf = ({ outcome, by = 'RULES' }: Stated): PromiseStatement => `${outcome} ${by}`;

export const VERDICT_WORDS = {
  KEPT: 'promiseCheck.KEPT',
  BROKEN: 'promiseCheck.BROKEN',
  UNDECIDED: 'promiseCheck.UNDECIDED',
} as const satisfies Readonly<Record<PromiseCheck['promises'][number]['state'], WordKey>>;

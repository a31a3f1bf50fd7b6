import type { ActionCode } from '@cardwright/contract';
import type { AuthorizationMessage, FactsWithCard } from '../facts.ts';

export type SawValue = string | number | boolean | null;

export interface RuleAnswer {
  /** The values that the rule read, in the order of its labels. */
  readonly saw: readonly SawValue[];
  /** Absent when the rule lets the message pass. */
  readonly refuse?: {
    readonly actionCode: ActionCode;
    /** Short name for Additional_Response_Data, at most 24 characters. */
    readonly reason: string;
  };
}

/** One rule of the decision. Pure: the same facts, message and clock give the same result. Most rules need a card and its account. */
export interface Rule<Facts = FactsWithCard> {
  readonly name: string;
  /** Names of the values that it saw. Stored traces hold only the values, so new labels go at the end. */
  readonly labels: readonly string[];
  /** Whether there is anything to evaluate. A rule that is not set leaves nothing in the trace. */
  isSet?(facts: Facts): boolean;
  evaluate(facts: Facts, message: AuthorizationMessage, now: Date): RuleAnswer;
}

import type { ActionCode } from '@cardwright/contract';
import type { AuthorizationMessage, CardedFacts } from '../facts.ts';

export type SawValue = string | number | boolean | null;

export interface RuleAnswer {
  /** What the rule looked at, in the order of the rule's labels. */
  readonly saw: readonly SawValue[];
  /** Absent when the rule lets the message pass. */
  readonly refuse?: {
    readonly actionCode: ActionCode;
    /** Short name for Additional_Response_Data, at most 24 characters. */
    readonly reason: string;
  };
}

/** One question of the decision. Pure: the same facts, message and clock give the same answer. Most need a card and its account. */
export interface Rule<Facts = CardedFacts> {
  readonly name: string;
  /** Names of what it saw, for the trace. Stored traces hold values only, so a label is only ever added at the end. */
  readonly labels: readonly string[];
  /** Where there is nothing to ask, it leaves nothing in the trace. */
  isSet?(facts: Facts): boolean;
  evaluate(facts: Facts, message: AuthorizationMessage, now: Date): RuleAnswer;
}

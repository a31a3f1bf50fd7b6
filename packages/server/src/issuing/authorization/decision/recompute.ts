import type { JsonObject } from '@cardwright/contract';
import { type Decision, decide } from './decide.ts';
import type { AuthorizationMessage } from './facts.ts';
import { decodeFacts, encodeFacts, type ListAnswer, type RecordedFacts } from './recorded-facts.ts';
import { messageOfRaw } from './stored-message.ts';

/** The outcome of a decision in the form of its stored row. */
export type RecordedOutcome = Readonly<
  Record<'action_code' | 'approval_code' | 'rule' | 'settlement_date', string> & {
    rule_version: number;
    trace: Decision['trace'];
  }
>;

/** Decides again on recorded facts. Pure: the verifier of proofs has this function of each version of the rules. */
export function recompute(message: JsonObject, facts: RecordedFacts, decidedAt: string): RecordedOutcome {
  const decoded = messageOfRaw(message, facts.number_form as AuthorizationMessage['numberForm']);
  return toOutcome(decide(decodeFacts(facts, decoded), decoded, new Date(decidedAt)));
}

function toOutcome({ actionCode, approvalCode, reason, settlementDate, ruleVersion, trace }: Decision) {
  return {
    action_code: actionCode,
    approval_code: approvalCode,
    rule: reason,
    settlement_date: settlementDate,
    rule_version: ruleVersion,
    trace,
  };
}

/** Records the facts of a decision, with the answers of the lists that it looks up when it is recomputed. */
export function recordFacts(
  facts: Parameters<typeof encodeFacts>[0],
  message: AuthorizationMessage,
  decidedAt: Date,
): RecordedFacts {
  const answers = new Map<string, ListAnswer>();
  const { lists } = facts;
  const recording = decodeFacts(encodeFacts(facts, message, []), message, (list) => ({
    has: (entry) => {
      const has = lists?.listOf(list).has(entry) ?? false;
      answers.set(`${list}\0${entry}`, [list, entry, has]);
      return has;
    },
  }));
  decide(recording, message, decidedAt);
  return encodeFacts(facts, message, [...answers.values()]);
}

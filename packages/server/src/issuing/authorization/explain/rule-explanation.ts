import { type Condition, type ExplainedBankRule, OWN_RULES, type ProposedRule } from '@cardwright/contract';
import type { Tx } from '../../../platform/storage/index.ts';
import { findVersionByName } from '../../rules/index.ts';
import { conditionTrace } from '../decision/condition-trace.ts';
import type { AuthorizationMessage } from '../decision/facts.ts';
import type { MessageContext } from '../decision/message-facts.ts';
import type { ExplainedRule } from '../decision/trace.ts';

interface RuleDecision {
  readonly trace: readonly ExplainedRule[];
  readonly message: AuthorizationMessage;
  readonly facts: MessageContext;
  readonly now: Date;
}

/** The name and version of the bank's own rule that declined; undefined if none did. */
export function declinedByBankRule(trace: readonly ExplainedRule[]): { name: string; version: number } | undefined {
  const last = trace.at(-1);
  const [, name, version] = /^(\w+):(\d+)$/.exec(last?.rule === OWN_RULES ? String(last.saw.declined_by) : '') ?? [];
  return name === undefined ? undefined : { name, version: Number(version) };
}

/**
 * Explains what the bank's own rule that declined saw, and since when the rule is in force.
 * @param proposedRules proposed rules, which have version 0
 */
export async function explainRule(
  tx: Tx,
  bankId: string,
  { trace, ...decision }: RuleDecision,
  proposedRules: readonly ProposedRule[] = [],
): Promise<ExplainedBankRule | null> {
  const declined = declinedByBankRule(trace);
  if (declined === undefined) return null;
  const figures = String(trace.at(-1)?.saw.figures ?? '');
  if (declined.version === 0) {
    const condition = proposedRules.find(({ name }) => name === declined.name)?.condition as Condition | undefined;
    return condition === undefined ? null : { looked_at: conditionTrace(condition, decision, figures), since: null };
  }
  const version = await findVersionByName(tx, bankId, declined);
  if (version === undefined) return null;
  const { live_at: at, approved_by: by } = version;
  return {
    looked_at: conditionTrace(JSON.parse(version.condition) as Condition, decision, figures),
    since: at === null || by === null ? null : { at: at.toISOString(), by },
  };
}

import { type Condition, type ConditionTraceEntry, comparisonsOf } from '@cardwright/contract';
import type { AuthorizationMessage } from './facts.ts';
import { type MessageContext, messageFacts } from './message-facts.ts';

/**
 * The values that a condition compared, each once, in the order of its comparisons. Pure.
 * @param figures values from outside the message, in the form of the trace: `limitCount:PROBES:3 firstAtMerchant:true`
 */
export function conditionTrace(
  condition: Condition,
  { facts, message, now }: { facts: MessageContext; message: AuthorizationMessage; now: Date },
  figures: string,
): ConditionTraceEntry[] {
  const conditionFacts = messageFacts(facts, message, now);
  const values = new Map(
    figures.split(' ').map((figure): [string, string] => {
      const at = figure.lastIndexOf(':');
      return [figure.slice(0, at), figure.slice(at + 1)];
    }),
  );
  const comparisons = new Map(
    comparisonsOf(condition).map(({ field, limit }) => [`${field} ${limit}`, { field, limit }]),
  );
  return [...comparisons.values()].flatMap(({ field, limit }): ConditionTraceEntry[] => {
    switch (field) {
      case 'limitSum':
      case 'limitCount': {
        const value = values.get(`${field}:${limit}`);
        return limit === undefined || value === undefined ? [] : [{ field, limit, value }];
      }
      case 'firstAtMerchant': {
        const value = values.get(field);
        return value === undefined ? [] : [{ field, value }];
      }
      case 'amount':
        return [{ field, value: String(message.billingMinor) }];
      default:
        return [{ field, value: String(conditionFacts[field] ?? '') }];
    }
  });
}

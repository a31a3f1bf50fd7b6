import type { Trace } from './decide.ts';
import { adviceRule } from './rules/advice.ts';
import { exceptionStep } from './rules/exception.ts';
import { RULES } from './rules/index.ts';
import { PARTNER_RULES } from './rules/partner.ts';
import type { SawValue } from './rules/rule.ts';

export interface ExplainedRule {
  rule: string;
  verdict: 'PASS' | 'REFUSE';
  saw: Record<string, SawValue>;
}

/** Every step that a trace can have. */
export const TRACE_STEPS = [...RULES, exceptionStep, ...PARTNER_RULES, adviceRule] as const;

const labelsOf = new Map(TRACE_STEPS.map((rule) => [rule.name, rule.labels]));

/** Reads a stored trace. It has no labels, because they are the same for all decisions. */
export function readTrace(text: string): Trace {
  return JSON.parse(text) as Trace;
}

/** Adds the labels to a trace. The last rule of a declined message is the one that refused it. */
export function explainTrace(trace: Trace, isApproved: boolean): ExplainedRule[] {
  return trace.map(([rule, ...saw], at) => {
    const labels = labelsOf.get(rule) ?? [];
    return {
      rule,
      verdict: isApproved || at < trace.length - 1 ? 'PASS' : 'REFUSE',
      saw: Object.fromEntries(saw.map((value, index) => [labels[index] ?? String(index), value])),
    };
  });
}

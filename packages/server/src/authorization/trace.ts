import { RULES } from './rules/index.ts';
import type { SawValue } from './rules/rule.ts';

export interface TraceStep {
  rule: string;
  verdict: 'PASS' | 'REFUSE';
  saw: Record<string, SawValue>;
}

const labelsOf = new Map(RULES.map((rule) => [rule.name, rule.labels]));

/** A stored trace with its labels again. The last rule asked is the one that refused a declined message. */
export function readTrace(stored: string, isApproved: boolean): TraceStep[] {
  const steps = JSON.parse(stored) as [string, ...SawValue[]][];
  return steps.map(([rule, ...saw], at) => {
    const labels = labelsOf.get(rule) ?? [];
    return {
      rule,
      verdict: isApproved || at < steps.length - 1 ? 'PASS' : 'REFUSE',
      saw: Object.fromEntries(saw.map((value, index) => [labels[index] ?? String(index), value])),
    };
  });
}

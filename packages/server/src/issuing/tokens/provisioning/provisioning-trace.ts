import type { ProvisioningOutcome } from '@cardwright/contract';
import { RULES_LABELS } from './bank-rules.ts';
import type { ProvisioningTrace } from './decide-provisioning.ts';
import { FIXED_RULES, type SawValue } from './fixed-rules.ts';
import { LIMITS_LABELS } from './limits-rule.ts';
import { PARTNER_LABELS } from './partner-rule.ts';

const LABELS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['CARD_FOUND', ['found']],
  ...FIXED_RULES.map(({ name, labels }) => [name, labels] as const),
  ['LIMITS', LIMITS_LABELS],
  ['RULES', RULES_LABELS],
  ...Object.entries(PARTNER_LABELS),
  ['SCORES', ['account_score', 'device_score', 'outcome']],
]);

/** Adds the labels to a trace. The last rule of a declined request is the one that refused it. */
export function labelTrace(trace: ProvisioningTrace, outcome: ProvisioningOutcome) {
  return trace.map(([rule, ...saw], at) => {
    const labels = LABELS.get(rule) ?? [];
    const isRefused = outcome === 'DECLINED' && at === trace.length - 1;
    return {
      rule,
      verdict: isRefused ? ('REFUSE' as const) : ('PASS' as const),
      saw: Object.fromEntries(saw.map((value: SawValue, index) => [labels[index] ?? String(index), value])),
    };
  });
}

import { createHash } from 'node:crypto';
import {
  type ConfigurationChange,
  type ConfigurationFile,
  type OnboardingRulesInForce,
  withoutDefaultRules,
  writeCanonicalJson,
} from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { UsageError } from '../output/usage-error.ts';
import { differencesOf } from './differences.ts';

/** A difference in an object of a bank, or in the rules of an acquirer. */
export type PlannedChange = Omit<ConfigurationChange, 'kind'> & {
  readonly kind: ConfigurationChange['kind'] | 'onboarding_rules';
};

/** The changes that applying a folder made, and the remaining differences. */
export interface ApplyResult {
  readonly changes: readonly PlannedChange[];
  readonly remaining: readonly PlannedChange[];
}

/** Compares an acquirer's rules for onboarding with those in its folder. */
export function planOnboarding(
  client: Cardwright,
  inForce: OnboardingRulesInForce,
  { onboarding_rules: sent, ...others }: Omit<ConfigurationFile, 'deployment'>,
) {
  const [foreign] = Object.keys(others);
  if (foreign !== undefined) throw new UsageError(`${foreign} is a section of a bank, and the caller is an acquirer`);
  const rules = sent === undefined ? inForce.rules : withoutDefaultRules(sent);
  const isDifferent = differencesOf(inForce.rules, rules).length > 0;
  const content = createHash('sha256')
    .update(writeCanonicalJson(rules as never))
    .digest('hex');
  const change: PlannedChange = {
    kind: 'onboarding_rules',
    name: inForce.acquirer_id,
    action: 'CHANGE',
    before: inForce.rules,
    after: rules,
    second_person: inForce.second_person,
  };
  const changes = isDifferent ? [change] : [];
  return {
    changes,
    /** Identifies the version that the plan starts from, and the rules that it requests. */
    fingerprint: `${inForce.version} ${content}`,
    async apply(fingerprint: string, reason: string | undefined): Promise<ApplyResult> {
      const [version, planned] = fingerprint.split(' ');
      if (!isDifferent) return { changes: [], remaining: [] };
      if (planned !== content) throw new UsageError('the folder has changed since the plan. Plan again');
      await client.onboardingRules.replace({
        rules,
        version: Number(version),
        ...(reason !== undefined && { reason }),
      });
      return { changes, remaining: [] };
    },
  };
}

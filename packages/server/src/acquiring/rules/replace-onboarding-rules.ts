import { createHash } from 'node:crypto';
import {
  type OnboardingRules,
  replaceOnboardingRules,
  withoutDefaultRules,
  writeCanonicalJson,
} from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { cleanTexts, implementRest, type RestImplementation } from '../../platform/operation/index.ts';
import { findRuleProblems } from '../acquirers/acquirer-configuration.ts';
import { lockAcquirer } from '../acquirers/acquirer-store.ts';
import { toStoredRules } from '../acquirers/stored-rules.ts';
import { insertRulesVersion } from './onboarding-rules-store.ts';
import { type RulesDeps, readRulesInForce, toRulesResponse } from './rules-in-force.ts';

type Replacement = RestImplementation<typeof replaceOnboardingRules>;

/** Replaces the rules for onboarding (docs/interface/onboarding-rules.md#replace). Equal rules make no version. */
export function replaceOnboardingRulesOperation({ kindsForSecondPerson }: RulesDeps) {
  const run: Replacement['run'] = async (context, { body }) => {
    const { tx, caller, now, audit } = context;
    const findings = findRuleProblems(body.rules).map(({ path, message }) => ({
      path: `rules.${path}`,
      error: 'value_not_allowed' as const,
      message,
    }));
    if (findings.length > 0) return fail('value_not_allowed', { findings });
    await lockAcquirer(tx, caller.acquirerId ?? '');
    const found = await readRulesInForce(tx, caller);
    if (!found.ok) return found;
    const { acquirerId, version, rules } = found.value;
    const log = acquirerLog(acquirerId);
    const kinds = kindsForSecondPerson(caller);
    const after = withoutDefaultRules(body.rules);
    if (isSame(rules, after)) {
      audit(log, 'onboarding-rules', 'rules as before');
      return ok({ body: toRulesResponse(found.value, kinds) });
    }
    if (body.version !== undefined && Number(body.version) !== version) {
      const message = `The rules have changed since: they have the version ${version}`;
      return fail('changed_meanwhile', { subject: 'onboarding-rules', message });
    }
    const { reason = null } = cleanTexts(replaceOnboardingRules, { reason: body.reason }, context);
    const row = {
      version: version + 1,
      rules: toStoredRules(after),
      changed_at: now,
      changed_by: caller.clientId,
      reason,
    };
    await insertRulesVersion(tx, acquirerId, row);
    const change = { before: { version, ...rules }, after: { version: row.version, ...after } };
    audit(log, 'onboarding-rules', 'changed', {}, change as never);
    const stored = { ...found.value, version: row.version, rules: after };
    return ok({ body: toRulesResponse({ ...stored, versions: [row, ...stored.versions] }, kinds) });
  };
  return implementRest(replaceOnboardingRules, run, {
    async secondPerson({ tx, caller }, { body }) {
      await lockAcquirer(tx, caller.acquirerId ?? '');
      const found = await readRulesInForce(tx, caller);
      if (!found.ok) return undefined;
      const { version, rules: before } = found.value;
      const after = withoutDefaultRules(body.rules);
      if (isSame(before, after)) return undefined;
      const content = createHash('sha256').update(canonical(after)).digest('hex');
      return {
        kinds: ['onboarding.change'],
        subject: 'onboarding-rules',
        version: `${version} ${content}`,
        isWhole: true,
        display: { before, after },
      };
    },
  });
}

const canonical = (rules: OnboardingRules) => writeCanonicalJson(JSON.parse(JSON.stringify(rules)));
const isSame = (one: OnboardingRules, other: OnboardingRules) => canonical(one) === canonical(other);

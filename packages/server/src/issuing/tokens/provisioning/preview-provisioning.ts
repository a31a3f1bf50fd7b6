import { type BodyError, explainProvisioning, type Finding, previewProvisioning } from '@cardwright/contract';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import { isOfProvisionings, limitFaults, toTerms } from '../../limits/index.ts';
import { readProposedProvisioningRules, withProposedRules } from '../../rules/index.ts';
import { callerBank } from '../caller-bank.ts';
import { decideProvisioning } from './decide-provisioning.ts';
import { findRequestedCard, loadProvisioningFacts } from './load-provisioning-facts.ts';
import type { ProvisioningFacts } from './provisioning-facts.ts';
import { type ProvisioningProposal, withProposedLimits } from './provisioning-replay.ts';
import { labelTrace } from './provisioning-trace.ts';
import { type ProvisioningDeps, toMessage } from './request-provisioning.ts';

/** Returns the decision that a request would get now. Stores and locks nothing (docs/interface/token-provisioning.md#preview). */
export function previewProvisioningOperation(deps: ProvisioningDeps) {
  return implementRest(previewProvisioning, async ({ tx, caller, now, audit }, { body, query }) => {
    const calling = callerBank({ caller }, deps.banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    const { provisioning, limits = [], ...fields } = body;
    const { exponent } = bank.currency;
    const message = toMessage(fields);
    const proposed = await readProposedProvisioningRules(
      tx,
      bank.bankId,
      provisioning?.rules ?? [],
      'provisioning.rules',
    );
    const findings = [...proposed.findings, ...faultsOfLimits(limits, exponent)];
    if (findings.length > 0) return fail('value_not_allowed', { findings: findings as Finding[] });
    const { key, maskedNumber } = await findRequestedCard(tx, deps, [bank.bankId], body.card);
    const loaded =
      key === undefined
        ? undefined
        : await loadProvisioningFacts(tx, bank, key, { cache: deps.cache, message, now, isPreview: true });
    const assumed = {
      rules: proposed.rules,
      settings: provisioning?.settings ?? {},
      limits: limits.map((limit) => ({ terms: toTerms(limit, exponent), level: limit.level })),
    };
    const facts = loaded === undefined ? NO_CARD : withProposal(loaded.facts, assumed, loaded.card.card_id, now);
    const { outcome, rule, ...verdict } = decideProvisioning(facts, message, now);
    const reason = verdict.reason ?? null;
    const trace = labelTrace(verdict.trace, outcome);
    const exid = loaded?.card.exid ?? null;
    audit(bank.bankId, `card:${exid ?? 'none'}`, 'provisioning previewed', { outcome, rule });
    const { requestor_name } = message;
    const explanation =
      query.explain && explainProvisioning({ outcome, reason, rule, trace, requestor_name }, query.explain);
    return ok({
      body: {
        outcome,
        reason,
        rule,
        card_identifier_id: exid,
        card_number: loaded?.card.masked_number ?? maskedNumber ?? null,
        decided_at: now.toISOString(),
        trace,
        ...(explanation !== undefined && { explanation }),
      },
    });
  });
}

const NO_CARD: ProvisioningFacts = { card: undefined };

type Limits = readonly Parameters<typeof limitFaults>[0][];

function faultsOfLimits(limits: Limits, exponent: number): Finding<BodyError>[] {
  return limits.flatMap((limit, at) => {
    const isCounted = limit.measure !== undefined && isOfProvisionings({ measure: limit.measure });
    const message = 'must be provisionings';
    const measure = isCounted ? [] : [{ path: 'measure', error: 'value_not_allowed' as const, message }];
    const faults = [...measure, ...limitFaults(limit, exponent)];
    return faults.map((finding) => ({ ...finding, path: `limits[${at}].${finding.path}` }));
  });
}

function withProposal(
  facts: ProvisioningFacts,
  { rules, settings, limits }: Omit<ProvisioningProposal, 'restrictions'>,
  cardId: bigint,
  now: Date,
): ProvisioningFacts {
  if (facts.card === undefined) return facts;
  return {
    ...facts,
    settings: { ...facts.settings, ...settings },
    rules: withProposedRules(facts.rules, rules),
    limits: withProposedLimits(facts.limits, limits, { cardId, now }),
  };
}

import { explainProvisioning, previewProvisioning } from '@cardwright/contract';
import { ok } from '../../../platform/kernel/result.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import { callerBank } from '../lock-token.ts';
import { decideProvisioning } from './decide-provisioning.ts';
import { findRequestedCard, loadProvisioningFacts } from './load-provisioning-facts.ts';
import { labelTrace } from './provisioning-trace.ts';
import { type ProvisioningDeps, toMessage } from './request-provisioning.ts';

/** Returns the decision that a request would get now. Stores and locks nothing (docs/interface/token-provisioning.md#preview). */
export function previewProvisioningOperation(deps: ProvisioningDeps) {
  return implementRest(previewProvisioning, async ({ tx, caller, now, audit }, { body, query }) => {
    const calling = callerBank({ caller }, deps.banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    const message = toMessage(body);
    const { key, maskedNumber } = await findRequestedCard(tx, deps, [bank.bankId], body.card);
    const loaded =
      key === undefined
        ? undefined
        : await loadProvisioningFacts(tx, bank, key, { cache: deps.cache, message, now, isPreview: true });
    const { outcome, rule, ...verdict } = decideProvisioning(loaded?.facts ?? { card: undefined }, message, now);
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

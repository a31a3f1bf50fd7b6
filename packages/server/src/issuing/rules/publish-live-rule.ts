import { randomUUID } from 'node:crypto';
import { RULE_LIVE, type RuleLiveEvent, writeJson } from '@cardwright/contract';
import { requireValue } from '../../platform/kernel/required.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import type { Enqueue } from '../../platform/outbox/index.ts';
import type { Moving } from './move-version.ts';
import type { RuleVersionRow } from './rule-store.ts';

/** Publishes the event that a version goes live, to endpoints that subscribe to it, in the transaction of the move. */
export async function publishLiveRule(
  { tx, caller, now }: OperationContext,
  enqueue: Enqueue,
  { bankId, rule, version }: Moving,
  replacedVersion: RuleVersionRow | undefined,
): Promise<void> {
  const event: RuleLiveEvent = {
    id: randomUUID(),
    type: RULE_LIVE,
    timestamp: now.toISOString(),
    bank_id: bankId,
    rule_id: rule.rule_id,
    name: rule.name,
    version: version.version,
    effect: version.effect,
    from: version.from_at?.toISOString() ?? null,
    until: version.until_at?.toISOString() ?? null,
    proposed_by: requireValue(version.proposed_by, 'who proposed a version that is approved'),
    approved_by: caller.clientId,
    replaces_version: replacedVersion?.version ?? null,
  };
  const { id: notificationId, type } = event;
  const payload = writeJson({ ...event });
  await enqueue(tx, { bankId, stream: `rule:${rule.name}`, notificationId, type, payload, at: now });
}

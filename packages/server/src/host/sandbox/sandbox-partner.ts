import { compile, isJsonObject, optional, parseJson, record } from '@cardwright/contract';
import { setDecisionPartner } from '../../issuing/banks/index.ts';
import { removePartnerEndpoint, upsertPartnerEndpoint } from '../../platform/outbox/index.ts';
import type { Database } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { PartnerConfiguration } from '../configuration/configuration-schema.ts';
import { findPartnerProblems, toStoredPartner } from '../configuration/partner-settings.ts';
import { DEMO_BANK_ID } from './demo-configuration.ts';

const REACH = { deadlineMs: 3_000, allowHttp: true, allowPrivateAddresses: true };

const checkBody = compile(record({ decision_partner: optional(PartnerConfiguration) }));

/** Sets or removes the decision partner of the demo bank. Returns the problems of its configuration, if any. */
export async function upsertSandboxPartner(
  { database, vault }: { database: Database; vault: Vault },
  body: string,
  now: Date,
): Promise<string | undefined> {
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return 'send {"decision_partner": {"url": ..., "keys": [...]}}, or {}';
  const { value, findings } = checkBody(parsed.value, '');
  const { decision_partner: partner } = value;
  const problems =
    findings.length > 0
      ? findings.map(({ path, message }) => `${path} ${message}`)
      : findPartnerProblems(partner, 'decision_partner', REACH);
  if (problems.length > 0) return problems.join('; ');
  await database.transaction(async (tx) => {
    await setDecisionPartner(tx, DEMO_BANK_ID, partner === undefined ? null : toStoredPartner(partner));
    if (partner === undefined) await removePartnerEndpoint(tx, DEMO_BANK_ID, now);
    else await upsertPartnerEndpoint(tx, vault, DEMO_BANK_ID, partner, now);
    return { commit: true, result: undefined };
  });
  return undefined;
}

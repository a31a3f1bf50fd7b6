import { createApprovalCodes, createEcommerceAuthorizer, createGroupCommit } from '../authorization/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Clock } from '../kernel/clock.ts';
import type { LatencyMeter } from '../kernel/latency-meter.ts';
import type { Database } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';

interface Deps {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly banks: BankDirectory;
  readonly latency: Pick<LatencyMeter, 'note'>;
}

export function openAuthorizer(settings: Settings, { database, vault, clock, banks, latency }: Deps) {
  const codes = createApprovalCodes(database);
  const groupCommit = createGroupCommit({ database, vault }, codes, clock, {
    laneCount: settings.CARDWRIGHT_AUTHORIZATION_LANES,
    deadlineMs: settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS,
    latency,
  });
  return { ecommerce: createEcommerceAuthorizer({ banks, vault, groupCommit }), close: groupCommit.close };
}

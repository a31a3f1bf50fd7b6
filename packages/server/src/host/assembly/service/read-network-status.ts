import type { NetworkProcess, NetworkStatus } from '@cardwright/contract';
import { ALL_BANKS, readReports } from '../../../issuing/iso8583/index.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { Database } from '../../../platform/storage/index.ts';

/**
 * Reads what all server processes report of the networks (docs/operate/networks.md#the-page-of-networks).
 *
 * @param bankId the bank whose networks the reader may see; undefined for the operator, who sees all
 */
export async function readNetworkStatus(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  bankId: string | undefined,
): Promise<NetworkStatus> {
  const networks = new Map<string, { name: string; tenant: string | null; processes: NetworkProcess[] }>();
  for (const { bank_id: tenant, network: name, server, seen_at, report } of await readReports(database, bankId)) {
    const key = `${tenant} ${name}`;
    const network = networks.get(key) ?? { name, tenant: tenant === ALL_BANKS ? null : tenant, processes: [] };
    network.processes.push({ server, seen_at: seen_at.toISOString(), ...report });
    networks.set(key, network);
  }
  return { at: clock.now().toISOString(), networks: [...networks.values()] };
}

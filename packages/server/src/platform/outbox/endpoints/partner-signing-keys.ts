import type { Database } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { endpointKeyContext } from '../outbox-seal-contexts.ts';
import { partnerEndpointId } from './partner-endpoint.ts';
import { readPartnerKeys } from './partner-endpoint-store.ts';

/** The keys that sign requests to a bank's own system, in memory, so that signing does not wait for the database. */
export interface PartnerSigningKeys {
  /** Returns the keys; none if the bank has no such system. */
  of(bankId: string): readonly string[];
  reload(bankIds: readonly string[]): Promise<void>;
}

export function createPartnerSigningKeys(database: Database, vault: Pick<Vault, 'open'>): PartnerSigningKeys {
  let keys = new Map<string, readonly string[]>();
  return {
    of: (bankId) => keys.get(bankId) ?? [],
    async reload(bankIds) {
      const endpoints = new Map(bankIds.map((bankId) => [bankId, partnerEndpointId(bankId)]));
      const read = new Map<string, string[]>();
      for (const row of await readPartnerKeys(database, bankIds, [...endpoints.values()])) {
        const { bank_id: bankId, endpoint_id: endpointId, sealed_secret: sealed, key_version: keyVersion } = row;
        if (endpoints.get(bankId) !== endpointId) continue;
        const text = vault.open(endpointKeyContext(bankId, endpointId, row.key_id), { sealed, keyVersion });
        read.set(bankId, [...(read.get(bankId) ?? []), text]);
      }
      keys = read;
    },
  };
}

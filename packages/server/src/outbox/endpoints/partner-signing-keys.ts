import type { Database } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { endpointKeyContext } from '../outbox-seal-contexts.ts';
import { partnerEndpointId } from './partner-endpoint.ts';
import { readPartnerKeys } from './partner-endpoint-store.ts';

/** The keys that sign what a bank's own system is asked, in memory: no question waits for the database to sign it. */
export interface PartnerSigningKeys {
  /** None where the bank has no such system. */
  of(bankId: string): readonly string[];
  reload(bankIds: readonly string[]): Promise<void>;
}

export function createPartnerSigningKeys(database: Database, vault: Pick<Vault, 'open'>): PartnerSigningKeys {
  let keys = new Map<string, readonly string[]>();
  return {
    of: (bankId) => keys.get(bankId) ?? [],
    async reload(bankIds) {
      const read = bankIds.map(async (bankId) => {
        const rows = await readPartnerKeys(database, bankId, partnerEndpointId(bankId));
        const texts = rows.map(({ endpoint_id: endpointId, key_id, sealed_secret: sealed, key_version: keyVersion }) =>
          vault.open(endpointKeyContext(bankId, endpointId, key_id), { sealed, keyVersion }),
        );
        return [bankId, texts] as const;
      });
      keys = new Map(await Promise.all(read));
    },
  };
}

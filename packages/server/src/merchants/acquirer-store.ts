import { statement, type Tx } from '../storage/index.ts';
import type { SealedText } from '../vault/index.ts';
import type { AcquirerConfiguration } from './acquirer-configuration.ts';

/** As it is kept: what is absent from the catalogues is not held against anything. */
export interface StoredAcquirer {
  readonly catalogues: NonNullable<AcquirerConfiguration['catalogues']>;
  /** `7995` or `4829-4834`. */
  readonly restrictedMccs: readonly string[];
  readonly screening?: { readonly url: string; readonly timeoutMs: number; readonly attempts: number };
}

export interface AcquirerRow {
  acquirer_id: string;
  configuration: StoredAcquirer;
  sealed_screening_token: Buffer | null;
  key_version: number | null;
}

const selectAcquirers = statement(
  'merchants.select-acquirers',
  'select acquirer_id, configuration, sealed_screening_token, key_version from acquirers',
);

export function readAcquirers(tx: Tx): Promise<AcquirerRow[]> {
  return tx.query(selectAcquirers, []);
}

const upsertAcquirerStatement = statement(
  'merchants.upsert-acquirer',
  `insert into acquirers (acquirer_id, name, configuration, sealed_screening_token, key_version, sandbox)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (acquirer_id) do update set name = excluded.name, configuration = excluded.configuration,
     sealed_screening_token = excluded.sealed_screening_token, key_version = excluded.key_version,
     sandbox = excluded.sandbox`,
);

export async function upsertAcquirer(
  tx: Tx,
  acquirerId: string,
  acquirer: {
    readonly name: string;
    readonly configuration: StoredAcquirer;
    readonly sealedToken: SealedText | undefined;
    readonly sandbox: boolean;
  },
): Promise<void> {
  await tx.query(upsertAcquirerStatement, [
    acquirerId,
    acquirer.name,
    JSON.stringify(acquirer.configuration),
    acquirer.sealedToken?.sealed ?? null,
    acquirer.sealedToken?.keyVersion ?? null,
    acquirer.sandbox,
  ]);
}

import type { Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type AcquirerConfiguration, SCREENING_ATTEMPTS, SCREENING_TIMEOUT_MS } from './acquirer-configuration.ts';
import { upsertAcquirer } from './acquirer-store.ts';
import { screeningTokenContext } from './screening-token.ts';

/** Creates the acquirer, or sets it to exactly what the configuration states. Omitted members lose their effect. */
export async function applyAcquirer(
  tx: Tx,
  configured: AcquirerConfiguration,
  { sandbox, vault }: { sandbox: boolean; vault?: Vault },
): Promise<void> {
  const { acquirer_id: acquirerId, name, catalogues, screening } = configured;
  const { restricted_mccs, deny_list_threshold, submitter_may_decide, approved_amendments } = configured;
  const token = screening?.token;
  if (token !== undefined && vault === undefined) {
    throw new Error(`acquirer ${acquirerId}: screening.token cannot be stored without a vault`);
  }
  await upsertAcquirer(tx, acquirerId, {
    name,
    sandbox,
    sealedToken: token === undefined ? undefined : vault?.seal(screeningTokenContext(acquirerId), token),
    configuration: {
      catalogues: catalogues ?? {},
      restrictedMccs: restricted_mccs ?? [],
      ...(deny_list_threshold !== undefined && { denyListThreshold: Number(deny_list_threshold) }),
      ...(submitter_may_decide === true && { submitterMayDecide: true }),
      ...(approved_amendments !== undefined && { approvedAmendments: approved_amendments }),
      ...(screening !== undefined && {
        screening: {
          url: screening.url,
          timeoutMs: Number(screening.timeout_ms ?? SCREENING_TIMEOUT_MS),
          attempts: Number(screening.attempts ?? SCREENING_ATTEMPTS),
        },
      }),
    },
  });
}

import type { Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type AcquirerConfiguration, SCREENING_ATTEMPTS, SCREENING_TIMEOUT_MS } from './acquirer-configuration.ts';
import { upsertAcquirer } from './acquirer-store.ts';
import { screeningTokenContext } from './screening-token.ts';
import { toStoredRules } from './stored-rules.ts';

/**
 * Creates the acquirer, or sets it to exactly what the configuration states. Omitted members lose their effect. Rules that
 * were changed through the interface stay in force.
 */
export async function applyAcquirer(
  tx: Tx,
  configured: AcquirerConfiguration,
  { sandbox, vault }: { sandbox: boolean; vault?: Vault },
): Promise<void> {
  const { acquirer_id: acquirerId, name, second_person: secondPerson, screening, ...rules } = configured;
  const token = screening?.token;
  if (token !== undefined && vault === undefined) {
    throw new Error(`acquirer ${acquirerId}: screening.token cannot be stored without a vault`);
  }
  await upsertAcquirer(tx, acquirerId, {
    name,
    sandbox,
    sealedToken: token === undefined ? undefined : vault?.seal(screeningTokenContext(acquirerId), token),
    configuration: {
      ...toStoredRules(rules),
      ...(secondPerson !== undefined && { secondPerson }),
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

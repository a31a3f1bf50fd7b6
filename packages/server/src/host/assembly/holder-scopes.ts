import type { Scope } from '@cardwright/contract';
import { findClientScopes } from '../../platform/access/index.ts';
import type { ReadHolderScopes } from '../../platform/outbox/index.ts';
import { createPersonScopes, SANDBOX_PROVIDER } from '../../platform/people/index.ts';
import type { Database } from '../../platform/storage/index.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import type { Settings } from '../configuration/settings.ts';

/**
 * Returns the current scopes of the holders of webhook endpoints: those of OAuth clients from the configuration, and
 * those of people from the roles that their provider last reported. Callers of an outside issuer have the scopes of
 * their request while the issuer is trusted for their bank.
 */
export async function openHolderScopes(settings: Settings, database: Database): Promise<ReadHolderScopes> {
  const { CARDWRIGHT_CONFIG_FILE: file, CARDWRIGHT_MODE: mode, CARDWRIGHT_TRUSTED_ISSUERS: issuers } = settings;
  const { people } = file === undefined ? {} : await readConfiguration(file);
  const providers = new Set((people?.providers ?? []).map(({ id }) => id));
  if (mode === 'sandbox') providers.add(SANDBOX_PROVIDER);
  const personScopes = createPersonScopes(database, (id) => providers.has(id));
  const isTrusted = (name: string, ownerId: string): boolean =>
    !name.includes('#') ||
    issuers.some(({ issuer, banks }) => name.startsWith(`${issuer}#`) && (banks?.includes(ownerId) ?? true));
  return async ({ kind, ownerId }, { name, scopes }) => {
    if (scopes !== null) return isTrusted(name, ownerId) ? (scopes as readonly Scope[]) : [];
    const party = kind === 'bank' ? { bankId: ownerId } : { acquirerId: ownerId };
    const clientScopes = await findClientScopes(database, name, party);
    return (clientScopes as readonly Scope[] | undefined) ?? personScopes({ kind, id: ownerId }, name);
  };
}

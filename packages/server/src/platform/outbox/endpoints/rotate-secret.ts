import { rotateSecret } from '@cardwright/contract';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import type { Vault } from '../../vault/index.ts';
import { ownerLog, ownerOf, subjectOf } from './endpoint.ts';
import { readSigningKeys, retireSigningKeys, type SigningKeyRow } from './endpoint-key-store.ts';
import { changeNotice, type NotifyEndpoints } from './endpoint-notice.ts';
import { lockEndpoints, updateHolder } from './endpoint-store.ts';
import { checkEventScopes, holderOf } from './event-scopes.ts';
import { makeSigningKeys } from './make-signing-keys.ts';
import { isOfConfiguration, OF_CONFIGURATION } from './partner-endpoint.ts';

const USUAL_OVERLAP_S = 86_400;

/**
 * Generates a new key for each kind that the endpoint has. The old keys also sign for a while, so that receivers have
 * time to switch. `scope_missing` for an endpoint with events that the caller may not read.
 */
export function rotateSecretOperation({ vault, notify }: { vault: Vault; notify: NotifyEndpoints }) {
  return implementRest(rotateSecret, async ({ tx, caller, now, audit }, { params, body }) => {
    const owned = ownerOf(caller);
    if (!owned.ok) return owned;
    const { bankId } = owned.value;
    const endpointId = params.endpoint_id;
    if (isOfConfiguration(bankId, endpointId)) return fail('state_forbids', { message: OF_CONFIGURATION });
    // locked, so that concurrent rotations see each other's keys
    const endpoints = await lockEndpoints(tx, owned.value);
    const endpoint = endpoints.find(({ endpoint_id }) => endpoint_id === endpointId);
    if (endpoint === undefined) return fail('endpoint_not_found');
    const allowed = checkEventScopes(caller, endpoint.events);
    if (!allowed.ok) return allowed;
    await updateHolder(tx, bankId, endpointId, holderOf(caller));
    const keys = await readSigningKeys(tx, bankId, [endpointId], now);
    const until = new Date(now.getTime() + Number(body.overlap_seconds ?? USUAL_OVERLAP_S) * 1_000);
    await retireSigningKeys(tx, bankId, endpointId, now, until);
    const ed25519 = keys.some(({ kind }) => kind === 'ed25519');
    const newKeys = await makeSigningKeys(tx, vault, bankId, endpointId, { ed25519, now });
    await notify(tx, owned.value, endpointId, changeNotice(caller, endpoint, ['keys']), now);
    const details = { previous_retires_at: until.toISOString() };
    audit(ownerLog(owned.value), subjectOf(endpointId), 'keys rotated', details, {
      before: keyIds(keys),
      after: keyIds(await readSigningKeys(tx, bankId, [endpointId], now)),
    });
    return ok({ body: { ...newKeys, previous_retires_at: until.toISOString() } });
  });
}

function keyIds(keys: readonly SigningKeyRow[]) {
  return { keys: keys.map(({ key_id }) => key_id) };
}

import { rotateSecret } from '@cardwright/contract';
import { isSamePerson } from '../../access/index.ts';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest, type OperationContext, type RestImplementation } from '../../operation/index.ts';
import type { Vault } from '../../vault/index.ts';
import { ownerLog, ownerOf, subjectOf } from './endpoint.ts';
import { endpointChange, lockOwnEndpoint } from './endpoint-change.ts';
import { readSigningKeys, retireSigningKeys, type SigningKeyRow } from './endpoint-key-store.ts';
import { changeNotice, type NotifyEndpoints } from './endpoint-notice.ts';
import { type EndpointRow, grantKeys, lockEndpoints, updateHolder } from './endpoint-store.ts';
import { checkEventScopes, holderOf } from './event-scopes.ts';
import { makeSigningKeys } from './make-signing-keys.ts';
import { isOfConfiguration, OF_CONFIGURATION } from './partner-endpoint.ts';

const USUAL_OVERLAP_S = 86_400;

/**
 * Generates a new key for each kind that the endpoint has. The old keys also sign for a while, so that receivers have
 * time to switch. `scope_missing` for an endpoint with events that the caller may not read. An approved request changes
 * no key, because no caller would receive the new ones. It lets the proposer rotate once instead.
 */
export function rotateSecretOperation({ vault, notify }: { vault: Vault; notify: NotifyEndpoints }) {
  const run: RestImplementation<typeof rotateSecret>['run'] = async (context, { params, body }) => {
    const { tx, caller, now, audit } = context;
    const owned = ownerOf(caller);
    if (!owned.ok) return owned;
    const { bankId } = owned.value;
    const endpointId = params.endpoint_id;
    if (isOfConfiguration(bankId, endpointId)) return fail('state_forbids', { message: OF_CONFIGURATION });
    // locked, so that concurrent rotations see each other's keys
    const endpoints = await lockEndpoints(tx, owned.value);
    const endpoint = endpoints.find(({ endpoint_id }) => endpoint_id === endpointId);
    if (endpoint === undefined) return fail('endpoint_not_found');
    const scopeCheck = checkEventScopes(caller, endpoint.events);
    if (!scopeCheck.ok) return scopeCheck;
    if (context.appliesRequest === true) return grantRotation(context, ownerLog(owned.value), bankId, endpointId);
    await grantKeys(tx, bankId, endpointId, null);
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
  };
  return implementRest(rotateSecret, run, {
    async secondPerson({ tx, caller }, { params }) {
      const before = await lockOwnEndpoint(tx, caller, params.endpoint_id);
      if (before === undefined || (await isGranted(tx, caller, before))) return undefined;
      const { kinds, subject, version } = endpointChange(before, null);
      return { kinds, subject, version, display: { before: { keys: 'CURRENT' }, after: { keys: 'ROTATED' } } };
    },
  });
}

/** Whether an approved change lets the caller rotate the keys, also under another login. */
async function isGranted(
  tx: OperationContext['tx'],
  { bankId, clientId }: OperationContext['caller'],
  { keys_granted_to: granted }: EndpointRow,
): Promise<boolean> {
  return granted !== null && bankId !== undefined && (await isSamePerson(tx, bankId, clientId, [granted]));
}

async function grantRotation(
  { tx, caller, now, audit }: OperationContext,
  log: string,
  bankId: string,
  endpointId: string,
) {
  await grantKeys(tx, bankId, endpointId, caller.clientId);
  audit(log, subjectOf(endpointId), 'key rotation approved');
  return ok({ body: { secret: '', public_key: null, previous_retires_at: now.toISOString() } });
}

function keyIds(keys: readonly SigningKeyRow[]) {
  return { keys: keys.map(({ key_id }) => key_id) };
}

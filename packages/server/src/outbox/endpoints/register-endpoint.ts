import { randomUUID } from 'node:crypto';
import { registerEndpoint } from '@cardwright/contract';
import { required } from '../../kernel/required.ts';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import type { Vault } from '../../vault/index.ts';
import { auditedSettings, ownerLog, ownerOf, showEndpoints, subjectOf } from './endpoint.ts';
import { checkEndpointFields, hostOf, type Reach, refuse } from './endpoint-fields.ts';
import { findEndpoint, insertEndpoint, readEndpoints } from './endpoint-store.ts';
import { makeSigningKeys } from './make-signing-keys.ts';
import { setOauth } from './set-oauth.ts';

/** Limited, because every notification is written once for each endpoint. */
const MOST_ENDPOINTS = 20;
const USUAL_IN_FLIGHT = 4;

/**
 * Registers an endpoint (docs/interface/webhooks.md#register) and answers with its secret, this one time.
 * `state_forbids` for a URL that is registered already.
 */
export function registerEndpointOperation(vault: Vault, reach: Reach) {
  return implementRest(registerEndpoint, async ({ tx, caller, now, audit }, { body }) => {
    const owned = ownerOf(caller);
    if (!owned.ok) return owned;
    const owner = owned.value;
    const findings = checkEndpointFields(body, reach);
    if (findings.length > 0) return refuse(findings);
    if ((await readEndpoints(tx, owner)).length >= MOST_ENDPOINTS) {
      return fail('state_forbids', { message: `There are ${MOST_ENDPOINTS} endpoints already` });
    }
    const endpointId = randomUUID();
    const { url, description = '', max_in_flight: maxInFlight = USUAL_IN_FLIGHT, oauth, ed25519 = false } = body;
    const settings = { url, description, maxInFlight: Number(maxInFlight) };
    if (!(await insertEndpoint(tx, owner, endpointId, settings, now))) {
      return fail('state_forbids', { path: 'url', message: 'An endpoint with this URL already exists' });
    }
    const { bankId } = owner;
    if (oauth !== undefined) await setOauth(tx, vault, bankId, endpointId, oauth);
    const made = await makeSigningKeys(tx, vault, bankId, endpointId, { ed25519, now });
    const row = required(await findEndpoint(tx, owner, endpointId), 'the endpoint that was registered');
    const change = { before: null, after: auditedSettings(row) };
    audit(ownerLog(owner), subjectOf(endpointId), 'registered', { host: hostOf(url) }, change);
    const [endpoint] = await showEndpoints(tx, bankId, [row], now);
    return ok({ body: { endpoint: required(endpoint, 'the endpoint that was registered'), ...made } });
  });
}

import { randomUUID } from 'node:crypto';
import { registerEndpoint, WEBHOOK_EVENTS } from '@cardwright/contract';
import { requireValue } from '../../kernel/required.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { implementRest, type RestError, type RestImplementation } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { auditedSettings, ownerLog, ownerOf, subjectOf, toEndpointsResponse } from './endpoint.ts';
import { registrationChange } from './endpoint-change.ts';
import { checkEndpointFields, checkEvents, checkFinalCodes, hostOf, type Reach, refuse } from './endpoint-fields.ts';
import { type NotifyEndpoints, registrationNotice } from './endpoint-notice.ts';
import { type EndpointOwner, findEndpoint, grantKeys, insertEndpoint, readEndpoints } from './endpoint-store.ts';
import { checkEventScopes, holderOf } from './event-scopes.ts';
import { makeSigningKeys } from './make-signing-keys.ts';
import { wakeRelays } from './resume-store.ts';
import { setOauth } from './set-oauth.ts';

/** Limited, because every notification is written once for each endpoint. */
const MAX_ENDPOINTS = 20;
const USUAL_IN_FLIGHT = 4;
const USUAL_PER_REQUEST = 1;

/**
 * Finds the requested events from before the registration. Returns a function that enqueues them for the endpoint, and
 * their number. The operation gets it as an argument, because messages are a layer above endpoints.
 */
export type PrepareBackfill = (
  tx: Tx,
  owner: EndpointOwner,
  request: { since?: string; after?: string } | undefined,
  events: readonly string[],
  now: Date,
) => Promise<Result<(endpointId: string) => Promise<number>, RestError<typeof registerEndpoint>>>;

interface RegisterDeps {
  readonly vault: Vault;
  readonly reach: Reach;
  readonly prepareBackfill: PrepareBackfill;
  readonly notify: NotifyEndpoints;
}

/**
 * Registers an endpoint (docs/interface/webhooks.md#register). Only this answer contains its secret. `state_forbids`
 * for a URL that is registered already, `scope_missing` for events that the caller may not read.
 */
export function registerEndpointOperation({ vault, reach, prepareBackfill, notify }: RegisterDeps) {
  const run: RestImplementation<typeof registerEndpoint>['run'] = async (context, { body }) => {
    const { tx, caller, now, audit } = context;
    const owned = ownerOf(caller);
    if (!owned.ok) return owned;
    const owner = owned.value;
    const findings = [
      ...checkEndpointFields(body, reach),
      ...checkEvents(body.events, owner.kind),
      ...checkFinalCodes(body.final_codes, owner.kind),
    ];
    if (findings.length > 0) return refuse(findings);
    const events = body.events ?? WEBHOOK_EVENTS[owner.kind].usual;
    const scopeCheck = checkEventScopes(caller, events);
    if (!scopeCheck.ok) return scopeCheck;
    if ((await readEndpoints(tx, owner)).length >= MAX_ENDPOINTS) {
      return fail('state_forbids', { message: `There are ${MAX_ENDPOINTS} endpoints already` });
    }
    const endpointId = randomUUID();
    const { url, description = '', max_in_flight: maxInFlight = USUAL_IN_FLIGHT, oauth, ed25519 = false } = body;
    const { final_codes: finalCodes = [], events_per_request: perRequest = USUAL_PER_REQUEST } = body;
    const counts = { maxInFlight: Number(maxInFlight), eventsPerRequest: Number(perRequest) };
    const backfill = await prepareBackfill(tx, owner, body.backfill, events, now);
    if (!backfill.ok) return backfill;
    const settings = { url, description, ...counts, events, finalCodes };
    if (!(await insertEndpoint(tx, owner, endpointId, settings, now, holderOf(caller)))) {
      return fail('state_forbids', { path: 'url', message: 'An endpoint with this URL already exists' });
    }
    const { bankId } = owner;
    if (oauth !== undefined) await setOauth(tx, vault, bankId, endpointId, oauth);
    const keys = await makeSigningKeys(tx, vault, bankId, endpointId, { ed25519, now });
    // the answer to an approval does not return the keys
    if (context.appliesRequest === true) await grantKeys(tx, bankId, endpointId, caller.clientId);
    const backfilled = await backfill.value(endpointId);
    if (backfilled > 0) await wakeRelays(tx);
    const row = requireValue(await findEndpoint(tx, owner, endpointId), 'the endpoint that was registered');
    const change = { before: null, after: auditedSettings(row) };
    audit(ownerLog(owner), subjectOf(endpointId), 'registered', { host: hostOf(url), backfilled }, change);
    await notify(tx, owner, endpointId, registrationNotice(caller, row), now);
    const [endpoint] = await toEndpointsResponse(tx, bankId, [row], now);
    return ok({ body: { endpoint: requireValue(endpoint, 'the endpoint that was registered'), ...keys, backfilled } });
  };
  return implementRest(registerEndpoint, run, {
    async secondPerson({ caller }, { body }) {
      const owned = ownerOf(caller);
      if (!owned.ok) return undefined;
      const { url, events = WEBHOOK_EVENTS[owned.value.kind].usual, final_codes = [], oauth, backfill } = body;
      return registrationChange({
        ...{ url, events, final_codes, oauth },
        ...(backfill !== undefined && { backfill }),
      });
    },
  });
}

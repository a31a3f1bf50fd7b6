import { changeEndpoint } from '@cardwright/contract';
import { requireValue } from '../../kernel/required.ts';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest, type RestImplementation } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { auditedSettings, ownerLog, ownerOf, subjectOf, toEndpointsResponse } from './endpoint.ts';
import { endpointChange, lockOwnEndpoint } from './endpoint-change.ts';
import {
  checkEndpointFields,
  checkEvents,
  checkFinalCodes,
  findMissingOauth,
  hostOf,
  type Reach,
  refuse,
} from './endpoint-fields.ts';
import { changeNotice, type NotifyEndpoints } from './endpoint-notice.ts';
import { type EndpointRow, lockEndpoints, updateEndpoint, updateHolder, updateOauth } from './endpoint-store.ts';
import { checkEventScopes, holderOf } from './event-scopes.ts';
import { makeDue, wakeRelays } from './resume-store.ts';
import { setOauth } from './set-oauth.ts';

const MEMBERS = [
  'url',
  'description',
  'state',
  'max_in_flight',
  'events_per_request',
  'events',
  'final_codes',
  'oauth',
] as const;

/** A change of these writes an event for the owner's other endpoints. */
const NOTIFIED_MEMBERS = ['url', 'events', 'oauth'] as const;

/**
 * A change of any of these can need a second person, because they decide where events go, which ones, and whether they
 * are sent.
 */
const GUARDED_MEMBERS = ['url', 'state', 'events', 'final_codes', 'oauth'] as const;

interface ChangeDeps {
  readonly vault: Vault;
  readonly reach: Reach;
  readonly notify: NotifyEndpoints;
}

/**
 * Changes the members that were sent, all or none of them. ACTIVE ends a pause or a disabling, and waiting messages are
 * tried at once. The caller becomes the holder of the endpoint, and so needs the scopes of all its events:
 * `scope_missing`.
 */
export function changeEndpointOperation({ vault, reach, notify }: ChangeDeps) {
  const run: RestImplementation<typeof changeEndpoint>['run'] = async (context, { params, body }) => {
    const { tx, caller, now, audit } = context;
    const owned = ownerOf(caller);
    if (!owned.ok) return owned;
    const { bankId } = owned.value;
    const endpoints = await lockEndpoints(tx, owned.value);
    const before = endpoints.find(({ endpoint_id }) => endpoint_id === params.endpoint_id);
    if (before === undefined) return fail('endpoint_not_found');
    const findings = [
      ...checkEndpointFields(body, reach),
      ...checkEvents(body.events, owned.value.kind),
      ...checkFinalCodes(body.final_codes, owned.value.kind),
      ...findMissingOauth(body.oauth),
    ];
    if (findings.length > 0) return refuse(findings);
    const scopeCheck = checkEventScopes(caller, body.events ?? before.events);
    if (!scopeCheck.ok) return scopeCheck;
    if (endpoints.some((other) => other !== before && other.url === body.url)) {
      return fail('state_forbids', { path: 'url', message: 'An endpoint with this URL already exists' });
    }
    const changedEndpoint = merge(before, body);
    await updateEndpoint(tx, bankId, before.endpoint_id, changedEndpoint, now);
    await updateHolder(tx, bankId, before.endpoint_id, holderOf(caller));
    if (body.oauth !== undefined) await changeOauth(tx, vault, bankId, before.endpoint_id, body.oauth);
    if (changedEndpoint.state === 'ACTIVE' && !isSame(before, changedEndpoint)) {
      await makeDue(tx, bankId, before.endpoint_id, now);
      await wakeRelays(tx);
    }
    const rows = await lockEndpoints(tx, owned.value);
    const row = requireValue(
      rows.find(({ endpoint_id }) => endpoint_id === before.endpoint_id),
      'the endpoint that was changed',
    );
    const details = {
      members: MEMBERS.filter((member) => body[member] !== undefined),
      from: before.state,
      to: changedEndpoint.state,
      host: hostOf(changedEndpoint.url),
    };
    const change = { before: auditedSettings(before), after: auditedSettings(row) };
    audit(ownerLog(owned.value), subjectOf(before.endpoint_id), 'changed', details, change);
    const notified = NOTIFIED_MEMBERS.filter((member) => body[member] !== undefined);
    if (notified.length > 0)
      await notify(tx, owned.value, before.endpoint_id, changeNotice(caller, row, notified), now);
    const [response] = await toEndpointsResponse(tx, bankId, [row], now);
    return ok({ body: requireValue(response, 'the endpoint that was changed') });
  };
  return implementRest(changeEndpoint, run, {
    async secondPerson({ tx, caller }, { params, body }) {
      if (!GUARDED_MEMBERS.some((member) => body[member] !== undefined)) return undefined;
      const before = await lockOwnEndpoint(tx, caller, params.endpoint_id);
      if (before === undefined) return undefined;
      const { url, state, events, finalCodes: final_codes } = merge(before, body);
      return endpointChange(before, { url, state, events, final_codes, oauth: body.oauth });
    },
  });
}

interface Change {
  url?: string;
  description?: string;
  max_in_flight?: unknown;
  events_per_request?: unknown;
  events?: readonly string[];
  final_codes?: readonly string[];
  state?: 'ACTIVE' | 'PAUSED';
}

function merge(before: EndpointRow, change: Change) {
  const {
    url,
    description,
    max_in_flight: inFlight,
    events_per_request: perRequest,
    events,
    final_codes,
    state,
  } = change;
  const updated = { url: url ?? before.url, state: state ?? before.state };
  const isSameState = updated.state === before.state;
  return {
    ...updated,
    description: description ?? before.description,
    maxInFlight: inFlight === undefined ? before.max_in_flight : Number(inFlight),
    eventsPerRequest: perRequest === undefined ? before.events_per_request : Number(perRequest),
    events: events ?? before.events,
    finalCodes: final_codes ?? before.final_codes,
    disabledReason: isSameState ? before.disabled_reason : null,
    failingSince: isSame(before, updated) ? before.failing_since : null,
  };
}

/**
 * Whether the run of failures continues. A new URL or state starts it again: old failures do not matter for the new
 * URL, and days without attempts are not days of failure.
 */
function isSame(before: EndpointRow, { url, state }: Pick<EndpointRow, 'url' | 'state'>): boolean {
  return url === before.url && state === before.state;
}

async function changeOauth(
  tx: Tx,
  vault: Vault,
  bankId: string,
  endpointId: string,
  { token_url, client_id, client_secret, scope }: NonNullable<Parameters<typeof findMissingOauth>[0]>,
): Promise<void> {
  if (token_url === undefined || client_id === undefined || client_secret === undefined) {
    await updateOauth(tx, bankId, endpointId, undefined);
    return;
  }
  const oauth = { token_url, client_id, client_secret, ...(scope !== undefined && { scope }) };
  await setOauth(tx, vault, bankId, endpointId, oauth);
}

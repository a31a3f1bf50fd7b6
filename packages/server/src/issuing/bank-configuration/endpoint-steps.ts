import { type Configuration, type JsonObject, WEBHOOK_EVENTS } from '@cardwright/contract';
import type { EndpointRow } from '../../platform/outbox/index.ts';
import { type ConfigurationStep, isSame } from './configuration-step.ts';

type ConfiguredEndpoint = NonNullable<Configuration['webhook_endpoints']>[number];

/** Compares endpoints by their URL. An endpoint that the configuration does not name is deleted. */
export function endpointSteps(
  requested: readonly ConfiguredEndpoint[],
  stored: readonly EndpointRow[],
): ConfigurationStep[] {
  const steps = requested.flatMap((endpoint, at): ConfigurationStep[] => {
    const row = stored.find(({ url }) => url === endpoint.url);
    const before = row === undefined ? null : contentOf(row);
    const after = requestedContent(endpoint);
    if (isSame(before, after)) return [];
    return [
      {
        kind: 'webhook_endpoint',
        name: endpoint.url,
        action: row === undefined ? 'CREATE' : 'CHANGE',
        before,
        after,
        path: `webhook_endpoints[${at}]`,
        version: row?.changed_at.toISOString() ?? 'new',
        calls: row === undefined ? registration(endpoint, after) : [changeCall(row, endpoint, after)],
      },
    ];
  });
  const others = stored.filter(({ url }) => !requested.some((endpoint) => endpoint.url === url));
  const ends = others.map((row): ConfigurationStep => {
    const { endpoint_id, url: name, changed_at } = row;
    const call = () => ({ operation: 'webhooks.delete-endpoint', params: { endpoint_id } });
    const version = changed_at.toISOString();
    const step = { kind: 'webhook_endpoint', name, action: 'REMOVE', path: 'webhook_endpoints' } as const;
    return { ...step, before: contentOf(row), after: null, version, calls: [call] };
  });
  return [...steps, ...ends];
}

/** Returns an endpoint in the form of the configuration, without its secrets. */
export function toConfiguredEndpoint(row: EndpointRow): ConfiguredEndpoint {
  const { oauth, state, ...content } = contentOf(row);
  const scope = oauth?.scope ?? undefined;
  return {
    url: row.url,
    ...content,
    // the server disables an endpoint, not the configuration
    state: state === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
    ...(oauth !== null && { oauth: { ...oauth, scope } }),
  } as ConfiguredEndpoint;
}

function contentOf(row: EndpointRow) {
  const { description, state, max_in_flight, events_per_request, events, final_codes } = row;
  const { oauth_token_url: token_url, oauth_client_id: client_id, oauth_scope: scope } = row;
  const oauth = token_url === null || client_id === null ? null : { token_url, client_id, scope };
  const lists = { events: [...events].sort(), final_codes: [...final_codes].sort() };
  return { description, state, max_in_flight, events_per_request, ...lists, oauth };
}

type Content = ReturnType<typeof requestedContent>;

function requestedContent(endpoint: ConfiguredEndpoint) {
  const { description = '', state = 'ACTIVE', max_in_flight = 4, events_per_request = 1 } = endpoint;
  const { events = WEBHOOK_EVENTS.bank.usual, final_codes = [], oauth } = endpoint;
  return {
    description,
    state,
    max_in_flight: Number(max_in_flight),
    events_per_request: Number(events_per_request),
    events: [...events].sort(),
    final_codes: [...final_codes].sort(),
    oauth:
      oauth === undefined
        ? null
        : { token_url: oauth.token_url, client_id: oauth.client_id, scope: oauth.scope ?? null },
  };
}

function registration(endpoint: ConfiguredEndpoint, after: Content): ConfigurationStep['calls'] {
  const { state, oauth: _, ...settings } = after;
  const body = { url: endpoint.url, ...settings, ...(endpoint.oauth !== undefined && { oauth: endpoint.oauth }) };
  const register = () => ({ operation: 'webhooks.register-endpoint', body: body as never });
  const pause = ({ endpoint: registered }: JsonObject) => ({
    operation: 'webhooks.change-endpoint',
    params: { endpoint_id: (registered as JsonObject).endpoint_id as string },
    body: { state },
  });
  return state === 'ACTIVE' ? [register] : [register, pause];
}

/** Sends the OAuth client only if it has changed, because a change needs its secret. */
function changeCall(
  row: EndpointRow,
  endpoint: ConfiguredEndpoint,
  after: Content,
): ConfigurationStep['calls'][number] {
  const before = contentOf(row);
  const changed = (Object.keys(after) as (keyof Content)[]).filter((name) => !isSame(before[name], after[name]));
  const members = changed.map((name) => [name, name === 'oauth' ? (endpoint.oauth ?? {}) : after[name]]);
  const params = { endpoint_id: row.endpoint_id };
  return () => ({ operation: 'webhooks.change-endpoint', params, body: Object.fromEntries(members) as JsonObject });
}

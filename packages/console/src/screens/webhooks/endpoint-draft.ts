import type { WebhookEndpoint, WebhookEvent } from '@cardwright/contract';

/** An endpoint in the form. */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  readonly maxInFlight: string;
  readonly perRequest: string;
  readonly events: readonly WebhookEvent[];
  readonly finalCodes: readonly string[];
  readonly ed25519: boolean;
  /** Whether deliveries carry an access token. `kept` leaves the existing settings unchanged. */
  readonly oauth: 'none' | 'kept' | 'set';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** The start time of earlier events that it also receives. Empty for none. */
  readonly since: string;
}

export function draftOf(endpoint: WebhookEndpoint): EndpointDraft {
  const { oauth } = endpoint;
  return {
    ...newDraft(endpoint.events),
    url: endpoint.url,
    description: endpoint.description,
    maxInFlight: String(endpoint.max_in_flight),
    perRequest: String(endpoint.events_per_request),
    finalCodes: endpoint.final_codes,
    oauth: oauth === null ? 'none' : 'kept',
    tokenUrl: oauth?.token_url ?? '',
    clientId: oauth?.client_id ?? '',
    scope: oauth?.scope ?? '',
  };
}

export function newDraft(events: readonly WebhookEvent[]): EndpointDraft {
  const texts = { url: '', description: '', tokenUrl: '', clientId: '', clientSecret: '', scope: '', since: '' };
  return { ...texts, maxInFlight: '4', perRequest: '1', events, finalCodes: [], ed25519: false, oauth: 'none' };
}

const oauthOf = ({ tokenUrl, clientId, clientSecret, scope }: EndpointDraft) => ({
  token_url: tokenUrl,
  client_id: clientId,
  client_secret: clientSecret,
  ...(scope !== '' && { scope }),
});

/** The draft as it is registered. */
export function registrationOf(draft: EndpointDraft) {
  return {
    url: draft.url,
    description: draft.description,
    max_in_flight: draft.maxInFlight,
    ...(draft.perRequest !== '1' && { events_per_request: draft.perRequest }),
    events: [...draft.events],
    ...(draft.finalCodes.length > 0 && { final_codes: [...draft.finalCodes] }),
    ...(draft.ed25519 && { ed25519: true }),
    ...(draft.oauth === 'set' && { oauth: oauthOf(draft) }),
    ...(draft.since !== '' && { backfill: { since: new Date(draft.since).toISOString() } }),
  };
}

/** The changed members only, so that changes that others made in the meantime are not reverted. */
export function changesOf(draft: EndpointDraft, before: EndpointDraft) {
  const same = (one: readonly string[], other: readonly string[]) => `${one.toSorted()}` === `${other.toSorted()}`;
  return {
    ...(draft.url !== before.url && { url: draft.url }),
    ...(draft.description !== before.description && { description: draft.description }),
    ...(draft.maxInFlight !== before.maxInFlight && { max_in_flight: draft.maxInFlight }),
    ...(draft.perRequest !== before.perRequest && { events_per_request: draft.perRequest }),
    ...(!same(draft.events, before.events) && { events: [...draft.events] }),
    ...(!same(draft.finalCodes, before.finalCodes) && { final_codes: [...draft.finalCodes] }),
    ...(draft.oauth === 'set' && { oauth: oauthOf(draft) }),
    ...(draft.oauth === 'none' && before.oauth !== 'none' && { oauth: {} }),
  };
}

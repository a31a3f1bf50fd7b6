import type { Caller } from '../../access/index.ts';
import type { Tx } from '../../storage/index.ts';
import { hostOf } from './endpoint-fields.ts';
import type { EndpointOwner, EndpointRow } from './endpoint-store.ts';

/** The content of the event for the owner's other endpoints when a caller registers or changes an endpoint. */
export interface EndpointNotice {
  readonly type: 'endpoint.registered' | 'endpoint.changed';
  /** A sentence for people. */
  readonly reason: string;
  /** Never contains a key, and only the host of the URL, because the path can contain a token of the receiver. */
  readonly change: {
    /** The caller in the form of the audit log. */
    readonly actor: string;
    readonly host: string;
    readonly events: readonly string[];
    /** The members that changed. */
    readonly members?: readonly string[];
  };
}

/**
 * Writes the event for the owner's other endpoints, in the transaction of the change. The operations get it as an
 * argument, because messages are a layer above endpoints.
 */
export type NotifyEndpoints = (
  tx: Tx,
  owner: EndpointOwner,
  endpointId: string,
  notice: EndpointNotice,
  at: Date,
) => Promise<void>;

export function registrationNotice(caller: Caller, { url, events }: EndpointRow): EndpointNotice {
  const actor = caller.clientId;
  const host = hostOf(url);
  const reason = `${caller.person?.name ?? actor} registered an endpoint at ${host}`;
  return { type: 'endpoint.registered', reason, change: { actor, host, events } };
}

/**
 * The notice of a change.
 *
 * @param members names of the members that changed, such as `url` or `keys`
 */
export function changeNotice(caller: Caller, { url, events }: EndpointRow, members: readonly string[]): EndpointNotice {
  const actor = caller.clientId;
  const host = hostOf(url);
  const reason = `${caller.person?.name ?? actor} changed ${members.join(', ')} of the endpoint at ${host}`;
  return { type: 'endpoint.changed', reason, change: { actor, host, events, members } };
}

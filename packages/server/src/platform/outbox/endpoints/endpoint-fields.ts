import { isIP } from 'node:net';
import { type BodyError, type Finding, MAX_EVENTS_PER_REQUEST, WEBHOOK_EVENTS } from '@cardwright/contract';
import { fail } from '../../kernel/result.ts';
import { maskValidCardNumbers } from '../../kernel/text/masked-text.ts';
import { isPublicAddress } from './public-address.ts';

const MAX_IN_FLIGHT = 99;

/** The URLs that may be called in addition to https URLs on the public internet. */
export interface Reach {
  readonly allowHttp: boolean;
  readonly allowPrivateAddresses: boolean;
}

/** The fields of an endpoint in a request, as far as the schema cannot check them. */
export interface EndpointFields {
  readonly url?: string;
  readonly description?: string;
  readonly max_in_flight?: unknown;
  readonly events_per_request?: unknown;
  readonly oauth?: {
    readonly token_url?: string;
    readonly client_id?: string;
    readonly client_secret?: string;
    readonly scope?: string;
  };
}

/** Returns all findings at once. The addresses of a name are checked at each delivery, not here. */
export function checkEndpointFields(fields: EndpointFields, reach: Reach): Finding<BodyError>[] {
  const { url, description, max_in_flight: inFlight, events_per_request: perRequest, oauth = {} } = fields;
  const texts = { url, description, 'oauth.token_url': oauth.token_url, 'oauth.client_id': oauth.client_id };
  const holdsCardNumber = Object.entries({ ...texts, 'oauth.scope': oauth.scope }).filter(
    ([, text]) => text !== undefined && maskValidCardNumbers(text) !== text,
  );
  return [
    ...urlFinding('url', url, reach),
    ...urlFinding('oauth.token_url', oauth.token_url, reach),
    ...countFinding('max_in_flight', inFlight, MAX_IN_FLIGHT),
    ...countFinding('events_per_request', perRequest, MAX_EVENTS_PER_REQUEST),
    // URL and description are stored unencrypted, and responses contain them
    ...holdsCardNumber.map(([path]) => finding(path, 'value_not_allowed', 'must not contain a card number')),
  ];
}

/** Finds events of other owners, and those that are listed twice. */
export function checkEvents(events: readonly string[] | undefined, owner: 'bank' | 'acquirer'): Finding<BodyError>[] {
  const supported: readonly string[] = WEBHOOK_EVENTS[owner].all;
  return (events ?? []).flatMap((event, at) => {
    if (!supported.includes(event))
      return [finding(`events[${at}]`, 'value_not_allowed', `is not available to a ${owner}`)];
    const isRepeated = events?.indexOf(event) !== at;
    return isRepeated ? [finding(`events[${at}]`, 'value_not_allowed', 'stands there twice')] : [];
  });
}

/**
 * Refuses final codes for acquirers: only answers of banks have codes. A delivery to an acquirer succeeds by its HTTP
 * status.
 */
export function checkFinalCodes(
  codes: readonly string[] | undefined,
  owner: 'bank' | 'acquirer',
): Finding<BodyError>[] {
  if (owner === 'bank' || codes === undefined || codes.length === 0) return [];
  return [finding('final_codes', 'value_not_allowed', 'an acquirer answers by HTTP status alone')];
}

/** Finds missing members of a new OAuth client: a change contains all of them, or null to remove the client. */
export function findMissingOauth(oauth: EndpointFields['oauth']): Finding<BodyError>[] {
  const supplied = Object.entries(oauth ?? {}).filter(([, value]) => value !== undefined);
  if (oauth === undefined || supplied.length === 0) return [];
  const mandatory = ['token_url', 'client_id', 'client_secret'] as const;
  return mandatory
    .filter((member) => (oauth[member] ?? '') === '')
    .map((member) => finding(`oauth.${member}`, 'field_missing', 'is mandatory'));
}

/** Fails with all findings, under the error code of the first one. */
export function refuse(findings: readonly Finding<BodyError>[]) {
  return fail(findings[0]!.error, { findings });
}

/** The part of a URL that may be logged: the path may hold a secret. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

function countFinding(path: string, count: unknown, most: number): Finding<BodyError>[] {
  if (count === undefined || (Number(count) >= 1 && Number(count) <= most)) return [];
  return [finding(path, 'value_not_allowed', `must be 1 to ${most}`)];
}

function urlFinding(path: string, text: string | undefined, reach: Reach): Finding<BodyError>[] {
  if (text === undefined) return [];
  if (!URL.canParse(text)) return [finding(path, 'wrong_format', 'must be a URL')];
  const problem = urlProblem(text, reach);
  return problem === undefined ? [] : [finding(path, 'value_not_allowed', problem)];
}

/**
 * Returns why a URL must not be called. The host name may still resolve to a private address, which is checked when it
 * is resolved.
 */
export function urlProblem(url: string, { allowHttp, allowPrivateAddresses }: Reach): string | undefined {
  const { protocol, username, password, hash, hostname } = new URL(url);
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:')) return 'must be https';
  if (username !== '' || password !== '') return 'must not contain a user or a password';
  if (hash !== '') return 'must not have a fragment';
  if (!allowPrivateAddresses && !isPublicHost(hostname)) return 'must be a public address';
  return undefined;
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !/(^|\.)localhost\.?$/.test(host);
}

function finding(path: string, error: BodyError, message: string): Finding<BodyError> {
  return { path, error, message };
}

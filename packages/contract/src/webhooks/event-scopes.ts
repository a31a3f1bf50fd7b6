import type { Scope } from '../scopes.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** What stands before the point or the colon of a type: `rule` of `rule.live`, `TD` of `TD:3`. */
type EventNoun<Type extends string> = Type extends `${infer Noun}${'.' | ':'}${string}` ? Noun : Type;

/** The scope that reading the same data needs, by the noun of the event: docs/interface/webhooks.md#scopes. */
export const EVENT_SCOPES = {
  AC: 'tokens:codes',
  TC: 'tokens:read',
  TD: 'tokens:read',
  TE: 'tokens:read',
  token: 'tokens:read',
  authorization: 'authorizations:read',
  switch: 'authorizations:read',
  limit: 'authorizations:read',
  rule: 'programs:read',
  program: 'programs:read',
  list: 'programs:read',
  client: 'clients:read',
  account: 'cards:read',
  card: 'cards:read',
  settings: 'settings:read',
  restriction: 'restrictions:read',
  merchant: 'merchants:read',
  application: 'merchants:read',
  endpoint: 'webhooks:read',
  message: 'webhooks:read',
} as const satisfies Readonly<Record<string, Scope> & Record<EventNoun<WebhookEvent>, Scope>>;

const scopes: Readonly<Record<string, Scope>> = EVENT_SCOPES;

/**
 * The scope that an endpoint's owner needs for a type of event. Undefined for a type that the table does not know: nobody may
 * get it.
 *
 * @example scopeOfEvent('TD:3') // 'tokens:read'
 */
export function scopeOfEvent(type: string): Scope | undefined {
  const [noun = type] = type.split(/[.:]/, 1);
  return Object.hasOwn(scopes, noun) ? scopes[noun] : undefined;
}

/** The types of these that somebody with these scopes may not get, each with the scope that is missing. */
export function findMissingScopes(
  types: readonly string[],
  given: readonly Scope[],
): { readonly type: string; readonly scope: Scope | undefined }[] {
  return types
    .map((type) => ({ type, scope: scopeOfEvent(type) }))
    .filter(({ scope }) => scope === undefined || !given.includes(scope));
}

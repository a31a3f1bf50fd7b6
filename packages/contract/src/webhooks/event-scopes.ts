import type { Scope } from '../scopes.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** The part of a type before the period or the colon: `rule` of `rule.live`, `TD` of `TD:3`. */
type EventNoun<Type extends string> = Type extends `${infer Noun}${'.' | ':'}${string}` ? Noun : Type;

/** The scope for reading the same data, by the first part of the event type: docs/interface/webhooks.md#scopes. */
export const EVENT_SCOPES = {
  AC: 'tokens:codes',
  TC: 'tokens:read',
  TD: 'tokens:read',
  TE: 'tokens:read',
  token: 'tokens:read',
  authorization: 'authorizations:read',
  switch: 'authorizations:read',
  limit: 'authorizations:read',
  exception: 'authorizations:read',
  rule: 'programs:read',
  promise: 'programs:read',
  change: 'changes:read',
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
 * Returns the scope that an endpoint's owner needs for a type of event. Undefined for a type that is not in the table:
 * no endpoint may get it.
 *
 * @example scopeOfEvent('TD:3') // 'tokens:read'
 */
export function scopeOfEvent(type: string): Scope | undefined {
  const [noun = type] = type.split(/[.:]/, 1);
  return Object.hasOwn(scopes, noun) ? scopes[noun] : undefined;
}

/** Returns the types that require a scope other than the given ones, each with the missing scope. */
export function findMissingScopes(
  types: readonly string[],
  supplied: readonly Scope[],
): { readonly type: string; readonly scope: Scope | undefined }[] {
  return types
    .map((type) => ({ type, scope: scopeOfEvent(type) }))
    .filter(({ scope }) => scope === undefined || !supplied.includes(scope));
}

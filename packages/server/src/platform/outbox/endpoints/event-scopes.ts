import { findMissingScopes, type Scope, scopeOfEvent } from '@cardwright/contract';
import type { Caller } from '../../access/index.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { EndpointHolder } from './endpoint-store.ts';

/**
 * Checks that a caller may have these types of events sent to an endpoint. Each type needs the scope that reading the same data
 * needs (docs/interface/webhooks.md#scopes). The failure names each missing scope with the types that need it.
 *
 * @example checkEventScopes(caller, ['AC', 'rule.live']) // fails: tokens:codes for AC
 */
export function checkEventScopes(caller: Caller, events: readonly string[]): Result<undefined, 'scope_missing'> {
  const missing = findMissingScopes(events, scopesOf(caller));
  if (missing.length === 0) return ok(undefined);
  return fail('scope_missing', { path: 'events', message: `The caller lacks ${describeMissing(missing)}` });
}

/** `the scope tokens:read for TC and TD, and tokens:codes for AC`. */
export function describeMissing(missing: ReturnType<typeof findMissingScopes>): string {
  const scopes = [...new Set(missing.map(({ scope }) => scope))];
  const each = scopes.map((scope) => {
    const types = missing.filter((one) => one.scope === scope).map(({ type }) => type);
    return `${scope ?? 'of another version'} for ${commaList(types)}`;
  });
  return `the scope${scopes.length === 1 ? '' : 's'} ${each.join('; ')}`;
}

function commaList(words: readonly string[]): string {
  return words.length === 1 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function scopesOf({ scopes }: Caller): Scope[] {
  return [...scopes] as Scope[];
}

/**
 * The holder of an endpoint that this caller registers or changes. The scopes of clients and people are read again for
 * each delivery.
 */
export function holderOf(caller: Caller): EndpointHolder {
  const isResolvedLater = caller.person !== undefined || caller.sender > 0;
  return { name: caller.clientId, scopes: isResolvedLater ? null : [...caller.scopes].sort() };
}

/**
 * Whether lists may show a caller the token, account or merchant of an event. Lists never contain an activation code,
 * so an AC needs the same scope as the other events of a token.
 */
export function canReadSubject({ scopes }: Caller, { type }: { readonly type: string }): boolean {
  const scope = type === 'AC' ? 'tokens:read' : scopeOfEvent(type);
  return scope !== undefined && scopes.has(scope);
}

/**
 * Returns the stream in the form of lists: `token:UUID`, or only `token` for a caller that lacks the scope of the
 * event.
 */
export function maskStream(caller: Caller, event: { readonly type: string; readonly stream: string }): string {
  return canReadSubject(caller, event) ? event.stream : event.stream.replace(/:.*$/s, '');
}

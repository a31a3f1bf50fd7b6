import type { Scope } from '@cardwright/contract';
import type { Caller } from './caller.ts';
import { outsideSender } from './issuers/outside-token.ts';

interface Holder {
  readonly name: string;
  /** The name of the person; null for a system. */
  readonly personName: string | null;
  /** The scopes of the request, for a caller of an outside issuer. */
  readonly scopes: readonly string[] | null;
}

/**
 * Returns the caller for whom the server completes an earlier request, with its current scopes. A person sees no
 * personal data.
 */
export function callerOfHolder(
  { kind, ownerId }: { readonly kind: 'bank' | 'acquirer'; readonly ownerId: string },
  { name, personName, scopes }: Holder,
  holderScopes: readonly Scope[],
): Caller {
  const person =
    personName === null ? undefined : { name: personName, sessionId: 0n, roles: [], seesPersonalData: false };
  return {
    clientId: name,
    sender: scopes === null && person === undefined ? 1 : outsideSender(name),
    kind,
    ...(kind === 'bank' ? { bankId: ownerId } : { acquirerId: ownerId }),
    scopes: new Set(holderScopes),
    ...(person && { person }),
  };
}

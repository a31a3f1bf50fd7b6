import type { Role, SignInError } from '@cardwright/contract';
import type { Result } from '../kernel/result.ts';
import type { Tenant } from './tenant.ts';

/** A person whose identity a provider has proven, with roles that exist in its tenant. */
export interface AuthenticatedPerson {
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** What it gave us to ask again and to sign out. */
  readonly grant: string;
}

/** Roles as they are now; `gone`: the provider no longer lets the person in; `unreachable`: it does not answer. */
export type CurrentRoles = { readonly roles: readonly Role[]; readonly grant: string } | 'gone' | 'unreachable';

export interface SignInRedirect {
  readonly location: string;
  readonly remember: string;
}

/** An identity provider of a tenant, as configured. */
export interface IdentityProvider {
  readonly id: string;
  readonly name: string;
  readonly tenant: Tenant;
  /** Where the browser goes, and what to remember until it comes back. */
  begin(): Promise<Result<SignInRedirect, SignInError>>;
  /** The browser is back, with the query of this address. */
  finish(stored: string, query: string): Promise<Result<AuthenticatedPerson, SignInError>>;
  requestRoles(grant: string, subject: string): Promise<CurrentRoles>;
  /** Where the session at the provider ends; undefined where it offers no such place. */
  signOut(grant: string): Promise<string | undefined>;
}

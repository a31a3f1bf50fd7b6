import type { Role, SignInError } from '@cardwright/contract';
import type { Result } from '../kernel/result.ts';
import type { Tenant } from './tenant.ts';

/** A person whose identity a provider has proven, with roles that exist in its tenant. */
export interface AuthenticatedPerson {
  readonly subject: string;
  readonly name: string;
  readonly roles: readonly Role[];
  /** The stored grant of the provider, to read the roles again and to sign out. */
  readonly grant: string;
}

/** The current roles; `gone` if the provider no longer admits the person, `unreachable` if it does not answer. */
export type CurrentRoles = { readonly roles: readonly Role[]; readonly grant: string } | 'gone' | 'unreachable';

export interface SignInRedirect {
  readonly location: string;
  readonly storedState: string;
}

/** An identity provider of a tenant, as configured. */
export interface IdentityProvider {
  readonly id: string;
  readonly name: string;
  readonly tenant: Tenant;
  /** The URL for the browser, and the state to store until it returns. */
  begin(): Promise<Result<SignInRedirect, SignInError>>;
  /** Finishes the sign-in when the browser returns to this address. */
  finish(stored: string, query: string): Promise<Result<AuthenticatedPerson, SignInError>>;
  requestRoles(grant: string, subject: string): Promise<CurrentRoles>;
  /** The URL that ends the session at the provider; undefined if it offers none. */
  signOut(grant: string): Promise<string | undefined>;
}

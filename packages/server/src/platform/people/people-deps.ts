import type { NamedTenant, Role } from '@cardwright/contract';
import type { Static } from 'typebox';
import type { CookieMode } from '../access/index.ts';
import type { Denials } from '../audit/index.ts';
import type { Clock } from '../kernel/time/clock.ts';
import type { Database, Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { Tenant } from './tenant.ts';

/** A demo person of the sandbox, who signs in without a password. */
export interface DemoPerson {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The second role, for a role that only adds to another one. */
  readonly otherRole?: Role;
  readonly tenant: Tenant;
}

export interface PeopleDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  /** The business clock, for the audit log. */
  readonly clock: Clock;
  /** The system clock, because moving a sandbox a month ahead must not end or extend sessions. */
  readonly now: () => Date;
  readonly denials: Denials;
  readonly providers: readonly IdentityProvider[];
  /** Undefined outside of a sandbox. */
  readonly demoPeople: readonly DemoPerson[] | undefined;
  readonly publicUrl: () => string;
  readonly mode: CookieMode;
  readonly describeTenant: (tx: Tx, tenant: Tenant) => Promise<Static<typeof NamedTenant> | undefined>;
}

/** The provider id of sessions of demo people. */
export const SANDBOX_PROVIDER = 'sandbox';

import { isRoleOf, type Role, type SignInError } from '@cardwright/contract';
import type { ConfiguredProvider } from './provider-configuration.ts';
import { tenantOfProvider } from './tenant-of-provider.ts';

export type Claims = Readonly<Record<string, unknown>>;

/**
 * The claim at a path such as `realm_access.roles`. A claim with exactly that name takes precedence, because some names
 * are URLs.
 */
export function claimAt(claims: Claims, path: string): unknown {
  if (claims[path] !== undefined) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Claims)[name];
  }
  return value;
}

/** The roles that the configuration assigns to the values of the claim, which is a text or a list of texts. */
export function rolesOfClaims(claims: Claims, provider: ConfiguredProvider): Role[] {
  const claim = claimAt(claims, provider.roles_claim);
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  const { kind } = tenantOfProvider(provider);
  return provider.roles
    .filter(({ role, values: meaning }) => isRoleOf(role, kind) && meaning.some((value) => values.includes(value)))
    .map(({ role }) => role);
}

/** Whether the required second factor is missing. The ID token states which factors the provider used. */
export function lacksSecondFactor(
  { acr, amr }: Claims,
  { required_acr: acrs, required_amr: amrs }: ConfiguredProvider,
): Extract<SignInError, 'second_factor'> | undefined {
  const hasAcr = acrs === undefined || (typeof acr === 'string' && acrs.includes(acr));
  const hasAmr = amrs === undefined || (Array.isArray(amr) && amr.some((one) => amrs.includes(one)));
  return hasAcr && hasAmr ? undefined : 'second_factor';
}

export function personNameOf(
  claims: Claims,
  { name_claim: claim = 'name' }: ConfiguredProvider,
  subject: string,
): string {
  const name = claimAt(claims, claim) ?? claims.preferred_username;
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : subject;
}

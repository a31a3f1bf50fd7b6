import { isRoleOf, type Role, type SignInError } from '@cardwright/contract';
import type { ConfiguredProvider } from './provider-configuration.ts';
import { tenantOfProvider } from './tenant-of-provider.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The claim at a path such as `realm_access.roles`; a claim of just that name comes first, as some are URLs. */
export function claimAt(claims: Claims, path: string): unknown {
  if (claims[path] !== undefined) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Claims)[name];
  }
  return value;
}

/** Roles that the configuration gives for values of the claim, a text or a list of texts. */
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

import type { ConfiguredProvider } from './provider-configuration.ts';
import type { Tenant } from './tenant.ts';

/** Returns the tenant of a provider's people. The configuration names exactly one. */
export function tenantOfProvider({ bank_id: bank, acquirer_id: acquirer }: ConfiguredProvider): Tenant {
  if (bank !== undefined) return { kind: 'bank', id: bank };
  return acquirer === undefined ? { kind: 'operator', id: undefined } : { kind: 'acquirer', id: acquirer };
}

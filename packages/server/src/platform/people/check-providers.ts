import { isRoleOf } from '@cardwright/contract';
import { SANDBOX_PROVIDER } from './people-deps.ts';
import type { ConfiguredProvider } from './provider-configuration.ts';
import { tenantOfProvider } from './tenant-of-provider.ts';

const ID = /^[a-z0-9][a-z0-9-]*$/;
/** Reserved words of the paths next to the providers. */
const RESERVED: readonly string[] = ['return', SANDBOX_PROVIDER];

/** Returns every problem of configured providers that fit their schema. */
export function findProviderProblems(providers: readonly ConfiguredProvider[]): string[] {
  return providers.flatMap((provider, at) => {
    const isDouble = providers.findIndex(({ id }) => id === provider.id) < at;
    const problems = [...(isDouble ? ['id appears twice'] : []), ...problemsOf(provider)];
    return problems.map((problem) => `people.providers[${at}].${problem}`);
  });
}

function problemsOf(provider: ConfiguredProvider): string[] {
  const { id, issuer, bank_id: bank, acquirer_id: acquirer, operator, roles } = provider;
  const tenants = [bank !== undefined, acquirer !== undefined, operator === true].filter(Boolean).length;
  const protocol = URL.canParse(issuer) ? new URL(issuer).protocol : undefined;
  const tenant = tenantOfProvider(provider);
  return [
    ...(ID.test(id) && !RESERVED.includes(id)
      ? []
      : ['id must consist of lowercase letters, digits and hyphens, and must not be the name of a path']),
    ...(protocol === 'https:' || protocol === 'http:' ? [] : ['issuer must be a URL']),
    ...(tenants === 1 ? [] : ['bank_id, acquirer_id or operator: exactly one of them says for whom people work']),
    ...(tenants === 1 && roles.some(({ role }) => !isRoleOf(role, tenant.kind))
      ? [`roles names one that no ${tenant.kind} has`]
      : []),
  ];
}

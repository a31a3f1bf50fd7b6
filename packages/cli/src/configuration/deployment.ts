import type { ConfigurationFile, DeploymentSection, OnboardingRulesInForce } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { type Difference, differencesOf } from './differences.ts';

/** The configuration of the gateway, as far as the caller may read it. */
interface GatewayConfiguration {
  readonly owner: { readonly bank_id: string } | { readonly acquirer_id: string };
  readonly configuration: Omit<ConfigurationFile, 'deployment'>;
  readonly deployment: DeploymentSection;
  /** Present only for an acquirer. */
  readonly rules?: OnboardingRulesInForce;
}

/** Returns the folder name of a bank or an acquirer. The two can have the same id, so the name includes the kind. */
export function ownerOf(owner: { readonly bank_id?: string; readonly acquirer_id?: string }): string {
  return owner.bank_id ?? `acquirer-${owner.acquirer_id}`;
}

export async function readGateway(client: Cardwright): Promise<GatewayConfiguration> {
  const read = await client.configuration.retrieve().catch(async (error) => {
    // An acquirer has no configuration of a bank, only rules for onboarding.
    const rules = await client.onboardingRules.retrieve().catch(() => undefined);
    if (rules === undefined) throw error;
    return rules;
  });
  if ('acquirer_id' in read) {
    const { acquirer_id, rules: onboarding_rules, screening } = read;
    return { owner: { acquirer_id }, configuration: { onboarding_rules }, deployment: { screening }, rules: read };
  }
  const { bank_id, configuration, callers } = read;
  const partner = await client.authorizations.partner().catch((error) => {
    if (error.errorName === 'scope_missing') return undefined;
    throw error;
  });
  const deployment = { ...(partner && { partner: partner.partner }), ...(callers && { callers }) };
  return { owner: { bank_id }, configuration, deployment };
}

/** Returns the differences in members that both sides have. The order of a list of scopes does not matter. */
export function deploymentDifferences(gateway: DeploymentSection, file: DeploymentSection = {}): Difference[] {
  const members = (Object.keys(file) as (keyof DeploymentSection)[]).filter((name) => name in gateway);
  return members.flatMap((name) => differencesOf(inOrder(gateway[name]), inOrder(file[name]), `deployment.${name}`));
}

function inOrder(value: DeploymentSection[keyof DeploymentSection]): unknown {
  if (!Array.isArray(value)) return value;
  return value.map(({ client_id, scopes, approver, person }) => ({
    ...{ client_id, scopes: [...scopes].sort(), approver, person },
  }));
}

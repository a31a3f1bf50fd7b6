import type { ConfigurationFile, DeploymentSection } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { type Difference, differencesOf } from './differences.ts';

/** What the gateway has, as far as the caller may read it. */
interface GatewayConfiguration {
  readonly bankId: string;
  readonly configuration: Omit<ConfigurationFile, 'deployment'>;
  readonly deployment: DeploymentSection;
}

export async function readGateway(client: Cardwright): Promise<GatewayConfiguration> {
  const { bank_id: bankId, configuration, callers } = await client.configuration.retrieve();
  const partner = await client.authorizations.partner().catch((error) => {
    if (error.errorName === 'scope_missing') return undefined;
    throw error;
  });
  const deployment = { ...(partner && { partner: partner.partner }), ...(callers && { callers }) };
  return { bankId, configuration, deployment };
}

/** Differences in members that both sides have. A list of scopes has no order. */
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

import { join } from 'node:path';
import type { Configuration, ConfigurationChange } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { readConfigurationFiles } from './configuration-files.ts';
import { deploymentDifferences, readGateway } from './deployment.ts';
import type { Difference } from './differences.ts';

/** The plan of a folder: `plan --out` stores it, and `apply --plan` applies no other. */
export interface Plan {
  readonly bank_id: string;
  readonly fingerprint: string;
  readonly changes: readonly ConfigurationChange[];
  /** Differences that only the operator of the deployment can end. */
  readonly deployment: readonly Difference[];
}

/** Compares the folder of the caller's bank with the gateway. */
export async function makePlan(
  client: Cardwright,
  root: string,
): Promise<{ readonly plan: Plan; readonly configuration: Configuration }> {
  const gateway = await readGateway(client);
  const { deployment, ...configuration } = await readConfigurationFiles(join(root, gateway.bankId));
  const { fingerprint, changes } = await client.configuration.plan({ configuration });
  const differences = deploymentDifferences(gateway.deployment, deployment);
  return { plan: { bank_id: gateway.bankId, fingerprint, changes, deployment: differences }, configuration };
}

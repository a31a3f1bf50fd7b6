import { join } from 'node:path';
import type { Configuration, PlannedPromise } from '@cardwright/contract';
import type { Cardwright } from '@cardwright/sdk';
import { UsageError } from '../output/usage-error.ts';
import { readConfigurationFiles, withSecrets } from './configuration-files.ts';
import { deploymentDifferences, ownerOf, readGateway } from './deployment.ts';
import type { Difference } from './differences.ts';
import { type ApplyResult, type PlannedChange, planOnboarding } from './onboarding-plan.ts';

/** The plan of a folder. `plan --out` stores it, and `apply --plan` applies it only if it is still current. */
export interface Plan {
  readonly bank_id?: string;
  readonly acquirer_id?: string;
  readonly fingerprint: string;
  readonly changes: readonly PlannedChange[];
  /** The promises of the bank under the planned rules. Empty if they were not checked. */
  readonly promises: readonly PlannedPromise[];
  /** Differences that only the operator of the deployment can remove. */
  readonly deployment: readonly Difference[];
  /** Members of the section `deployment` that the caller may not read. */
  readonly uncompared: readonly string[];
}

interface MadePlan {
  readonly plan: Plan;
  readonly configuration: Configuration;
  /** Makes all changes of the plan, or none. */
  apply(fingerprint: string, reason: string | undefined): Promise<ApplyResult>;
}

/**
 * Compares the folder of the caller's bank or acquirer with the gateway.
 *
 * @param checksPromises whether to check the promises of the bank too, which takes time
 */
export async function makePlan(client: Cardwright, root: string, checksPromises = false): Promise<MadePlan> {
  const { owner, rules, ...gateway } = await readGateway(client);
  const { deployment: file, ...content } = withSecrets(await readConfigurationFiles(join(root, ownerOf(owner))));
  const deployment = deploymentDifferences(gateway.deployment, file);
  const uncompared = Object.keys(file ?? {}).filter((name) => !(name in gateway.deployment));
  if (rules !== undefined) {
    const { apply, ...planned } = planOnboarding(client, rules, content);
    return { plan: { ...owner, ...planned, promises: [], deployment, uncompared }, configuration: {}, apply };
  }
  const { onboarding_rules: foreign, ...configuration } = content;
  if (foreign !== undefined)
    throw new UsageError('onboarding_rules is a section of an acquirer, and the caller is a bank');
  const request = { configuration, ...(checksPromises && { check_promises: true }) };
  const { fingerprint, changes, promises = [] } = await client.configuration.plan(request);
  return {
    plan: { ...owner, fingerprint, changes, promises, deployment, uncompared },
    configuration,
    apply: (fingerprint, reason) =>
      client.configuration.apply({ configuration, fingerprint, ...(reason !== undefined && { reason }) }),
  };
}

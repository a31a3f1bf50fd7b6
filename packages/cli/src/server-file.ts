import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeploymentSection } from '@cardwright/contract';
import type { Configuration, SectionOwner } from '@cardwright/server';
import { readConfigurationFiles } from './configuration/configuration-files.ts';
import { deploymentDifferences, ownerOf } from './configuration/deployment.ts';
import type { Difference } from './configuration/differences.ts';
import { differenceLine } from './configuration/plan-text.ts';
import { readPlan } from './configuration/read-plan.ts';
import { print, printMessage } from './output/print.ts';
import { jsonLine } from './output/show-json.ts';
import { UsageError } from './output/usage-error.ts';

export interface ServerFileOptions {
  readonly configFile: string;
  readonly json?: true;
}

/**
 * The changes that applying the sections `deployment` of all folders makes to the configuration file of the servers.
 */
interface ServerFilePlan {
  readonly fingerprint: string;
  readonly deployments: readonly { readonly owner: string; readonly differences: readonly Difference[] }[];
  /** Differences that only a person can remove, in the file itself. */
  readonly refusals: readonly string[];
}

/** Compares the sections with the file. Returns whether there are differences. */
export async function planServerFile(
  root: string,
  { configFile, json, out }: ServerFileOptions & { readonly out?: string },
): Promise<boolean> {
  const { plan } = await makePlan(root, configFile);
  if (out !== undefined) await writeFile(out, `${JSON.stringify(plan, null, 2)}\n`);
  if (json) print(jsonLine(plan));
  else printPlan(plan, configFile);
  return plan.deployments.length > 0;
}

/** Writes all sections into the file, or none. A server that starts with the file applies it. */
export async function applyServerFile(
  root: string,
  { configFile, json, plan: stored }: ServerFileOptions & { readonly plan?: string },
): Promise<void> {
  const { plan, file } = await makePlan(root, configFile);
  if (plan.refusals.length > 0) throw new UsageError(plan.refusals.join('\n'));
  if (stored !== undefined && plan.deployments.length > 0) {
    const { fingerprint } = await readPlan<ServerFilePlan>(stored);
    if (fingerprint !== plan.fingerprint)
      throw new UsageError(`the folder or ${configFile} has changed since the plan. Plan again`);
  }
  if (plan.deployments.length > 0) {
    const { replaceConfiguration } = await import('@cardwright/server');
    await replaceConfiguration(configFile, file);
  }
  if (json) return print(jsonLine(plan));
  if (plan.deployments.length === 0) return printMessage(`No differences in ${configFile}`);
  printPlan(plan, configFile);
  printMessage(`${configFile} is written. It takes effect when a server starts with it.`);
}

async function makePlan(root: string, configFile: string) {
  const { deploymentSectionOf, readConfiguration, withDeploymentSection } = await import('@cardwright/server');
  await readConfiguration(configFile);
  const text = await readFile(configFile, 'utf8');
  let file = JSON.parse(text) as Configuration;
  const deployments: { owner: string; differences: Difference[] }[] = [];
  const refusals: string[] = [];
  for (const [owner, section] of await readSections(root)) {
    const name = ownerOf(owner);
    const before = deploymentSectionOf(file, owner);
    if (before === undefined) throw new UsageError(`${configFile} has no ${name}`);
    const foreign = Object.keys(section).filter((member) => !(member in before));
    if (foreign.length > 0) throw new UsageError(`${name} has no member deployment.${foreign.join(', deployment.')}`);
    const differences = deploymentDifferences(before, section);
    if (differences.length === 0) continue;
    const changed = withDeploymentSection(file, owner, section);
    deployments.push({ owner: name, differences });
    refusals.push(...changed.refusals.map((refusal) => `${name}: ${refusal}`));
    file = changed.file;
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([text, deployments]))
    .digest('hex');
  const plan: ServerFilePlan = { fingerprint, deployments, refusals };
  return { plan, file };
}

/** Reads the sections `deployment` of the folders of banks and acquirers, by the name of their folder. */
async function readSections(root: string): Promise<[SectionOwner, DeploymentSection][]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => {
    throw new UsageError(`folder ${root} not found. To create it, run: cardwright pull`);
  });
  const sections: [SectionOwner, DeploymentSection][] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))) {
    const { deployment } = await readConfigurationFiles(join(root, name));
    if (deployment !== undefined) sections.push([ownerOfFolder(name), deployment]);
  }
  return sections;
}

function ownerOfFolder(name: string): SectionOwner {
  const [, acquirer] = /^acquirer-(.+)$/.exec(name) ?? [];
  return acquirer === undefined ? { bank_id: name } : { acquirer_id: acquirer };
}

function printPlan({ deployments, refusals }: ServerFilePlan, configFile: string): void {
  if (deployments.length === 0) printMessage(`No differences in ${configFile}`);
  for (const { owner, differences } of deployments) {
    print(`~ configuration file, ${owner}: change`);
    for (const difference of differences) print(differenceLine(difference));
    if (differences.some(({ path }) => path.startsWith('deployment.partner')))
      print('! no promise of the bank is held against a change of its decision partner');
  }
  for (const refusal of refusals) print(`! ${refusal}`);
}

import { writeFile } from 'node:fs/promises';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { EXIT_FAILED } from '../output/exit-codes.ts';
import { print, printMessage } from '../output/print.ts';
import { reportFailure } from '../output/report-failure.ts';
import { jsonLine } from '../output/show-json.ts';
import { planServerFile } from '../server-file.ts';
import { ownerOf } from './deployment.ts';
import { effectLines, effectsOf } from './effects.ts';
import { makePlan, type Plan } from './make-plan.ts';
import { changeLines, differenceLine, operatorCommand, promiseLines, uncomparedLines } from './plan-text.ts';

export interface PlanOptions extends SharedOptions {
  readonly exitCode?: true;
  readonly out?: string;
  readonly days: number;
  readonly configFile?: string;
}

/** The exit code of `plan --exit-code` for differences. */
const EXIT_DIFFERENT = 2;

export async function planFolder(root: string, options: PlanOptions): Promise<void> {
  try {
    await planOnce(root, options);
  } catch (error) {
    if (options.exitCode === undefined) throw error;
    // Exit code 2 means differences, so every failure must exit with 1.
    reportFailure(error, options.json === true);
    process.exitCode = EXIT_FAILED;
  }
}

async function planOnce(root: string, options: PlanOptions): Promise<void> {
  const { configFile } = options;
  const isDifferent =
    configFile === undefined
      ? await planGateway(root, options)
      : await planServerFile(root, { ...options, configFile });
  if (isDifferent && options.exitCode) process.exitCode = EXIT_DIFFERENT;
}

async function planGateway(root: string, options: PlanOptions): Promise<boolean> {
  const client = await openClient(options);
  const { plan, configuration } = await makePlan(client, root, true);
  const { changes } = plan;
  const replay = { days: options.days, isVerbose: options.json !== true };
  const effects = options.days === 0 ? [] : await effectsOf(client, { changes, configuration }, replay);
  if (options.out !== undefined) await writeFile(options.out, `${JSON.stringify(plan, null, 2)}\n`);
  if (options.json) print(jsonLine({ ...plan, effects }));
  else {
    printPlan(plan, root);
    for (const line of effects.flatMap(effectLines)) print(line);
  }
  return plan.changes.length > 0 || plan.deployment.length > 0;
}

function printPlan(plan: Plan, root: string): void {
  const { changes, promises, deployment, uncompared } = plan;
  if (changes.length === 0 && deployment.length === 0) printMessage(`No differences in ${ownerOf(plan)}`);
  for (const line of [...changes.flatMap(changeLines), ...promises.flatMap(promiseLines)]) print(line);
  for (const line of uncomparedLines(uncompared)) printMessage(line);
  if (deployment.length === 0) return;
  print(`! configuration file of the deployment: remains. ${operatorCommand('apply', root)}`);
  for (const difference of deployment) print(differenceLine(difference));
}

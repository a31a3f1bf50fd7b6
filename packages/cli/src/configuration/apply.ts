import type { ChangeRequest } from '@cardwright/contract';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { UsageError } from '../output/usage-error.ts';
import { applyServerFile } from '../server-file.ts';
import { ownerOf } from './deployment.ts';
import { makePlan, type Plan } from './make-plan.ts';
import { changeLines, operatorCommand, remainingText, uncomparedLines } from './plan-text.ts';
import { readPlan } from './read-plan.ts';

export interface ApplyOptions extends SharedOptions {
  readonly plan?: string;
  readonly reason?: string;
  readonly configFile?: string;
}

/** Applies a folder, either to a gateway or to the configuration file of the servers. */
export function applyFolder(root: string, options: ApplyOptions): Promise<void> {
  const { configFile } = options;
  return configFile === undefined ? applyToGateway(root, options) : applyServerFile(root, { ...options, configFile });
}

/**
 * Applies the folder of the caller's bank or acquirer. A plan from a file must still match the folder and the gateway.
 */
async function applyToGateway(root: string, { plan: file, reason, ...options }: ApplyOptions): Promise<void> {
  const client = await openClient(options);
  const stored = file === undefined ? undefined : await readPlan<Plan>(file);
  const { plan, apply } = await makePlan(client, root);
  const owner = ownerOf(plan);
  if (stored !== undefined && ownerOf(stored) !== owner) {
    throw new UsageError(`${file} is a plan of ${ownerOf(stored)}, and the caller is of ${owner}`);
  }
  try {
    const { changes, remaining } = await apply(stored?.fingerprint ?? plan.fingerprint, reason);
    const { deployment } = plan;
    if (options.json) return print(jsonLine({ changes, remaining, deployment }));
    for (const line of changes.flatMap(changeLines)) print(line);
    printMessage(`${changes.length} ${changes.length === 1 ? 'change' : 'changes'} made in ${owner}`);
    if (remaining.length > 0) printMessage(`${remainingText(remaining.length)}: cardwright plan ${root}`);
    printDeployment(plan, root);
  } catch (error) {
    const { changeRequest: request } = error as { readonly changeRequest?: ChangeRequest };
    if (request === undefined) throw error;
    if (options.json) return print(jsonLine({ change_request: request }));
    print(`Change request ${request.change_request_id}: waits for a second person (${request.kinds.join(', ')})`);
    printMessage('Nothing has changed yet.');
    printDeployment(plan, root);
  }
}

/** Prints the differences that only the operator of the servers can remove. */
function printDeployment({ deployment, uncompared }: Plan, root: string): void {
  if (deployment.length > 0)
    printMessage(`${remainingText(deployment.length)} in the configuration file. ${operatorCommand('apply', root)}`);
  for (const line of uncomparedLines(uncompared)) printMessage(line);
}

import { readFile } from 'node:fs/promises';
import type { ChangeRequest } from '@cardwright/contract';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print, printMessage } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { UsageError } from '../output/usage-error.ts';
import { ownerOf } from './deployment.ts';
import { makePlan, type Plan } from './make-plan.ts';
import { changeLines } from './plan-text.ts';

export interface ApplyOptions extends SharedOptions {
  readonly plan?: string;
  readonly reason?: string;
}

/** Applies the folder of the caller's bank or acquirer. A plan in a file must still be the plan of the folder and the gateway. */
export async function applyFolder(root: string, { plan: file, reason, ...options }: ApplyOptions): Promise<void> {
  const client = await openClient(options);
  const stored = file === undefined ? undefined : await readPlan(file);
  const { plan, apply } = await makePlan(client, root);
  const owner = ownerOf(plan);
  if (stored !== undefined && ownerOf(stored) !== owner) {
    throw new UsageError(`${file} is a plan of ${ownerOf(stored)}, and the caller is of ${owner}`);
  }
  try {
    const { changes, remaining } = await apply(stored?.fingerprint ?? plan.fingerprint, reason);
    if (options.json) return print(jsonLine({ changes, remaining }));
    for (const line of changes.flatMap(changeLines)) print(line);
    printMessage(`${changes.length} ${changes.length === 1 ? 'change' : 'changes'} made in ${owner}`);
    if (remaining.length > 0) printMessage(`${remaining.length} differences remain: cardwright plan ${root}`);
  } catch (error) {
    const { changeRequest: request } = error as { readonly changeRequest?: ChangeRequest };
    if (request === undefined) throw error;
    if (options.json) return print(jsonLine({ change_request: request }));
    print(`Change request ${request.change_request_id}: waits for a second person (${request.kinds.join(', ')})`);
    printMessage('Nothing has changed yet.');
  }
}

async function readPlan(file: string): Promise<Plan> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`file ${file} not found`);
  });
  try {
    return JSON.parse(text) as Plan;
  } catch {
    throw new UsageError(`${file} is not a plan. To write one, run: cardwright plan DIR --out ${file}`);
  }
}

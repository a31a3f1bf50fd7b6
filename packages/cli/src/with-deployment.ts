import type { Deployment } from '@cardwright/server';
import { CommanderError } from 'commander';
import { printMessage } from './output/print.ts';
import { UsageError } from './output/usage-error.ts';

/** Runs the work on the deployment that the environment configures, and always closes the deployment. */
export async function withDeployment(work: (deployment: Deployment) => Promise<void>): Promise<void> {
  const { openDeployment } = await import('@cardwright/server');
  const deployment = await openDeployment(process.env, { report: printMessage });
  try {
    await work(deployment);
  } finally {
    await deployment.close();
  }
}

/**
 * Wraps the action of a command that works on the deployment itself. The server code loads only when the action runs,
 * not for the help of other commands. It also turns failures into readable messages.
 */
export function onDeployment<Args extends unknown[]>(
  load: () => Promise<(...args: Args) => Promise<void>>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const run = await load();
    try {
      await run(...args);
    } catch (error) {
      if (error instanceof CommanderError || error instanceof UsageError) throw error;
      const { explain } = await import('@cardwright/server');
      throw new Error(explain(error), { cause: error });
    }
  };
}

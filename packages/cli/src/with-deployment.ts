import type { Deployment } from '@cardwright/server';
import { CommanderError } from 'commander';
import { tell } from './output/print.ts';
import { UsageError } from './output/usage-error.ts';

/** Runs a command on the deployment that the environment configures, and always closes it. */
export async function withDeployment(work: (deployment: Deployment) => Promise<void>): Promise<void> {
  const { openDeployment } = await import('@cardwright/server');
  const deployment = await openDeployment(process.env, { report: tell });
  try {
    await work(deployment);
  } finally {
    await deployment.close();
  }
}

/**
 * The action of a command that works on the deployment itself. The server is loaded when it runs, and not for the help of
 * the other commands; it also knows how to say in a sentence what failed.
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

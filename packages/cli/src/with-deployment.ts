import { type Deployment, explain, openDeployment } from '@cardwright/server';

/** Exit codes: 0 done, 1 something is wrong and is told in a sentence, 2 the command was not understood. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** Runs a command on the deployment that the environment names, and closes it whatever happens. */
export async function withDeployment(work: (deployment: Deployment) => Promise<void>): Promise<void> {
  const deployment = await openDeployment(process.env, { tell });
  try {
    await work(deployment);
  } finally {
    await deployment.close();
  }
}

/** A result: what a script that calls the command reads. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Word for the operator beside the result. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A failure that the operator can mend: told without saying where in the code it happened. */
export function tellFailure(error: unknown): void {
  tell(`cardwright: ${explain(error)}`);
}

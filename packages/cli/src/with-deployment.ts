import { type Deployment, explain, openDeployment } from '@cardwright/server';

/** Exit codes: 0 done, 1 failed with an error message, 2 invalid command line. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** Runs a command on the deployment that the environment configures, and always closes it. */
export async function withDeployment(work: (deployment: Deployment) => Promise<void>): Promise<void> {
  const deployment = await openDeployment(process.env, { tell });
  try {
    await work(deployment);
  } finally {
    await deployment.close();
  }
}

/** Prints a result to standard output, where scripts read it. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a message for the operator to standard error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints a failure that the operator can repair, without a stack trace. */
export function tellFailure(error: unknown): void {
  tell(`cardwright: ${explain(error)}`);
}

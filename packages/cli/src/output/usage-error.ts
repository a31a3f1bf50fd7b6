/** The command line asks for something that cannot be: exit code 2. The message says what to write instead. */
export class UsageError extends Error {}

/** Nobody is logged in, or the kept credentials cannot be used: exit code 5. */
export class CredentialsError extends Error {}

/** The sandbox refused, or an answer is none of a sandbox: exit code 3 or 4. */
export class SandboxError extends Error {
  readonly isReached: boolean;

  constructor(message: string, isReached: boolean) {
    super(message);
    this.isReached = isReached;
  }
}

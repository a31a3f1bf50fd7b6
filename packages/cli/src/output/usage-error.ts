/** The command line is invalid: exit code 2. The message states what to write instead. */
export class UsageError extends Error {}

/** No one is logged in, or the stored credentials cannot be used: exit code 5. */
export class CredentialsError extends Error {}

/** The sandbox refused the request, or the response does not come from a sandbox: exit code 3 or 4. */
export class SandboxError extends Error {
  readonly isReached: boolean;

  constructor(message: string, isReached: boolean) {
    super(message);
    this.isReached = isReached;
  }
}

import type { CardwrightError } from '@cardwright/sdk';
import { EXIT_CREDENTIALS, EXIT_FAILED, EXIT_REFUSED, EXIT_UNREACHABLE, EXIT_USAGE } from './exit-codes.ts';
import { printMessage } from './print.ts';
import { CredentialsError, SandboxError, UsageError } from './usage-error.ts';

/** Prints a failure that the user can fix, without a stack trace, and returns the exit code. */
export function reportFailure(error: unknown, asJson: boolean): number {
  const lines = isOfGateway(error) ? gatewayLines(error) : [error instanceof Error ? error.message : String(error)];
  if (asJson) printMessage(JSON.stringify({ error: isOfGateway(error) ? gatewayFacts(error) : { message: lines[0] } }));
  else for (const [at, line] of lines.entries()) printMessage(at === 0 ? `cardwright: ${line}` : line);
  return exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_USAGE;
  if (error instanceof CredentialsError) return EXIT_CREDENTIALS;
  if (error instanceof SandboxError) return error.isReached ? EXIT_REFUSED : EXIT_UNREACHABLE;
  if (!isOfGateway(error)) return EXIT_FAILED;
  if (error.code === 'credentials_refused' || error.errorName === 'not_authenticated') return EXIT_CREDENTIALS;
  return error.kind === 'LOCAL' && error.code !== 'approval_required' ? EXIT_UNREACHABLE : EXIT_REFUSED;
}

/** Checks the name of the error. Importing the client for the check would slow down every other command. */
function isOfGateway(error: unknown): error is CardwrightError {
  return error instanceof Error && error.name === 'CardwrightError';
}

const ADVICE: Readonly<Record<string, string>> = {
  connection_failed: 'Check the URL, and check that the server is running. To start a sandbox, run: npm start',
  no_answer_in_time: 'The server did not respond in time. The request may have taken effect.',
  approval_required: 'Nothing has changed yet: another person has to approve the change request.',
  answer_unreadable: 'The response does not come from a Cardwright server. Check the URL.',
  credentials_refused: 'To log in again, run: cardwright login',
};

function gatewayLines(error: CardwrightError): string[] {
  const findings = error.findings
    .filter(({ path }) => path !== '')
    .map(({ path, code, message, action }) => {
      const line = [code, path, message].filter((part) => part !== '').join('  ');
      return `  ${line}${action === undefined ? '' : ` (${action})`}`;
    });
  const advice = ADVICE[error.code];
  return [error.message, ...findings, ...(advice === undefined ? [] : [advice])];
}

function gatewayFacts(error: CardwrightError): object {
  const { code, errorName, operation, status, findings, requestId, message } = error;
  return { code, name: errorName, operation, status, findings, request_id: requestId, message };
}

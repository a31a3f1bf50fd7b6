import { CardwrightError } from '@cardwright/sdk/browser';

/** What the server answered, without the operation, the code and the id of the request, which its message has for logs. */
export function serverText(error: unknown): string {
  if (!(error instanceof CardwrightError)) return error instanceof Error ? error.message : String(error);
  const { message, operation, code, requestId } = error;
  return message.replace(`${operation}: ${code} `, '').replace(` [request ${requestId}]`, '');
}

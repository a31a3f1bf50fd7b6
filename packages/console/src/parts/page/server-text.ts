import { CardwrightError } from '@cardwright/sdk/browser';

/** The text of an error for a person. The message of an error of the SDK also has what only a log needs. */
export function serverText(error: unknown): string {
  if (error instanceof CardwrightError) return error.text;
  return error instanceof Error ? error.message : String(error);
}

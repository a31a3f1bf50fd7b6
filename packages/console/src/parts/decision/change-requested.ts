import { CardwrightError } from '@cardwright/sdk/browser';

/** Whether a change was not made but requested, because it needs a second person. */
export function isChangeRequested(error: unknown): boolean {
  return error instanceof CardwrightError && error.code === 'approval_required';
}

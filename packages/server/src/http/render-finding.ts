import { ERRORS, type ErrorCode, type Finding } from '@cardwright/contract';

/** A finding as the wire tells it. */
export interface RenderedFinding {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly action: string | undefined;
}

/** The one place where a finding gets its code: whatever finds something says the error's name. */
export function renderFinding({ path, error, message, action }: Finding): RenderedFinding {
  return { path, code: ERRORS[error].code, message, action };
}

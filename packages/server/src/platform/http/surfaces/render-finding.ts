import { ERRORS, type ErrorCode, type Finding } from '@cardwright/contract';
import { maskValidCardNumbers } from '../../kernel/text/masked-text.ts';

/** A finding as the wire tells it. */
export interface RenderedFinding {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly action: string | undefined;
}

/**
 * The one place where a finding gets its code: whatever finds something says the error's name. Some quote what was sent, which may
 * be a card number in a wrong place: answers are kept by proxies and logs of the caller.
 */
export function renderFinding({ path, error, message, action }: Finding): RenderedFinding {
  return {
    path,
    code: ERRORS[error].code,
    message: maskValidCardNumbers(message),
    action: action && maskValidCardNumbers(action),
  };
}

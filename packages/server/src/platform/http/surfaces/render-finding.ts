import { ERRORS, type ErrorCode, type Finding } from '@cardwright/contract';
import { maskValidCardNumbers } from '../../kernel/text/masked-text.ts';

/** A finding in the form of the interface. */
export interface RenderedFinding {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly action: string | undefined;
}

/**
 * Renders a finding. This is the only place that assigns codes; other code uses the error's name. Some findings quote
 * the request, which may contain a card number in a wrong field, and proxies and logs of the caller store answers.
 */
export function renderFinding({ path, error, message, action }: Finding): RenderedFinding {
  return {
    path,
    code: ERRORS[error].code,
    message: maskValidCardNumbers(message),
    action: action && maskValidCardNumbers(action),
  };
}

import { type JsonObject, type RestOperation, replaceTexts } from '@cardwright/contract';
import { maskValidCardNumbers } from '../kernel/text/masked-text.ts';
import type { OperationContext } from './define-operation.ts';

/**
 * Masks card numbers in texts that must not contain them, with a warning, as in an envelope, so that the body can be
 * stored, displayed and sent. Masks any number with the check digit, also of another bank.
 */
export function cleanTexts<Body>(
  { request }: Pick<RestOperation, 'request'>,
  body: Body,
  { warn }: Pick<OperationContext, 'warn'>,
): Body {
  const mask = (text: string, path: string) => {
    const masked = maskValidCardNumbers(text);
    if (masked !== text) warn({ path: path.slice(1), rule: 'card-number-masked' });
    return masked;
  };
  return replaceTexts(request ?? undefined, body as JsonObject, mask, '') as Body;
}

import { type JsonObject, type RestOperation, replaceTexts } from '@cardwright/contract';
import { maskValidCardNumbers } from '../kernel/masked-text.ts';
import type { OperationContext } from './define-operation.ts';

/**
 * A body whose texts may be kept, shown and sent: a card number in one that is not made for it is masked, and noted, as
 * in an envelope. Any that has the check digit, also of another bank: a reason or a name is no place for one.
 */
export function cleanTexts<Body>(
  { request }: Pick<RestOperation, 'request'>,
  body: Body,
  { warn }: Pick<OperationContext, 'warn'>,
): Body {
  const hide = (text: string, path: string) => {
    const hidden = maskValidCardNumbers(text);
    if (hidden !== text) warn({ path: path.slice(1), rule: 'card-number-masked' });
    return hidden;
  };
  return replaceTexts(request ?? undefined, body as JsonObject, hide, '') as Body;
}

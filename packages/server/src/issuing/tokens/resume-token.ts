import { resumeToken } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { type ChangeDeps, changeToken } from './change-token.ts';

/** Makes a SUSPENDED token ACTIVE again (docs/interface/tokens.md#resume), and sends TE with indicator 7. */
export function resumeTokenOperation(deps: ChangeDeps) {
  return implementRest(resumeToken, (context, input) => changeToken(deps, resumeToken, context, input, 'RESUME'));
}

import { deactivateToken } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { type ChangeDeps, changeToken } from './change-token.ts';

/**
 * Deactivates a token for good (docs/interface/tokens.md#deactivate), and sends TD with indicator 3. The record remains
 * until it is deleted.
 */
export function deactivateTokenOperation(deps: ChangeDeps) {
  return implementRest(deactivateToken, (context, input) =>
    changeToken(deps, deactivateToken, context, input, 'DEACTIVATE'),
  );
}

import { deactivateToken } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { type ChangeDeps, changeToken } from './change-token.ts';

/**
 * Deactivates a token for good; its record remains until it is deleted (docs/interface/tokens.md#deactivate): TD,
 * indicator 3.
 */
export function deactivateTokenOperation(deps: ChangeDeps) {
  return implementRest(deactivateToken, (context, input) =>
    changeToken(deps, deactivateToken, context, input, 'DEACTIVATE'),
  );
}

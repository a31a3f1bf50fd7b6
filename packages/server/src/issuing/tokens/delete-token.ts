import { deleteToken } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { type ChangeDeps, changeToken } from './change-token.ts';

/** Deletes a token in any state (docs/interface/tokens.md#delete), and sends TD with indicator 4. */
export function deleteTokenOperation(deps: ChangeDeps) {
  return implementRest(deleteToken, (context, input) => changeToken(deps, deleteToken, context, input, 'DELETE'));
}

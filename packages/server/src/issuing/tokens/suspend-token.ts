import { suspendToken } from '@cardwright/contract';
import { implementRest } from '../../platform/operation/index.ts';
import { type ChangeDeps, changeToken } from './change-token.ts';

/** Suspends an ACTIVE token until it is resumed (docs/interface/tokens.md#suspend), and sends TD with indicator 6. */
export function suspendTokenOperation(deps: ChangeDeps) {
  return implementRest(suspendToken, (context, input) => changeToken(deps, suspendToken, context, input, 'SUSPEND'));
}

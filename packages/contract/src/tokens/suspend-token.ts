import { defineRest } from '../operation.ts';
import { tokenChange } from './token-change.ts';

export const suspendToken = defineRest({
  ...tokenChange,
  id: 'tokens.suspend-token',
  title: 'Suspend a token',
  reference: 'docs/interface/tokens.md#suspend',
  path: '/tokens/{token_reference}/suspend',
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});

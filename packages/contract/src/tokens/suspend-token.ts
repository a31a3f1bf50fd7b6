import { defineRest } from '../operation.ts';
import { tokenChange } from './token-change.ts';

export const suspendToken = defineRest({
  ...tokenChange,
  id: 'tokens.suspend-token',
  sdk: 'tokens.suspend',
  title: 'Suspend a token',
  description: 'Suspends an active token. The token cannot be used for payments until it is resumed.',
  reference: 'docs/interface/tokens.md#suspend',
  path: '/tokens/{token_reference}/suspend',
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});

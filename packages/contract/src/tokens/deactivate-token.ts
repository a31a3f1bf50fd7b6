import { defineRest } from '../operation.ts';
import { tokenChange } from './token-change.ts';

export const deactivateToken = defineRest({
  ...tokenChange,
  id: 'tokens.deactivate-token',
  sdk: 'tokens.deactivate',
  title: 'Deactivate a token',
  description: 'Deactivates a token. The token can no longer be used.',
  reference: 'docs/interface/tokens.md#deactivate',
  path: '/tokens/{token_reference}/deactivate',
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});

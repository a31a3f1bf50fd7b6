import { defineRest } from '../operation.ts';
import { tokenChange } from './token-change.ts';

export const deleteToken = defineRest({
  ...tokenChange,
  id: 'tokens.delete-token',
  sdk: 'tokens.delete',
  title: 'Delete a token',
  description: 'Deletes a token. Its history remains readable.',
  reference: 'docs/interface/tokens.md#delete',
  path: '/tokens/{token_reference}/delete',
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});

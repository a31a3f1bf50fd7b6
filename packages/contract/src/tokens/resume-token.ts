import { defineRest } from '../operation.ts';
import { tokenChange } from './token-change.ts';

export const resumeToken = defineRest({
  ...tokenChange,
  id: 'tokens.resume-token',
  sdk: 'tokens.resume',
  title: 'Resume a token',
  description: 'Makes a suspended token active again.',
  reference: 'docs/interface/tokens.md#resume',
  path: '/tokens/{token_reference}/resume',
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});

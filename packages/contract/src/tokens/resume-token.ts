import { defineRest } from '../operation.ts';
import { tokenChange } from './token-change.ts';

export const resumeToken = defineRest({
  ...tokenChange,
  id: 'tokens.resume-token',
  title: 'Resume a token',
  path: '/tokens/{token_reference}/resume',
  errors: ['307', '420'],
});

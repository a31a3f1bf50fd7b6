import { defineRest } from '../operation.ts';
import { tokenChange } from './token-change.ts';

export const suspendToken = defineRest({
  ...tokenChange,
  id: 'tokens.suspend-token',
  title: 'Suspend a token',
  path: '/tokens/{token_reference}/suspend',
  errors: ['307', '420'],
});

import { oneOf, text } from '../schema/fields.ts';

/** The pair that identifies an account. */
export const accountIdentifier = () => ({
  account_identifier_id: text(64, { description: 'Account number' }),
  account_identifier_type: oneOf(['CONTRACT_NUMBER'], { description: 'Type of the id: an account number' }),
});

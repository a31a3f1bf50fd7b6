import { ERRORS, type ErrorName } from './errors.ts';

/** Action codes of the authorization answer (ISO 8583:1987 response codes). */
export const ACTION_CODES = {
  '00': 'Approved',
  '05': 'Do not honour',
  '12': 'Invalid transaction',
  '13': 'Invalid amount',
  '14': 'No such card',
  '30': 'Format error',
  '41': 'Lost card',
  '43': 'Stolen card',
  '51': 'Insufficient funds',
  '54': 'Expired card',
  '57': 'Not permitted to this cardholder',
  '61': 'Over an amount limit',
  '62': 'Restricted card',
  '65': 'Over a count limit',
  '91': 'Issuer unavailable',
  '94': 'Duplicate transmission',
  '96': 'System malfunction',
} as const;

export type ActionCode = keyof typeof ACTION_CODES;

/**
 * Maps an error that any operation can return to the action code that the network gets. All faults of the message
 * itself are format errors.
 */
export function actionCodeOf(error: ErrorName): ActionCode {
  if (ERRORS[error].kind === 'REQUEST') return '30';
  if (error === 'not_authenticated' || error === 'scope_missing' || error === 'wrong_bank') return '05';
  return error === 'malfunction' ? '96' : '91';
}

import { ERRORS, type ErrorName } from '../errors.ts';

/**
 * Answer codes of a notification receiver (docs/interface/token-notification.md#response). Texts have at most 30
 * characters.
 */
export const NOTIFICATION_CODES = {
  '00': { http: 200, text: 'successful' },
  '30': { http: 400, text: 'format error' },
  '63': { http: 401, text: 'signature or token not valid' },
  '94': { http: 409, text: 'duplicate with other content' },
  '96': { http: 500, text: 'system malfunction' },
} as const satisfies Record<string, { http: number; text: string }>;

export type NotificationCode = keyof typeof NOTIFICATION_CODES;

/** Maps a general error to the code for the sender. A retry with the same content can help only after 96. */
export function notificationCodeOf(error: ErrorName): Exclude<NotificationCode, '00'> {
  if (error === 'duplicate_message_id') return '94';
  if (ERRORS[error].kind === 'REQUEST') return '30';
  return error === 'not_authenticated' || error === 'scope_missing' || error === 'wrong_bank' ? '63' : '96';
}

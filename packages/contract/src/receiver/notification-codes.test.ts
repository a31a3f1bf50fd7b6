import { describe, expect, it } from 'vitest';
import { ERRORS, GENERAL_ERRORS } from '../errors.ts';
import { NOTIFICATION_CODES, notificationCodeOf } from './notification-codes.ts';

describe('response codes of a notification', () => {
  it('are 00, 30, 63, 94 and 96, each with a text of at most 30 characters', () => {
    expect(Object.keys(NOTIFICATION_CODES).sort()).toEqual(['00', '30', '63', '94', '96']);
    for (const { text } of Object.values(NOTIFICATION_CODES)) expect(text).toMatch(/^[a-z ]{5,30}$/);
  });

  it('represent the general errors: format, sender, other content, malfunction', () => {
    expect(Object.fromEntries(GENERAL_ERRORS.map((error) => [ERRORS[error].code, notificationCodeOf(error)]))).toEqual({
      101: '30',
      102: '30',
      103: '30',
      104: '30',
      105: '30',
      106: '30',
      107: '30',
      108: '94',
      201: '63',
      202: '63',
      203: '63',
      204: '96',
      309: '96',
      901: '96',
      902: '96',
      903: '96',
    });
  });
});

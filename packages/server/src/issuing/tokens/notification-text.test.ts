import { describe, expect, it } from 'vitest';
import type { NotificationTemplate } from '../../platform/kernel/bank.ts';
import { type NotificationKind, templateProblem, writeNotificationText } from './notification-text.ts';

const VALUES = { activationCode: '042137', last4: '7899', requestorName: 'Example Pay', deviceType: 'PHONE' };
const event = (type: NotificationKind['type'], indicator?: NotificationKind['indicator']): NotificationKind => ({
  type,
  indicator,
});
const text = (kind: NotificationKind, language: string, templates: NotificationTemplate[] = []) =>
  writeNotificationText(templates, kind, language, VALUES);

describe('the built-in texts', () => {
  it.each([
    [
      event('AC'),
      '042137 is the code to add your card ending 7899 to Example Pay. It is valid for 10 minutes. Do not share it with anyone.',
      '042137 هو رمز إضافة بطاقتك المنتهية بالرقم 7899 إلى Example Pay. الرمز صالح لمدة 10 دقائق. لا تشاركه مع أحد.',
    ],
    [
      event('TC'),
      'Your card ending 7899 can now be used with Example Pay.',
      'يمكنك الآن استخدام بطاقتك المنتهية بالرقم 7899 مع Example Pay.',
    ],
    [
      event('TD', '3'),
      'Your card ending 7899 was deactivated in Example Pay.',
      'تم إلغاء تفعيل بطاقتك المنتهية بالرقم 7899 لدى Example Pay.',
    ],
    [
      event('TD', '4'),
      'Your card ending 7899 was removed from Example Pay.',
      'تمت إزالة بطاقتك المنتهية بالرقم 7899 من Example Pay.',
    ],
    [
      event('TD', '6'),
      'Your card ending 7899 was suspended in Example Pay.',
      'تم إيقاف استخدام بطاقتك المنتهية بالرقم 7899 مع Example Pay مؤقتًا.',
    ],
    [
      event('TE', '7'),
      'Your card ending 7899 can be used with Example Pay again.',
      'يمكنك استخدام بطاقتك المنتهية بالرقم 7899 مع Example Pay من جديد.',
    ],
  ])('say what happened, in English and in Arabic: %j', (kind, english, arabic) => {
    expect(text(kind, 'ENG')).toBe(english);
    expect(text(kind, 'ARA')).toBe(arabic);
    expect(text(kind, 'ar')).toBe(arabic);
    // a language without its own texts
    expect(text(kind, 'FRA')).toBe(english);
  });
});

describe('texts of a bank', () => {
  const ours = (language: string, words: string, more: Partial<NotificationTemplate> = {}): NotificationTemplate => ({
    type: 'TD',
    language,
    text: words,
    ...more,
  });

  it('take precedence over the built-in ones of their language', () => {
    expect(text(event('TD', '6'), 'ENG', [ours('ENG', '{last4} changed')])).toBe('7899 changed');
    expect(text(event('TC'), 'ENG', [ours('ENG', '{last4} changed')])).toContain('can now be used');
  });

  it('can be in any language, whatever its case', () => {
    expect(text(event('TD', '6'), 'FRA', [ours('fra', 'carte {last4}')])).toBe('carte 7899');
  });

  it('in English do not replace the built-in one in the cardholder’s language', () => {
    expect(text(event('TD', '4'), 'ARA', [ours('ENG', '{last4} changed')])).toBe(
      'تمت إزالة بطاقتك المنتهية بالرقم 7899 من Example Pay.',
    );
  });

  it('in English are used for a language without texts', () => {
    expect(text(event('TD', '4'), 'FRA', [ours('ENG', '{last4} changed')])).toBe('7899 changed');
  });

  it('for one event take precedence over those for all events of the type', () => {
    const templates = [ours('ENG', 'any'), ours('ENG', 'suspended', { indicator: '6' })];
    expect(text(event('TD', '6'), 'ENG', templates)).toBe('suspended');
    expect(text(event('TD', '3'), 'ENG', templates)).toBe('any');
  });

  it('do not fill placeholders inside values', () => {
    const values = { ...VALUES, requestorName: '{activationCode}' };
    const template = ours('ENG', '{requestorName} {deviceType}', { type: 'TC' });
    expect(writeNotificationText([template], event('TC'), 'ENG', values)).toBe('{activationCode} PHONE');
  });
});

describe('a template', () => {
  const problem = (template: Partial<NotificationTemplate>) =>
    templateProblem({ type: 'TC', language: 'ENG', text: 'text', ...template });

  it.each([
    [{}, undefined],
    [{ type: 'AC', text: 'Code {activationCode} for {last4} at {requestorName} on {deviceType}' }, undefined],
    [{ type: 'TD', indicator: '6' }, undefined],
    [{ type: 'AC' }, 'must contain {activationCode}'],
    [{ text: 'Code {activationCode}' }, 'cannot hold {activationCode}: only AC has one'],
    [{ text: 'Dear {name}' }, 'has the unknown placeholder {name}'],
    [{ text: 'Dear {}' }, 'has the unknown placeholder {}'],
    [{ text: 'Dear {last 4}' }, 'has the unknown placeholder {last 4}'],
    [{ indicator: '6' }, 'cannot have an indicator: only TD has several'],
    [{ type: 'TD', indicator: '7' }, 'cannot have the indicator 7: that is TE'],
  ] as [Partial<NotificationTemplate>, string | undefined][])('%j: %s', (template, expectedProblem) => {
    expect(problem(template)).toBe(expectedProblem);
  });

  it('has at most 300 characters with the longest possible values', () => {
    const places = '{requestorName}{deviceType}{last4}';
    const message = 'must be at most 300 characters with its values filled in, and can get 301';
    expect(problem({ text: `${places}${'ب'.repeat(256)}` })).toBeUndefined();
    expect(problem({ text: `${places}${'ب'.repeat(257)}` })).toBe(message);
    expect(problem({ text: '😀'.repeat(300) })).toBeUndefined();
    expect(problem({ text: '😀'.repeat(301) })).toBe(message);
    expect(problem({ type: 'AC', text: `{activationCode}${'x'.repeat(295)}` })).toBe(message);
  });
});

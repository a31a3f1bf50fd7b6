import {
  ACTIVATION_CODE_MINUTES,
  DEFAULT_LANGUAGE,
  type NotificationType,
  type TokenEventIndicator,
} from '@cardwright/contract';
import type { NotificationTemplate } from '../../platform/kernel/bank.ts';

/** Placeholders of a template, with the maximum length of each value. */
const PLACES = { activationCode: 6, last4: 4, requestorName: 30, deviceType: 10 } as const;
type Place = keyof typeof PLACES;

/** Maximum length of textMessage (docs/interface/token-notification.md#message). */
const LONGEST_TEXT = 300;

/** Client records have three-letter language codes, and some have two-letter codes. */
const THREE_LETTERS: Partial<Record<string, string>> = { EN: 'ENG', AR: 'ARA' };

const BUILT_IN: readonly NotificationTemplate[] = [
  {
    type: 'AC',
    language: 'ENG',
    text: `{activationCode} is the code to add your card ending {last4} to {requestorName}. It is valid for ${ACTIVATION_CODE_MINUTES} minutes. Do not share it with anyone.`,
  },
  { type: 'TC', language: 'ENG', text: 'Your card ending {last4} can now be used with {requestorName}.' },
  { type: 'TD', language: 'ENG', text: 'Your card ending {last4} was changed in {requestorName}.' },
  { type: 'TD', indicator: '3', language: 'ENG', text: 'Your card ending {last4} was deactivated in {requestorName}.' },
  { type: 'TD', indicator: '4', language: 'ENG', text: 'Your card ending {last4} was removed from {requestorName}.' },
  { type: 'TD', indicator: '6', language: 'ENG', text: 'Your card ending {last4} was suspended in {requestorName}.' },
  { type: 'TE', language: 'ENG', text: 'Your card ending {last4} can be used with {requestorName} again.' },
  {
    type: 'AC',
    language: 'ARA',
    text: `{activationCode} هو رمز إضافة بطاقتك المنتهية بالرقم {last4} إلى {requestorName}. الرمز صالح لمدة ${ACTIVATION_CODE_MINUTES} دقائق. لا تشاركه مع أحد.`,
  },
  { type: 'TC', language: 'ARA', text: 'يمكنك الآن استخدام بطاقتك المنتهية بالرقم {last4} مع {requestorName}.' },
  { type: 'TD', language: 'ARA', text: 'تم تغيير حالة بطاقتك المنتهية بالرقم {last4} لدى {requestorName}.' },
  {
    type: 'TD',
    indicator: '3',
    language: 'ARA',
    text: 'تم إلغاء تفعيل بطاقتك المنتهية بالرقم {last4} لدى {requestorName}.',
  },
  { type: 'TD', indicator: '4', language: 'ARA', text: 'تمت إزالة بطاقتك المنتهية بالرقم {last4} من {requestorName}.' },
  {
    type: 'TD',
    indicator: '6',
    language: 'ARA',
    text: 'تم إيقاف استخدام بطاقتك المنتهية بالرقم {last4} مع {requestorName} مؤقتًا.',
  },
  {
    type: 'TE',
    language: 'ARA',
    text: 'يمكنك استخدام بطاقتك المنتهية بالرقم {last4} مع {requestorName} من جديد.',
  },
];

export interface NotificationKind {
  readonly type: NotificationType;
  readonly indicator: TokenEventIndicator | undefined;
}

/**
 * The text for a cardholder. The first match wins: the bank's text in the cardholder's language, the built-in text in
 * that language, the bank's text in English, the built-in text in English.
 */
export function writeNotificationText(
  templates: readonly NotificationTemplate[],
  event: NotificationKind,
  language: string,
  values: Readonly<Record<Place, string>>,
): string {
  const text = [language, DEFAULT_LANGUAGE]
    .flatMap((language) => [choose(templates, event, language), choose(BUILT_IN, event, language)])
    .find((template) => template !== undefined)!;
  return fill(text, (place) => values[place]);
}

function choose(
  templates: readonly NotificationTemplate[],
  { type, indicator }: NotificationKind,
  language: string,
): string | undefined {
  const fitting = templates.filter((one) => one.type === type && canonical(one.language) === canonical(language));
  const exact = indicator === undefined ? undefined : fitting.find((one) => one.indicator === indicator);
  return (exact ?? fitting.find((one) => one.indicator === undefined))?.text;
}

function canonical(language: string): string {
  const upper = language.toUpperCase();
  return THREE_LETTERS[upper] ?? upper;
}

/** Fills all placeholders in one pass, so that a placeholder inside a value is not filled. */
function fill(text: string, value: (place: Place) => string): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, place) => (isPlace(place) ? value(place) : placeholder));
}

function isPlace(name: string): name is Place {
  return Object.hasOwn(PLACES, name);
}

/** The fault of a bank's template; undefined if it has none. */
export function templateProblem({ type, indicator, text }: NotificationTemplate): string | undefined {
  const places = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, place]) => place!);
  const unknown = places.find((place) => !isPlace(place));
  if (unknown !== undefined) return `has the unknown placeholder {${unknown}}`;
  const hasCode = places.includes('activationCode');
  if (type === 'AC' && !hasCode) return 'must contain {activationCode}';
  if (type !== 'AC' && hasCode) return 'cannot hold {activationCode}: only AC has one';
  if (type !== 'TD' && indicator !== undefined) return 'cannot have an indicator: only TD has several';
  if (indicator === '7') return 'cannot have the indicator 7: that is TE';
  const longest = [...fill(text, (place) => 'x'.repeat(PLACES[place]))].length;
  return longest > LONGEST_TEXT
    ? `must be at most ${LONGEST_TEXT} characters with its values filled in, and can get ${longest}`
    : undefined;
}

import type {
  ConditionFieldName,
  ConditionOp,
  ConditionTest,
  ConditionValue,
  ProvisioningFieldName,
  RuleCondition,
} from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';
import { type Language, LOCALES, translate } from '../../words/translate.ts';
import { PAN_SOURCE_WORDS, TOKEN_TYPE_WORDS } from '../provisioning/provisioning-words.ts';
import { CHANNEL_WORDS } from '../value/channel-words.ts';
import { countryName } from '../value/countries.ts';

type AnyField = ConditionFieldName | ProvisioningFieldName;
type AnyTest = ConditionTest<AnyField>;

export const FIELD_WORDS: Readonly<Record<AnyField, WordKey>> = {
  amount: 'condition.field.amount',
  currency: 'condition.field.currency',
  mcc: 'condition.field.mcc',
  merchantId: 'condition.field.merchantId',
  terminalId: 'condition.field.terminalId',
  acquirer: 'condition.field.acquirer',
  country: 'condition.field.country',
  isForeign: 'condition.field.isForeign',
  channel: 'condition.field.channel',
  localHour: 'condition.field.localHour',
  localWeekday: 'condition.field.localWeekday',
  cardAgeDays: 'condition.field.cardAgeDays',
  product: 'condition.field.product',
  cardRole: 'condition.field.cardRole',
  firstAtMerchant: 'condition.field.firstAtMerchant',
  limitSum: 'condition.field.limitSum',
  limitCount: 'condition.field.limitCount',
  accountScore: 'condition.field.accountScore',
  deviceCountry: 'condition.field.deviceCountry',
  deviceScore: 'condition.field.deviceScore',
  deviceType: 'condition.field.deviceType',
  isForeignDevice: 'condition.field.isForeignDevice',
  panSource: 'condition.field.panSource',
  phoneMatches: 'condition.field.phoneMatches',
  provisioningDeclines24h: 'condition.field.provisioningDeclines24h',
  requestor: 'condition.field.requestor',
  tokensOfCard: 'condition.field.tokensOfCard',
  tokensOfDevice: 'condition.field.tokensOfDevice',
  tokenType: 'condition.field.tokenType',
  walletAccountAgeDays: 'condition.field.walletAccountAgeDays',
};

const USED_WORDS: Readonly<Record<'sum' | 'count', WordKey>> = {
  sum: 'condition.limitSumOf',
  count: 'condition.limitCountOf',
};

export const OP_WORDS: Readonly<Record<ConditionOp, WordKey>> = {
  eq: 'condition.op.eq',
  ne: 'condition.op.ne',
  lt: 'condition.op.lt',
  lte: 'condition.op.lte',
  gt: 'condition.op.gt',
  gte: 'condition.op.gte',
  in: 'condition.op.in',
  notIn: 'condition.op.notIn',
  prefix: 'condition.op.prefix',
  inList: 'condition.op.inList',
  notInList: 'condition.op.notInList',
};

/** Describes one comparison: "Amount is more than 500.00". */
export function describeTest({ field, limit, op, value }: AnyTest, language: Language): string {
  if (field === 'firstAtMerchant') {
    return translate(language, (value === true) === (op === 'eq') ? 'condition.first' : 'condition.notFirst');
  }
  if (value === true || value === false) {
    const answer = (value === true) === (op === 'eq') ? 'condition.yes' : 'condition.no';
    if (field !== 'isForeign') return `${translate(language, FIELD_WORDS[field])}: ${translate(language, answer)}`;
  }
  if (field === 'isForeign') {
    return translate(language, (value === true) === (op === 'eq') ? 'condition.abroad' : 'condition.atHome');
  }
  const values = (Array.isArray(value) ? value : [value]) as readonly ConditionValue[];
  const texts = values.map((one) => `\u2068${describeValue(field, one, language)}\u2069`);
  const all = new Intl.ListFormat(LOCALES[language], { type: 'disjunction' }).format(texts);
  const subject = limit === undefined ? FIELD_WORDS[field] : USED_WORDS[field === 'limitSum' ? 'sum' : 'count'];
  const what = translate(language, subject, { limit: `\u2068${limit}\u2069` });
  return `${what} ${translate(language, OP_WORDS[op])} ${all}`;
}

/** Names state that an analysis leaves open: `limitSum SPENT`, `list known-shops`, or a field. */
export function describeState(name: string, language: Language): string {
  const [, kind, of] = /^(list|limitSum|limitCount) (.+)$/.exec(name) ?? [];
  if (kind === 'list') return `${translate(language, 'condition.list')} \u2068${of}\u2069`;
  if (kind !== undefined) {
    return translate(language, USED_WORDS[kind === 'limitSum' ? 'sum' : 'count'], { limit: `\u2068${of}\u2069` });
  }
  const word = FIELD_WORDS[name as AnyField] as WordKey | undefined;
  return word === undefined ? name : translate(language, word);
}

/** Describes a condition in one line, for lists. */
export function describeCondition(condition: RuleCondition, language: Language): string {
  if ('field' in condition) return describeTest(condition, language);
  if ('not' in condition)
    return translate(language, 'condition.notThis', { what: describeCondition(condition.not, language) });
  const [parts, word]: [readonly RuleCondition[], WordKey] =
    'all' in condition ? [condition.all, 'condition.and'] : [condition.any, 'condition.or'];
  const partTexts = parts.map((part) => {
    const text = describeCondition(part, language);
    return 'all' in part || 'any' in part ? `(${text})` : text;
  });
  return partTexts.join(` ${translate(language, word)} `);
}

const CARD_ROLE_WORDS: Readonly<Record<string, WordKey>> = {
  P: 'condition.role.primary',
  S: 'condition.role.supplementary',
};

/** Formats a value of a comparison for people. */
export function describeValue(field: AnyField, value: ConditionValue, language: Language): string {
  const text = String(value);
  const locale = LOCALES[language];
  switch (field) {
    case 'channel': {
      const word = CHANNEL_WORDS[text as keyof typeof CHANNEL_WORDS];
      return word === undefined ? text : translate(language, word);
    }
    case 'country':
    case 'deviceCountry':
      return countryName(text, locale);
    case 'localWeekday':
      return weekdayName(Number(value), locale) ?? text;
    case 'cardRole': {
      const word = CARD_ROLE_WORDS[text];
      return word === undefined ? text : translate(language, word);
    }
    case 'tokenType':
    case 'panSource': {
      const words: Readonly<Record<string, WordKey>> = field === 'tokenType' ? TOKEN_TYPE_WORDS : PAN_SOURCE_WORDS;
      const word = words[text];
      return word === undefined ? text : translate(language, word);
    }
    case 'localHour':
      return `${text.padStart(2, '0')}:00`;
    default:
      return text;
  }
}

/** The name of a weekday, where 1 is Monday. */
function weekdayName(day: number, locale: string): string | undefined {
  if (!(day >= 1 && day <= 7)) return undefined;
  // 1 January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
}

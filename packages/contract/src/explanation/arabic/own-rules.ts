import { traceAmount, traceCount, traceEntryMode, traceFlag } from '../condition-trace.ts';
import type { Language } from '../language.ts';
import { USED_IN_ARABIC } from './nouns.ts';

const DAYS = {
  zero: 'أقل من يوم',
  one: 'يوم واحد',
  two: 'يومان',
  few: '# أيام',
  many: '# يوماً',
  other: '# يوم',
};

export const OWN_RULE_IN_ARABIC: Language['ownRule'] = {
  reason: (name, version) =>
    `ترفض هذه العملية قاعدة وضعها البنك بنفسه: ${name}${version === undefined ? '' : `، الإصدار ${version}`}.`,
  conditionTrace(at, figures) {
    const { field, limit = '', value } = at;
    const name = figures.name(value);
    switch (field) {
      case 'amount':
        return traceAmount(at, (minor) => `المبلغ ${figures.amount(minor)}`);
      case 'currency':
        return `عملة الدفع ${figures.currency(value)}`;
      case 'mcc':
        return `فئة التاجر ${name}`;
      case 'merchantId':
        return `التاجر ${name}`;
      case 'terminalId':
        return `الجهاز الطرفي ${name}`;
      case 'acquirer':
        return `البنك المستحوذ ${name}`;
      case 'country':
        return value === '' ? 'دولة التاجر لا تذكرها الرسالة' : `دولة التاجر ${figures.country(value)}`;
      case 'isForeign':
        return traceFlag(at, 'العملية من الخارج', 'العملية ليست من الخارج');
      case 'channel':
        return traceEntryMode(at, (entry) => `استخدام البطاقة ${USED_IN_ARABIC[entry]}`);
      case 'localHour':
        return traceCount(at, (hour) => `الساعة عند البنك ${figures.number(hour)}`);
      case 'localWeekday':
        return traceCount(at, (day) => `اليوم عند البنك ${figures.weekday(day)}`);
      case 'cardAgeDays':
        return traceCount(at, (days) => `عمر البطاقة ${figures.plural(days, DAYS)}`);
      case 'product':
        return `منتج البطاقة ${name}`;
      case 'cardRole':
        return value === 'P' ? 'البطاقة أساسية' : 'البطاقة إضافية';
      case 'firstAtMerchant':
        return traceFlag(at, 'أول دفعة بالبطاقة لدى التاجر', 'دفعة سبقتها دفعات بالبطاقة لدى التاجر');
      case 'limitSum':
        return traceAmount(at, (minor) => `المستخدم قبلها من الحد ${figures.name(limit)}: ${figures.amount(minor)}`);
      case 'limitCount':
        return traceCount(at, (count) => `ما عدّه الحد ${figures.name(limit)} قبلها: ${figures.number(count)}`);
    }
  },
  saw: (entries) => `نظرت القاعدة إلى ما يلي: ${entries}.`,
  since(by, at, figures) {
    const { day, clock } = figures.time(at);
    return `دخلت حيز السريان بموافقة ${figures.name(by)} يوم ${day} الساعة ${clock}.`;
  },
  otherwise: (isPreview) => `${isPreview ? '' : 'كان '}يلزم لقبولها ألا تنطبق عليها هذه القاعدة.`,
};

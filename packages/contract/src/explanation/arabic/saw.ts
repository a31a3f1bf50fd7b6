import type { DeclineReason } from '../decline-reasons.ts';
import type { SawFacts } from '../explainable-decision.ts';
import type { Figures } from '../figures.ts';
import { sawCount, sawMinor, sawText, type Usage } from '../saw.ts';
import { whenPresent } from '../when-present.ts';
import { USED_IN_ARABIC } from './nouns.ts';

const FAULTS = {
  zero: 'لم يوجد فيها خطأ.',
  one: 'وُجد فيها خطأ واحد.',
  two: 'وُجد فيها خطآن.',
  few: 'وُجدت فيها # أخطاء.',
  many: 'وُجد فيها # خطأً.',
  other: 'وُجد فيها # خطأ.',
};
const FITTING_CARDS = {
  one: 'ينطبق على بطاقة واحدة.',
  two: 'ينطبق على بطاقتين.',
  few: 'ينطبق على # بطاقات.',
  many: 'ينطبق على # بطاقة.',
  other: 'ينطبق على # بطاقة.',
};

export function usageInArabic({ entry, isCash, country, isForeign }: Usage, figures: Figures): string {
  const usage = `كانت عملية ${isCash ? 'سحب نقدي' : 'شراء'} ${USED_IN_ARABIC[entry]}`;
  if (country !== undefined) {
    return `${usage}، والتاجر في ${figures.country(country)}${isForeign ? '، أي خارج بلد البنك' : ''}.`;
  }
  return `${usage}، ولا تذكر الرسالة في أي بلد${isForeign ? '، فتُعد خارج بلد البنك' : ''}.`;
}

/** Describes in figures the facts that the rule evaluated. */
export function sawInArabic(
  reason: DeclineReason,
  saw: SawFacts,
  { figures, group }: { figures: Figures; group: string | null },
): string | undefined {
  switch (reason) {
    case 'FORMAT':
      return whenPresent([sawCount(saw, 'findings')], ([count]) => figures.plural(count, FAULTS));
    case 'CARD_AMBIGUOUS':
      return whenPresent([sawCount(saw, 'matches')], ([count]) => figures.plural(count, FITTING_CARDS));
    case 'REVERSED_BEFORE':
      return whenPresent([sawText(saw, 'reversed_at')], ([at]) => {
        const { day, clock } = figures.time(at);
        return `وصل إلغاؤها يوم ${day} الساعة ${clock}.`;
      });
    case 'CARD_EXPIRED':
      return whenPresent(
        [sawText(saw, 'card_expiry'), sawText(saw, 'local_date')],
        ([expiry, day]) => `كانت صالحة حتى نهاية ${figures.month(expiry)}، وكان اليوم ${figures.day(day)}.`,
      );
    case 'EXPIRY_MISMATCH':
      return whenPresent(
        [sawText(saw, 'message_expiry'), sawText(saw, 'card_expiry')],
        ([sent, own]) => `تذكر الرسالة ${figures.month(sent)}، وتاريخ البطاقة ${figures.month(own)}.`,
      );
    case 'SEQUENCE_MISMATCH':
      return whenPresent(
        [sawText(saw, 'message_sequence'), sawText(saw, 'card_sequence')],
        ([sent, own]) => `تذكر الرسالة الرقم ${figures.name(sent)}، وعلى البطاقة الرقم ${figures.name(own)}.`,
      );
    case 'TOKEN':
      return whenPresent([sawText(saw, 'state')], ([state]) => `حالته ${figures.name(state)}.`);
    case 'TOKEN_EXPIRED':
      return whenPresent([sawText(saw, 'valid_until')], ([until]) => {
        const { day, clock } = figures.time(until);
        return `كان صالحاً حتى يوم ${day} الساعة ${clock}.`;
      });
    case 'TOKEN_MERCHANT':
      return whenPresent([sawText(saw, 'merchant_id')], ([merchant]) => `التاجر هو ${figures.name(merchant)}.`);
    case 'TOKEN_CATEGORY':
      return whenPresent([sawText(saw, 'merchant_category')], ([mcc]) => `فئة التاجر ${figures.name(mcc)}.`);
    case 'TOKEN_COUNTRY': {
      const country = sawText(saw, 'country');
      if (country === undefined) return 'لا تذكر الرسالة بلد التاجر.';
      return `التاجر في ${figures.country(country)}.`;
    }
    case 'CURRENCY_MISMATCH':
      return whenPresent(
        [sawText(saw, 'account_currency'), sawText(saw, 'billing_currency')],
        ([own, sent]) => `عملة الحساب ${figures.currency(own)}، وعملة الرسالة ${figures.currency(sent)}.`,
      );
    case 'AMOUNT_ZERO':
      return whenPresent([sawMinor(saw, 'billing_minor')], ([billed]) =>
        billed > 0n ? 'المبلغ بعملة التاجر صفر.' : `المبلغ المطلوب من الحساب ${figures.amount(billed)}.`,
      );
    case 'MERCHANT_GROUP_OFF':
      return whenPresent([sawText(saw, 'merchant_category')], ([category]) => {
        const own = group === null ? '' : `، ومجموعة الحساب ${figures.name(group)}`;
        return `فئة التاجر ${figures.name(category)}${own}.`;
      });
    case 'CP_FOREIGN_OFF': {
      const country = sawText(saw, 'country');
      const where = country === undefined ? '، ولا تذكر الرسالة في أي بلد' : ` في ${figures.country(country)}`;
      return `استُخدمت البطاقة نفسها${where}.`;
    }
    default:
      return moneyInArabic(saw, figures);
  }
}

/** Limits and funds. The facts identify the rule, because no two of these rules see the same facts. */
function moneyInArabic(saw: SawFacts, figures: Figures): string | undefined {
  const { amount } = figures;
  const [limit, before, after] = [
    sawMinor(saw, 'limit'),
    sawMinor(saw, 'counter_before'),
    sawMinor(saw, 'counter_after'),
  ];
  if (limit !== undefined && before !== undefined && after !== undefined) {
    return `الحد الأقصى ${amount(limit)}، وكان قد صُرف ${amount(before)}، ومع هذه العملية يصبح المصروف ${amount(after)}.`;
  }
  const requested = sawMinor(saw, 'amount');
  const limits = [limit, sawMinor(saw, 'cash_limit')].filter((each) => each !== undefined);
  if (requested !== undefined && limits.length > 0) {
    const amounts = figures.and(limits.map((each) => amount(each)));
    return `كان المبلغ ${amount(requested)}، ${limits.length > 1 ? 'والحدان الساريان' : 'والحد الأقصى'} ${amounts}.`;
  }
  const [available, rest] = [sawMinor(saw, 'available_before'), sawMinor(saw, 'available_after')];
  if (available === undefined || rest === undefined) return undefined;
  return `كان المتاح ${amount(available)}، والمبلغ المطلوب ${amount(available - rest)}.`;
}

import type { WindowLimit } from '../decline-reasons.ts';
import type { Figures } from '../figures.ts';
import type { Language, OutcomeFacts } from '../language.ts';
import type { Standing } from '../standing.ts';
import { SWITCHED_IN_ARABIC } from './nouns.ts';
import { OWN_LIMIT_IN_ARABIC } from './own-limits.ts';
import { OWN_RULE_IN_ARABIC } from './own-rules.ts';
import { partnerInArabic } from './partner.ts';
import { ARABIC_REASONS } from './reasons.ts';
import { remedyInArabic } from './remedies.ts';
import { sawInArabic, usageInArabic } from './saw.ts';

const LIMITS: Readonly<Record<WindowLimit, string>> = {
  DAILY_LIMIT: 'الحد اليومي',
  MONTHLY_LIMIT: 'الحد الشهري',
  LIMIT1: 'الحد الأول من حدود البنك',
  LIMIT2: 'الحد الثاني من حدود البنك',
  LIMIT3: 'الحد الثالث من حدود البنك',
};

const PASSED = {
  one: 'اجتازت العملية قبل هذا الفحص فحصاً واحداً',
  two: 'اجتازت العملية قبل هذا الفحص فحصين',
  few: 'اجتازت العملية قبل هذا الفحص # فحوص',
  many: 'اجتازت العملية قبل هذا الفحص # فحصاً',
  other: 'اجتازت العملية قبل هذا الفحص # فحص',
};
const NOT_EVALUATED = {
  one: 'بقي بعده فحص واحد لم يُجرَ',
  two: 'بقي بعده فحصان لم يُجريا',
  few: 'بقيت بعده # فحوص لم تُجرَ',
  many: 'بقي بعده # فحصاً لم يُجرَ',
  other: 'بقي بعده # فحص لم يُجرَ',
};

export const ARABIC: Language = {
  outcome,
  reasons: ARABIC_REASONS,
  unknownReason: 'السبب غير معروف لدى هذا الإصدار.',
  ownRule: OWN_RULE_IN_ARABIC,
  usage: usageInArabic,
  saw: sawInArabic,
  ownLimit: OWN_LIMIT_IN_ARABIC,
  partner: partnerInArabic,
  standing,
  remedy: remedyInArabic,
  otherwise(remedies, isEnough, isPreview) {
    return `${isPreview ? '' : 'كان '}${isEnough ? 'يكفي' : 'يلزم'} لقبولها ${remedies}.`;
  },
  checks(passed, left, figures) {
    const before = figures.plural(passed, PASSED);
    const after = figures.plural(left, NOT_EVALUATED);
    if (passed === 0) return left === 0 ? undefined : `كان هذا الفحص الأول، و${after}.`;
    return left === 0 ? `${before}.` : `${before}، و${after}.`;
  },
  allPassed: (checks, figures) => `اجتازت جميع الفحوص، وعددها ${figures.number(checks)}.`,
  approved: {
    available: (amount) => `الرصيد المتاح بعدها ${amount}.`,
    fundsElsewhere: () => 'لم يُفحص الرصيد هنا، لأن البنك يحفظه في نظام آخر.',
    left: (limit, of, left) => `بقي من ${LIMITS[limit]} البالغ ${of} مبلغ ${left}.`,
    exception: (reason) =>
      `سمح البنك بهذه العملية وحدها استثناءً.${reason === undefined ? '' : ` ولولا ذلك لرُفضت للسبب التالي: ${reason}`}`,
    usedUp: (switches, figures) =>
      `تم تفعيل ${figures.and(switches.map((name) => SWITCHED_IN_ARABIC[name]))} لعملية واحدة، وهي هذه العملية.`,
  },
  event(kind, amount, at, figures) {
    const on = when(at, figures);
    switch (kind) {
      case 'REVERSAL':
        return `أُعيد مبلغ ${amount} بعكس العملية ${on}.`;
      case 'COMPLETION':
        return `خُصم مبلغ ${amount} بإتمام العملية ${on}.`;
      case 'EXPIRY':
        return `أُعيد مبلغ ${amount} لانتهاء مدة الحجز ${on}.`;
      case 'DUPLICATE_REFUSED':
        return `طُلب مبلغ ${amount} مرة أخرى بالرقم نفسه ${on}، ورُفض لأنه مكرر.`;
      default:
        return undefined;
    }
  },
  reserved: (amount) => `ما زال مبلغ ${amount} محجوزاً.`,
};

function outcome(facts: OutcomeFacts, figures: Figures): string {
  const { isApproved, isPreview, isCash, amount, place, country, cardEnd, decidedAt } = facts;
  const verdict = isApproved ? 'قُبلت' : 'رُفضت';
  const parts = [
    isPreview ? (isApproved ? 'ستُقبل' : 'ستُرفض') : verdict,
    isCash ? 'عملية السحب النقدي' : 'عملية الدفع',
    ...(amount === undefined ? [] : [`بمبلغ ${amount}`]),
    ...(place === undefined ? [] : [`لدى ${place}`]),
    ...(country === undefined ? [] : [place === undefined ? `في ${country}` : `(${country})`]),
    ...(cardEnd === undefined ? [] : [`بالبطاقة المنتهية بالأرقام ${cardEnd}`]),
    ...(isPreview ? [] : [`${when(decidedAt, figures)} (${figures.zone})`]),
  ];
  return `${parts.join(' ')}.`;
}

function standing({ at, by, how, until }: Standing, figures: Figures): string {
  const who = by === null ? '' : ` بواسطة ${figures.name(by)}`;
  const on = when(at, figures);
  if (how === 'timed-out') return `كان قد تم التفعيل${who} ${on}، حتى ${until === null ? on : when(until, figures)}.`;
  if (how === 'used-up') return `كان قد تم التفعيل${who} ${on} لعملية واحدة، وقد تمت تلك العملية.`;
  return `حُدد ذلك${who} ${on}${until === null ? '' : `، وينتهي ${when(until, figures)}`}.`;
}

function when(iso: string, figures: Figures): string {
  const { day, clock } = figures.time(iso);
  return `يوم ${day} الساعة ${clock}`;
}

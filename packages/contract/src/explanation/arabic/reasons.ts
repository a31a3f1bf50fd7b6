import type { Switch } from '../../card-settings/settings-fields.ts';
import type { RestrictionType } from '../../restrictions/restriction-type.ts';
import type { DeclineReason } from '../decline-reasons.ts';
import { RESTRICTED_IN_ARABIC, SWITCHED_IN_ARABIC } from './nouns.ts';

const refuses = (type: RestrictionType) => `يوجد قيد على هذه البطاقة يمنع ${RESTRICTED_IN_ARABIC[type]}.`;
const isOff = (name: Switch) => `تم إيقاف ${SWITCHED_IN_ARABIC[name]} لهذا الحساب.`;
const spendsMore = (limit: string) => `بهذا المبلغ يتجاوز الحساب ${limit}.`;

export const ARABIC_REASONS: Readonly<Record<DeclineReason, string>> = {
  FORMAT: 'الرسالة ليست بالشكل الذي تتطلبه الواجهة.',
  CARD_NOT_FOUND: 'لا توجد بطاقة بهذا الرقم.',
  CARD_AMBIGUOUS: 'جزء من رقم البطاقة مخفي، والرقم ينطبق على أكثر من بطاقة.',
  DUPLICATE: 'سبق البت في رسالة تحمل المرجع نفسه بمبلغ آخر أو عملة أخرى.',
  CARD_BLOCKED: 'البطاقة محظورة.',
  CARD_LOST: 'أُبلغ عن فقدان البطاقة.',
  CARD_STOLEN: 'أُبلغ عن سرقة البطاقة.',
  CARD_CLOSED: 'البطاقة مغلقة.',
  CARD_EXPIRED: 'انتهت صلاحية البطاقة.',
  EXPIRY_MISMATCH: 'تاريخ انتهاء الصلاحية في الرسالة ليس تاريخ البطاقة.',
  SEQUENCE_MISMATCH: 'الرقم التسلسلي في الرسالة ليس الرقم التسلسلي للبطاقة.',
  CURRENCY_MISMATCH: 'عملة الرسالة ليست عملة الحساب.',
  AMOUNT_ZERO: 'المبلغ صفر.',
  RESTRICTED_MOTO: refuses('MOTO'),
  RESTRICTED_ECOM: refuses('ECOM'),
  RESTRICTED_SWIPE: refuses('SWIPE'),
  RESTRICTED_CONTACTLESS: refuses('PERS_RESTR_CONTACTLESS'),
  RESTRICTED_NFC: refuses('NFC'),
  RESTRICTED_ATM: refuses('ATM'),
  RESTRICTED_PURCHASE: refuses('PURCHASE'),
  RESTRICTED_ANY: refuses('ANY'),
  RESTRICTED_INTERNATIONAL: refuses('INTERNATIONAL'),
  RESTRICTED_COUNTRY: refuses('INTERNATIONAL_SPECIFIC_COUNTRIES'),
  MASTER_OFF: isOff('master'),
  CP_OFF: isOff('cardPresent'),
  CNP_OFF: isOff('cardNotPresent'),
  ECOM_OFF: isOff('ecom'),
  MOTO_OFF: isOff('moto'),
  RECURRING_OFF: isOff('recurring'),
  FALLBACK_OFF: isOff('fallback'),
  CASH_OFF: isOff('cash'),
  PURCHASE_OFF: isOff('purchase'),
  FUNCTION1_OFF: isOff('function1'),
  FUNCTION2_OFF: isOff('function2'),
  FUNCTION3_OFF: isOff('function3'),
  MERCHANT_GROUP_OFF: 'مجموعة التجار المحددة لهذا الحساب لا تسمح بهذا النوع من التجار.',
  CP_FOREIGN_OFF: 'استخدام البطاقة خارج البلد غير مسموح به لهذا الحساب.',
  CP_TRANSACTION_LIMIT: 'المبلغ أكبر من الحد الأقصى للعملية الواحدة بالبطاقة نفسها.',
  CNP_TRANSACTION_LIMIT: 'المبلغ أكبر من الحد الأقصى للعملية الواحدة من دون البطاقة نفسها.',
  CASH_TRANSACTION_LIMIT: 'المبلغ أكبر من الحد الأقصى للسحب النقدي في المرة الواحدة.',
  DAILY_LIMIT: spendsMore('حده اليومي'),
  MONTHLY_LIMIT: spendsMore('حده الشهري'),
  LIMIT1: spendsMore('الحد الأول من حدود البنك'),
  LIMIT2: spendsMore('الحد الثاني من حدود البنك'),
  LIMIT3: spendsMore('الحد الثالث من حدود البنك'),
  INSUFFICIENT_FUNDS: 'الرصيد المتاح في الحساب لا يكفي.',
  PARTNER_DECLINED: 'رفضها نظام البنك نفسه.',
  PARTNER_STAND_IN: 'لم يصل من نظام البنك جواب يُعتد به، والمبلغ أكبر مما تجوز الموافقة عليه من دونه.',
};

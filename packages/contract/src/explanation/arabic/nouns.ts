import type { Switch } from '../../card-settings/settings-fields.ts';
import type { RestrictionType } from '../../restrictions/restriction-type.ts';
import type { EntryName } from '../saw.ts';

/** The use of the card that each switch controls, in the genitive, because it follows a verbal noun. */
export const SWITCHED_IN_ARABIC: Readonly<Record<Switch, string>> = {
  master: 'استخدام البطاقات',
  cardPresent: 'الدفع بالبطاقة نفسها',
  cardNotPresent: 'الدفع من دون البطاقة نفسها',
  ecom: 'الشراء من المتاجر الإلكترونية',
  moto: 'الطلب بالبريد أو الهاتف',
  recurring: 'المدفوعات المتكررة',
  fallback: 'الدفع بالشريط المغناطيسي بدلاً من الشريحة',
  purchase: 'الشراء',
  cash: 'السحب النقدي',
  function1: 'الدفع لدى المجموعة الأولى من التجار',
  function2: 'الدفع لدى المجموعة الثانية من التجار',
  function3: 'الدفع لدى المجموعة الثالثة من التجار',
};

/** The card use that each restriction refuses. */
export const RESTRICTED_IN_ARABIC: Readonly<Record<RestrictionType, string>> = {
  MOTO: 'الطلب بالبريد أو الهاتف',
  ECOM: 'الشراء من المتاجر الإلكترونية',
  SWIPE: 'الدفع بالشريط المغناطيسي',
  PERS_RESTR_CONTACTLESS: 'الاستخدام من دون تلامس',
  NFC: 'الشراء من دون تلامس',
  ATM: 'السحب النقدي',
  PURCHASE: 'الشراء',
  ANY: 'كل استخدام لها',
  INTERNATIONAL: 'استخدامها خارج البلد',
  INTERNATIONAL_SPECIFIC_COUNTRIES: 'استخدامها في هذا البلد',
};

/** The ways to use a card. */
export const USED_IN_ARABIC: Readonly<Record<EntryName, string>> = {
  ECOM: 'من متجر إلكتروني',
  MOTO: 'بالبريد أو الهاتف',
  RECURRING: 'ضمن سلسلة من المدفوعات',
  KEYED: 'بإدخال رقم البطاقة يدوياً',
  UNKNOWN: 'بطريقة لا تذكرها الرسالة',
  CHIP: 'بالشريحة',
  SWIPE: 'بالشريط المغناطيسي',
  CONTACTLESS: 'من دون تلامس',
  FALLBACK: 'بالشريط المغناطيسي بدلاً من الشريحة',
};

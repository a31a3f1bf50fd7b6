import type { Figures } from '../figures.ts';
import type { Remedy } from '../remedies.ts';
import { RESTRICTED_IN_ARABIC, SWITCHED_IN_ARABIC } from './nouns.ts';
import { limitValueInArabic } from './own-limits.ts';

const RESTRICTIONS = { one: 'رفع القيد الذي يمنع', two: 'رفع القيدين اللذين يمنعان', other: 'رفع القيود التي تمنع' };

export function remedyInArabic(remedy: Remedy, figures: Figures): string {
  switch (remedy.kind) {
    case 'right-form':
      return 'الشكل الذي تتطلبه الواجهة';
    case 'known-card':
      return 'رقم بطاقة موجودة';
    case 'whole-number':
      return 'رقم البطاقة كاملاً';
    case 'own-reference':
      return 'مرجع خاص بها، أو مبلغ الرسالة الأولى وعملتها';
    case 'no-reversal':
      return 'عملية جديدة لم تُلغَ، بمرجع خاص بها';
    case 'own-token':
      return 'رمز لهذه البطاقة، أو عدم ذكر رمز';
    case 'active-token':
      return 'رمز فعّال';
    case 'valid-token':
      return 'رمز ما زال صالحاً';
    case 'token-merchant':
      return `رمز يُسمح به لدى ${remedy.value === undefined ? 'هذا التاجر' : `التاجر ${figures.name(remedy.value)}`}`;
    case 'token-category':
      return `رمز يُسمح به لدى ${remedy.value === undefined ? 'هؤلاء التجار' : `فئة التجار ${figures.name(remedy.value)}`}`;
    case 'token-country':
      return `رمز يُسمح به في ${remedy.value === undefined ? 'أي بلد' : figures.country(remedy.value)}`;
    case 'some-amount':
      return 'مبلغ أكبر من صفر بالعملتين';
    case 'unblocked':
      return 'رفع الحظر عن البطاقة';
    case 'active-card':
      return 'بطاقة فعّالة';
    case 'valid-card':
      return 'بطاقة لم تنته صلاحيتها';
    case 'expiry':
      return `تاريخ الانتهاء ${figures.month(remedy.month)}`;
    case 'sequence':
      return `الرقم التسلسلي ${figures.name(remedy.number)}`;
    case 'currency':
      return `مبلغ بعملة الحساب، وهي ${figures.currency(remedy.number)}`;
    case 'without-restrictions': {
      const restrictedUses = figures.and(remedy.types.map((type) => RESTRICTED_IN_ARABIC[type]));
      return `${figures.plural(remedy.types.length, RESTRICTIONS)} ${restrictedUses}`;
    }
    case 'listed-country':
      return `قائمة بلدان تسمح باستخدامها في ${figures.country(remedy.country)}`;
    case 'switched-on':
      return `تفعيل ${figures.and(remedy.switches.map((name) => SWITCHED_IN_ARABIC[name]))}`;
    case 'allowed-merchants':
      return `مجموعة تسمح بفئة التجار ${figures.name(remedy.category)}`;
    case 'use-abroad':
      return `السماح باستخدامها ${remedy.country === undefined ? 'خارج البلد' : `في ${figures.country(remedy.country)}`}`;
    case 'at-most':
      return `مبلغ لا يتجاوز ${figures.amount(remedy.minor)}`;
    case 'limit':
      return `حد أقصى لا يقل عن ${figures.amount(remedy.minor)}`;
    case 'own-limit':
      return `حد أقصى لا يقل عن ${limitValueInArabic(remedy.measure, remedy.value, figures)}`;
    case 'more-available':
      return `رصيد متاح إضافي قدره ${figures.amount(remedy.minor)}`;
    case 'window-over': {
      const { day, clock } = figures.time(remedy.at);
      return `إجراؤها ابتداءً من يوم ${day} الساعة ${clock} حين يبدأ العد من جديد`;
    }
  }
}

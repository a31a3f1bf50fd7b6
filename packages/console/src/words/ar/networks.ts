import type { NETWORK_WORDS } from '../en/networks.ts';
import type { Word } from '../word.ts';

export const NETWORK_WORDS_AR: Readonly<Record<keyof typeof NETWORK_WORDS, Word>> = {
  'networks.about':
    'اتصالات شبكات ISO 8583 ورسائلها الأخيرة، تُحدَّث كل 15 ثانية. أرقام البطاقات محجوبة. الأوقات حسب {zone}.',
  'networks.allBanks': 'جميع البنوك',
  'networks.answer': 'أُجيب {code}',
  'networks.certificate': 'تنتهي الشهادة',
  'networks.connections': 'الاتصالات',
  'networks.echo': 'آخر صدى',
  'networks.field': 'الحقل',
  'networks.fieldName': 'الاسم',
  'networks.fields': 'حقول الرسالة وردّها',
  'networks.inFlight': 'قيد المعالجة',
  'networks.messages': 'الرسائل الأخيرة',
  'networks.noAnswer': 'بلا رد',
  'networks.noEcho': 'لا يوجد بعد',
  'networks.noMessages': 'لا توجد رسائل منذ بدء الخوادم.',
  'networks.none': 'لا توجد شبكات',
  'networks.noneAbout': 'تُعدّ الشبكات في ملف إعدادات الخوادم.',
  'networks.processes': 'اتصالات {name}',
  'networks.reaches': 'بطاقات',
  'networks.received': 'مستلمة',
  'networks.request': 'الطلب {mti}',
  'networks.response': 'الرد {mti}',
  'networks.sent': 'مرسلة',
  'networks.state.connected': 'متصلة',
  'networks.state.dialling': 'جارٍ الاتصال',
  'networks.state.listening': 'بانتظار الاتصال',
  'networks.state.signedOn': 'مسجّلة الدخول',
};

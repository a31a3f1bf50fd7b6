import type { Figures } from '../figures.ts';
import type { PartnerSaw } from '../saw.ts';

export function partnerInArabic({ answer, reason, afterMs }: PartnerSaw, figures: Figures): string {
  const after = `بعد ${figures.number(afterMs)} مللي ثانية`;
  const because = reason === undefined ? '' : `: ${figures.name(reason)}`;
  switch (answer) {
    case 'APPROVE':
      return `أجاب نظام البنك بالموافقة ${after}${because}.`;
    case 'DECLINE':
      return `أجاب نظام البنك بالرفض ${after}${because}.`;
    case 'WOULD_BE_ASKED':
      return 'سيُسأل نظام البنك.';
    case 'LATE':
      return `لم يُجب نظام البنك خلال ${figures.number(afterMs)} مللي ثانية.`;
    case 'WRONG':
      return `أجاب نظام البنك بما لا يمكن قراءته${because}.`;
    case 'UNREACHABLE':
      return `تعذر الوصول إلى نظام البنك${because}.`;
    case 'BREAKER_OPEN':
      return 'لم يُسأل نظام البنك لأنه أخفق مرات كثيرة.';
    case 'TOO_MANY_WAITING':
      return 'لم يُسأل نظام البنك لأن عمليات كثيرة كانت تنتظره.';
    case 'NO_TIME':
      return 'لم يُسأل نظام البنك لضيق الوقت المتبقي.';
    case 'OUTDATED':
      return 'أجاب نظام البنك، لكن جوابه لم يعد ساريًا عند البت في العملية.';
  }
}

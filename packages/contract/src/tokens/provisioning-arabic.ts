import type { ProvisioningLanguage } from './provisioning-language.ts';

export const PROVISIONING_IN_ARABIC: ProvisioningLanguage = {
  outcome: {
    APPROVED: (requestor) => `حصل ${requestor} على رمز مميز لهذه البطاقة، وهو مفعّل فورًا.`,
    APPROVED_WITH_CODE: (requestor) =>
      `يحصل ${requestor} على رمز مميز لهذه البطاقة بعد أن يدخل حامل البطاقة رمز التفعيل.`,
    DECLINED: (requestor) => `لم يحصل ${requestor} على رمز مميز.`,
  },
  reason: {
    CARD_NOT_ELIGIBLE: () => 'برنامج منتج هذه البطاقة لا يسمح برموز مميزة.',
    CARD_STATUS: (saw) => `حالة البطاقة ${saw('status')}. لا تُمنح الرموز المميزة إلا لبطاقة نشطة.`,
    EXPIRED: () => 'انتهت صلاحية البطاقة.',
    RESTRICTED: () => 'يوجد قيد على هذه البطاقة يمنع الرموز المميزة من هذا النوع.',
    TOO_MANY_TOKENS: (saw, rule) =>
      rule.includes('DEVICE')
        ? `عدد البطاقات الأخرى التي لها رموز مميزة على هذا الجهاز: ${saw('other_cards')}. الحد الأقصى للبطاقات: ${saw('most')}.`
        : `عدد الرموز المميزة للبطاقة: ${saw('tokens')}. الحد الأقصى: ${saw('most')}.`,
    TOO_MANY_ATTEMPTS: (saw) =>
      `عدد الطلبات المرفوضة لهذه البطاقة خلال آخر 24 ساعة: ${saw('declines_24h')}. الحد الأقصى: ${saw('most')}.`,
    RULE: (_saw, rule) => `ينطبق شرط قاعدة البنك ${rule} على الطلب.`,
    PARTNER: (_saw, rule) =>
      rule.includes('STAND_IN') ? 'لم يقدّم نظام البنك ردًا صالحًا، والقرار البديل هو الرفض.' : 'رفض نظام البنك الطلب.',
    UNKNOWN_CARD: () => 'لا توجد لدى البنك بطاقة بهذا الرقم أو المعرّف.',
  },
  limit: (limit, max, before) =>
    `يسمح حد البنك ${limit} بعدد ${max} من طلبات الرموز المميزة في فترته، وعدد المحسوب منها ${before}.`,
  codeByScores: (account, device) => `رمز التفعيل مطلوب بسبب درجات الثقة: الحساب ${account}، الجهاز ${device}.`,
  unknownScore: 'غير معروفة',
  codeByRule: (rule) => `قاعدة البنك ${rule} تتطلب رمز تفعيل.`,
  approvedByRule: (rule) => `قاعدة البنك ${rule} توافق على الطلب.`,
  codeByPartner: 'يتطلب نظام البنك رمز تفعيل.',
  codeByStandIn: 'لم يقدّم نظام البنك ردًا صالحًا، والقرار البديل يتطلب رمز تفعيل.',
  partner: {
    APPROVE: (ms) => `وافق نظام البنك على الطلب بعد ${ms} مللي ثانية.`,
    REQUIRE_CODE: (ms) => `طلب نظام البنك رمز تفعيل بعد ${ms} مللي ثانية.`,
    DECLINE: (ms) => `رفض نظام البنك الطلب بعد ${ms} مللي ثانية.`,
    WOULD_BE_ASKED: () => 'كان سيُستدعى نظام البنك.',
  },
  noAnswer: (ms, why) => `لم يقدّم نظام البنك ردًا صالحًا خلال ${ms} مللي ثانية: ${why}.`,
  partnerReason: (reason) => `السبب الذي ذكره: ${reason}.`,
  passed: (rules) => `القواعد التي لم تعترض: ${rules}.`,
};

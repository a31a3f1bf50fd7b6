import type { LanguageCode } from './explainable-decision.ts';

type Words = readonly [english: string, arabic: string];

/** The steps of a trace, in words for people. */
const STEPS: Readonly<Record<string, Words>> = {
  FORMAT: ['Form of the message', 'شكل الرسالة'],
  NETWORK_ADVICE: ['Decision of the network', 'قرار الشبكة'],
  CARD_FOUND: ['Card', 'البطاقة'],
  PROGRAM: ['Program of the product', 'برنامج المنتج'],
  LISTS: ['Merchant lists', 'قوائم التجار'],
  DUPLICATE: ['Repeated reference', 'تكرار المرجع'],
  REVERSED_BEFORE: ['Earlier reversal', 'إلغاء سابق'],
  CARD_STATUS: ['Card status', 'حالة البطاقة'],
  EXPIRY_SEQUENCE: ['Expiry and sequence number', 'الصلاحية والرقم التسلسلي'],
  TOKEN: ['Token', 'الرمز'],
  CURRENCY: ['Currency', 'العملة'],
  AMOUNT: ['Amount', 'المبلغ'],
  TOKEN_CONTROLS: ['Controls of the token', 'ضوابط الرمز'],
  RESTRICTIONS: ['Restrictions of the card', 'قيود البطاقة'],
  SWITCHES: ['Switches', 'المفاتيح'],
  MERCHANT_GROUP: ['Merchant group', 'مجموعة التجار'],
  FOREIGN_USE: ['Use abroad', 'الاستخدام في الخارج'],
  TRANSACTION_LIMITS: ['Limits of one payment', 'حدود العملية الواحدة'],
  DAILY_LIMIT: ['Daily limit', 'الحد اليومي'],
  MONTHLY_LIMIT: ['Monthly limit', 'الحد الشهري'],
  LIMIT1: ['First limit of the bank', 'الحد الأول للبنك'],
  LIMIT2: ['Second limit of the bank', 'الحد الثاني للبنك'],
  LIMIT3: ['Third limit of the bank', 'الحد الثالث للبنك'],
  LIMITS: ['Custom limits', 'الحدود المخصصة'],
  RULES: ['Rules of the bank', 'قواعد البنك'],
  EXCEPTION: ['Allowed payment', 'عملية مسموح بها'],
  FUNDS: ['Available balance', 'الرصيد المتاح'],
  PARTNER: ["Answer of the bank's own system", 'رد نظام البنك'],
  PARTNER_DECISION: ["Decision of the bank's own system", 'قرار نظام البنك'],
  PARTNER_STAND_IN: ['Stand-in', 'القرار البديل'],
};

/** The values that the steps use, in words for people. */
const FACTS: Readonly<Record<string, Words>> = {
  account_currency: ['currency of the account', 'عملة الحساب'],
  action_code: ['action code', 'رمز الإجراء'],
  after_ms: ['waited, in milliseconds', 'مدة الانتظار بالمللي ثانية'],
  allowed_by: ['allowed by', 'مسموح به بموجب'],
  amount: ['amount', 'المبلغ'],
  answer: ['answer', 'الرد'],
  approval_code: ['approval code', 'رمز الموافقة'],
  approve_up_to: ['approves up to', 'يوافق حتى'],
  available_after: ['available after', 'المتاح بعدها'],
  available_before: ['available before', 'المتاح قبلها'],
  billing_currency: ['billing currency', 'عملة الفوترة'],
  billing_minor: ['billing amount', 'مبلغ الفوترة'],
  card_expiry: ['expiry of the card', 'صلاحية البطاقة'],
  card_present: ['card present', 'البطاقة حاضرة'],
  card_present_abroad: ['card present abroad', 'البطاقة حاضرة في الخارج'],
  card_sequence: ['sequence number of the card', 'الرقم التسلسلي للبطاقة'],
  cash_limit: ['limit for cash', 'حد السحب النقدي'],
  conflicts_with_earlier: ['differs from an earlier message', 'تختلف عن رسالة سابقة'],
  counter_after: ['counted after', 'المحتسب بعدها'],
  counter_before: ['counted before', 'المحتسب قبلها'],
  country: ['country', 'البلد'],
  decision: ['decision', 'القرار'],
  declined_by: ['declined by', 'رفضتها'],
  edition: ['edition', 'الإصدار'],
  entry: ['use of the card', 'طريقة استخدام البطاقة'],
  exception_id: ['exception', 'الاستثناء'],
  figures: ['figures', 'الأرقام'],
  findings: ['findings', 'الملاحظات'],
  first_path: ['first field', 'أول حقل'],
  funds_check: ['balance is checked', 'يُفحص الرصيد'],
  group: ['group', 'المجموعة'],
  in_force: ['in force', 'السارية'],
  is_cash: ['cash', 'سحب نقدي'],
  is_foreign: ['abroad', 'في الخارج'],
  limit: ['limit', 'الحد'],
  live: ['live rules', 'القواعد السارية'],
  local_date: ['date at the bank', 'التاريخ لدى البنك'],
  matches: ['cards found', 'البطاقات المطابقة'],
  merchant_category: ['merchant category', 'فئة التاجر'],
  merchant_id: ['merchant', 'التاجر'],
  message_expiry: ['expiry in the message', 'الصلاحية في الرسالة'],
  message_sequence: ['sequence number in the message', 'الرقم التسلسلي في الرسالة'],
  number_form: ['form of the number', 'شكل الرقم'],
  per_day: ['per day', 'في اليوم'],
  product: ['product', 'المنتج'],
  reason: ['reason', 'السبب'],
  refusing: ['declining limit', 'الحد الرافض'],
  reversed_at: ['reversed at', 'وقت الإلغاء'],
  shadow: ['shadow rules', 'قواعد الظل'],
  state: ['state', 'الحالة'],
  states: ['states', 'الحالات'],
  status: ['status', 'الحالة'],
  stood_in_after: ['approved by the stand-in after', 'وافق عليه القرار البديل بعدها'],
  stood_in_before: ['approved by the stand-in before', 'وافق عليه القرار البديل قبلها'],
  token_reference: ['token', 'الرمز'],
  transaction_minor: ['transaction amount', 'مبلغ العملية'],
  until: ['valid until', 'صالح حتى'],
  valid_until: ['valid until', 'صالح حتى'],
  version: ['version', 'النسخة'],
  why: ['reason', 'السبب'],
  would_decline: ['would decline', 'كانت سترفضها'],
};

/** Names a step of a trace. Undefined if this version does not know it. */
export function traceStepWords(rule: string, language: LanguageCode): string | undefined {
  return wordsIn(STEPS, rule, language);
}

/** Names a value of a trace. Undefined if this version does not know it. */
export function traceFactWords(label: string, language: LanguageCode): string | undefined {
  return wordsIn(FACTS, label, language);
}

function wordsIn(table: Readonly<Record<string, Words>>, name: string, language: LanguageCode): string | undefined {
  if (!Object.hasOwn(table, name)) return undefined;
  return table[name]?.[language === 'en' ? 0 : 1];
}

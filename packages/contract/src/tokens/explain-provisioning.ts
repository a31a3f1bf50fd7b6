import type { LanguageCode } from '../explanation/explainable-decision.ts';
import type { Explanation, SentenceSubject } from '../explanation/explanation.ts';
import { limitTraceEntries, OWN_LIMITS_RULE } from '../explanation/own-limits.ts';
import { isolate, plainName } from '../explanation/plain-name.ts';
import type { ProvisioningDecision } from './provisioning.ts';
import { PROVISIONING_IN_ARABIC } from './provisioning-arabic.ts';
import { PROVISIONING_IN_ENGLISH } from './provisioning-english.ts';
import type { ProvisioningLanguage, Saw } from './provisioning-language.ts';

/** The part of a provisioning decision that its explanation uses. */
export type ExplainableProvisioning = Pick<ProvisioningDecision, 'outcome' | 'reason' | 'rule' | 'trace'> & {
  readonly requestor_name: string;
};

const LANGUAGES: Readonly<Record<LanguageCode, ProvisioningLanguage>> = {
  en: PROVISIONING_IN_ENGLISH,
  ar: PROVISIONING_IN_ARABIC,
};

/**
 * Explains a provisioning decision in sentences. Pure: the same decision and language give the same text
 * (docs/interface/token-provisioning.md#read).
 */
export function explainProvisioning(decision: ExplainableProvisioning, language: LanguageCode): Explanation {
  const words = LANGUAGES[language];
  const within = language === 'ar' ? 'rtl' : 'ltr';
  const name = (text: string) => isolate(plainName(text), within);
  const { outcome, reason, rule, trace, requestor_name: requestor } = decision;
  const last = trace.at(-1);
  const saw: Saw = (label) => name(String(last?.saw[label] ?? ''));
  const passed = trace.filter(({ verdict }) => verdict === 'PASS').length;
  const sentences: [SentenceSubject, string][] = [['outcome', words.outcome[outcome](name(requestor))]];
  const limit =
    last?.rule === OWN_LIMITS_RULE ? limitTraceEntries(last.saw).find((one) => one.name === rule) : undefined;
  if (reason !== null && limit !== undefined)
    sentences.push(['reason', words.limit(name(rule), String(limit.max), String(limit.before))]);
  else if (reason !== null) sentences.push(['reason', words.reason[reason](saw, name(rule))]);
  else sentences.push(...grounds(decision, words, name).map((text): [SentenceSubject, string] => ['reason', text]));
  sentences.push(...partnerSentences(decision, words, name).map((text): [SentenceSubject, string] => ['saw', text]));
  if (passed > 0) sentences.push(['checks', words.passed(String(passed))]);
  return { language, sentences: sentences.map(([about, text]) => ({ about, text })) };
}

/** The grounds for a code, or for an approval by a rule of the bank. */
function grounds(
  { outcome, rule, trace }: ExplainableProvisioning,
  words: ProvisioningLanguage,
  name: (text: string) => string,
): string[] {
  if (rule === 'APPROVED') return [];
  if (rule === 'PARTNER_DECISION') return [words.codeByPartner];
  if (rule === 'PARTNER_STAND_IN') return [words.codeByStandIn];
  if (rule !== 'SCORES')
    return [outcome === 'APPROVED' ? words.approvedByRule(name(rule)) : words.codeByRule(name(rule))];
  const scores = trace.find((step) => step.rule === 'SCORES')?.saw ?? {};
  const score = (label: string) => (scores[label] === null ? words.unknownScore : String(scores[label]));
  return [words.codeByScores(score('account_score'), score('device_score'))];
}

/** Describes the answer of the bank's own system, if it was called. */
function partnerSentences(
  { trace }: ExplainableProvisioning,
  words: ProvisioningLanguage,
  name: (text: string) => string,
): string[] {
  const saw = trace.find((step) => step.rule === 'PARTNER')?.saw;
  if (saw === undefined) return [];
  const answer = String(saw.answer);
  const ms = String(saw.after_ms);
  const sentence = Object.hasOwn(words.partner, answer)
    ? words.partner[answer as keyof ProvisioningLanguage['partner']](ms)
    : words.noAnswer(ms, name(answer));
  return [sentence, ...(typeof saw.reason === 'string' ? [words.partnerReason(name(saw.reason))] : [])];
}

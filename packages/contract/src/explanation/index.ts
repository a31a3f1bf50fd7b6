export {
  DECISION_RULES,
  DECLINE_REASONS,
  type DecisionRule,
  type DeclineReason,
  isDeclineReason,
  LIMITS_OVER_WINDOWS,
  OWN_RULES,
  RESTRICTION_REASONS,
  SWITCH_REASONS,
  type WindowLimit,
} from './decline-reasons.ts';
export { explainDecision, explainReason } from './explain-decision.ts';
export { explainField } from './explain-field.ts';
export {
  type ConditionTraceEntry,
  type ControlChange,
  type ExplainableDecision,
  type ExplainedBankRule,
  LANGUAGES,
  type LanguageCode,
} from './explainable-decision.ts';
export * from './explanation.ts';
export { traceFactWords, traceStepWords } from './trace-words.ts';

import type { OnboardingRules } from '@cardwright/contract';
import {
  CATALOGUE_NAMES,
  type CatalogueName,
  type RulePath,
  withDefaultRules,
} from '../../parts/merchant/onboarding-rules.ts';
import type { TypedFault } from '../../parts/page/findings.tsx';
import { splitEntries } from '../../parts/value/split-entries.ts';

/** A rule that is a list of codes, typed as text. */
export type CodesPath = 'restricted_mccs' | `catalogues.${CatalogueName}`;
export type Amendments = NonNullable<OnboardingRules['approved_amendments']>;

/** The rules as a person edits them. */
export type RulesDraft = Readonly<Record<CodesPath, string>> & {
  readonly deny_list_threshold: string;
  readonly submitter_may_decide: boolean;
  readonly approved_amendments: Readonly<Amendments>;
};

export function draftOfRules(rules: OnboardingRules): RulesDraft {
  const { submitter_may_decide, approved_amendments } = withDefaultRules(rules);
  const catalogues = CATALOGUE_NAMES.map((name) => [`catalogues.${name}`, toText(rules.catalogues?.[name])]);
  return {
    ...(Object.fromEntries(catalogues) as Record<`catalogues.${CatalogueName}`, string>),
    restricted_mccs: toText(rules.restricted_mccs),
    deny_list_threshold: String(rules.deny_list_threshold ?? ''),
    submitter_may_decide,
    approved_amendments,
  };
}

const toText = (codes: readonly string[] = []) => codes.join(', ');

/** The rules of a draft in the form of a request, without members that have their default. */
export function rulesOfDraft(draft: RulesDraft): OnboardingRules {
  const catalogues = CATALOGUE_NAMES.map((name) => [name, splitEntries(draft[`catalogues.${name}`])] as const);
  const filled = catalogues.filter(([, codes]) => codes.length > 0);
  const restricted = splitEntries(draft.restricted_mccs);
  const threshold = draft.deny_list_threshold.trim();
  const { approved_amendments: approved } = draft;
  const isDefault = `${withDefaultRules({}).approved_amendments}` === `${approved}`;
  return {
    ...(filled.length > 0 && { catalogues: Object.fromEntries(filled) }),
    ...(restricted.length > 0 && { restricted_mccs: [...restricted] }),
    ...(threshold !== '' && { deny_list_threshold: threshold }),
    ...(draft.submitter_may_decide && { submitter_may_decide: true }),
    ...(!isDefault && { approved_amendments: [...approved] }),
  };
}

/** Whether rules have the same effect. */
export function isSameRules(one: OnboardingRules, other: OnboardingRules): boolean {
  return JSON.stringify(withDefaultRules(one)) === JSON.stringify(withDefaultRules(other));
}

/** The draft on top of rules that changed meanwhile: rules that the person did not edit have their new content. */
export function rebaseDraft(draft: RulesDraft, before: OnboardingRules, now: OnboardingRules): RulesDraft {
  const was: Readonly<Record<string, unknown>> = draftOfRules(before);
  const edited = Object.entries(draft).filter(([name, value]) => `${was[name]}` !== `${value}`);
  return { ...draftOfRules(now), ...Object.fromEntries(edited) };
}

/** The faults of one list, each with the code that it is about. */
export function codeFaults(draft: RulesDraft, path: CodesPath, faults: readonly TypedFault[]) {
  const codes = splitEntries(draft[path]);
  return faults
    .filter((fault) => fault.path === path || fault.path.startsWith(`${path}[`))
    .map((fault) => ({ ...fault, entry: codes[Number(/\[(\d+)\]$/.exec(fault.path)?.[1])] }));
}

/** The rules that show their own faults. */
export const RULE_PLACES: readonly RulePath[] = [
  ...CATALOGUE_NAMES.map((name) => `catalogues.${name}` as const),
  'restricted_mccs',
  'deny_list_threshold',
];

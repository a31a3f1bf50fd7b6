import type { AmendmentType } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { MemberName } from '../decision/member-name.tsx';
import { useAmendmentNames } from '../merchant/amendment-words.ts';
import { EMPTY_RULE_WORDS } from '../merchant/onboarding-rules.ts';
import { ChangeTable } from '../table/change-table.tsx';
import { STATUSES } from '../value/statuses.ts';
import { describeCondition } from './condition-words.ts';
import { type Content, conditionOf, flatValues, isSameValue } from './content-values.ts';

/** Shows the members that differ: the current content next to the requested content. */
export function ChangeContent({ before, after }: { readonly before: Content; readonly after: Content }) {
  const { t } = useWords();
  const describe = useMemberValue();
  const [was, is] = [flatValues(before), flatValues(after)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => !isSameValue(was.get(name), is.get(name)),
  );
  const members = changed.map((name) => ({
    key: name,
    name: <MemberName name={name} />,
    before: describe(name, was.get(name)),
    after: describe(name, is.get(name)),
  }));
  return <ChangeTable heading={t('approvals.what')} members={members} />;
}

/** Describes the value of a member: a condition as a sentence, and a state by its word. */
function useMemberValue(): (name: string, value: unknown) => string {
  const { t, language } = useWords();
  const amendmentNames = useAmendmentNames();
  return (name, value) => {
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    const empty = EMPTY_RULE_WORDS[name];
    if (isEmpty) return empty === undefined ? '' : t(empty);
    if (name === 'approved_amendments') return amendmentNames(value as readonly AmendmentType[]);
    const condition = conditionOf(value);
    if (condition !== undefined) return describeCondition(condition, language);
    if (name === 'oauth.client_secret') return t('member.newValue');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    const word = /(^|\.)state$/.test(name) ? STATUSES[String(value)]?.word : undefined;
    if (word !== undefined) return t(word);
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
}

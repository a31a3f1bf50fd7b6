import { Link } from '@tanstack/react-router';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import type { RuleParams } from './proposed-rule.ts';

/** Opens the form of a new rule that selects payments with these values. */
export function WriteRuleLink({ of }: { of: RuleParams }) {
  const { t } = useWords();
  if (!useHasScope('programs:write') || Object.values(of).every((value) => value === undefined)) return null;
  return (
    <Link to="/rules/new" search={of}>
      {t('rule.write')}
    </Link>
  );
}

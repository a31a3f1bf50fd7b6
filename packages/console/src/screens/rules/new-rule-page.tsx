import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatCondition } from '../../parts/condition/condition-text.ts';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { proposedCondition, proposedName } from '../../parts/rule/proposed-rule.ts';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { contentOf, NEW_RULE, newRuleOn } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { useRuleChanges } from './rule-queries.ts';

export function NewRulePage() {
  return useHasScope('programs:write') ? <NewRule /> : <NoPermission />;
}

/** Writes a rule, as a draft. The address can name the payments that it selects. */
function NewRule() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { create } = useRuleChanges();
  const params = useSearch({ from: '/rules/new' });
  const condition = proposedCondition(params);
  const first =
    condition === undefined
      ? { ...NEW_RULE, ...newRuleOn(params.on === 'provisioning' ? 'provisioning' : 'authorization') }
      : { ...NEW_RULE, name: proposedName(params), condition: formatCondition(condition) };
  return (
    <Page title={t('ruleForm.newTitle')} about={t('ruleForm.newAbout')}>
      <RuleForm
        isNew
        first={first}
        verb={t('ruleForm.create')}
        save={async (draft) => {
          const { rule_id: ruleId } = await create({ name: draft.name, on: draft.on, ...contentOf(draft) } as never);
          await navigate({ to: '/rules/$ruleId', params: { ruleId } });
        }}
        cancel={() => void navigate({ to: '/rules' })}
      />
    </Page>
  );
}

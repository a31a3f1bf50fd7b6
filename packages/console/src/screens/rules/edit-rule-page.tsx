import type { BankRule } from '@cardwright/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { contentOf, draftOf, NEW_RULE } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { useRule, useRuleChanges } from './rule-queries.ts';

export function EditRulePage() {
  return useHasScope('programs:write') ? <EditRule /> : <NoPermission />;
}

function EditRule() {
  const { ruleId } = useParams({ from: '/rules/$ruleId/edit' });
  const rule = useRule(ruleId);
  return <QueryBoundary query={rule}>{(found) => <NewVersion key={ruleId} rule={found} />}</QueryBoundary>;
}

/** Writes a new version that starts as a copy of the displayed one. Existing versions do not change. */
function NewVersion({ rule }: { rule: BankRule }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const { version } = useSearch({ from: '/rules/$ruleId/edit' });
  const { update } = useRuleChanges();
  const { rule_id: ruleId, name, versions } = rule;
  const from = versions.find((each) => String(each.version) === version) ?? versions[0];
  const back = () => navigate({ to: '/rules/$ruleId', params: { ruleId } });
  return (
    <Page title={t('ruleForm.editTitle', { name })} about={t('ruleForm.editAbout')}>
      <RuleForm
        isNew={false}
        first={from === undefined ? NEW_RULE : draftOf(rule, from, zone)}
        verb={t('ruleForm.save')}
        save={async (draft) => {
          await update(ruleId, contentOf(draft) as never);
          await back();
        }}
        cancel={() => void back()}
      />
    </Page>
  );
}

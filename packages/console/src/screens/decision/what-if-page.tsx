import type { Authorization } from '@cardwright/contract';
import { useMutation } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import { useDecision } from '../../parts/decision/use-decision.ts';
import classes from '../../parts/decision/what-if.module.css';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useClient, useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { type Assumptions, messageWithAssumptions } from './assumptions.ts';
import { WhatIfForm } from './what-if-form.tsx';

export function WhatIfPage() {
  return useHasScope('authorizations:read') ? <WhatIfOf /> : <NoPermission />;
}

/** Decides a past message again with other values and other settings. It changes nothing. */
function WhatIfOf() {
  const { reference } = useParams({ from: '/authorizations/$reference/what-if' });
  const which = useSearch({ from: '/authorizations/$reference/what-if' });
  const decision = useDecision(reference, which);
  return <QueryBoundary query={decision}>{(found) => <SideBySide decision={found} />}</QueryBoundary>;
}

function SideBySide({ decision }: { decision: Authorization }) {
  const { t, language } = useWords();
  const client = useClient();
  const whatIf = useMutation({
    mutationFn: async (assumed: Assumptions) => {
      const message = messageWithAssumptions(decision, assumed);
      const cardSettings = assumed.settings;
      return client.authorizations.preview({ message, cardSettings } as never, { query: { explain: language } });
    },
  });
  const { retrieval_reference_number: reference, acquiring_institution_code, system_trace_audit_number } = decision;
  const leadsTo = {
    to: '/authorizations/$reference',
    params: { reference },
    search: { acquiring_institution_code, system_trace_audit_number },
  } as const;
  return (
    <Page
      title={t('whatIf.title')}
      trailing={<Identifier id={reference} leadsTo={leadsTo} />}
      about={t('whatIf.about')}
    >
      <Panel title={t('whatIf.assume')}>
        <WhatIfForm decision={decision} onSubmit={whatIf.mutate} isPending={whatIf.isPending} />
      </Panel>
      {whatIf.error !== null && <ErrorNotice error={whatIf.error} />}
      <div className={classes.beside}>
        <Panel
          title={t('whatIf.was')}
          headerContent={<Status of={decision.state === 'DECLINED' ? 'DECLINED' : 'APPROVED'} />}
        >
          {decision.explanation !== undefined && <DecisionSentences explanation={decision.explanation} />}
          <RuleList trace={decision.trace} amount={decision.amount} />
        </Panel>
        {whatIf.data !== undefined && (
          <Panel
            title={t('whatIf.wouldBe')}
            headerContent={<Status of={whatIf.data.rule === 'APPROVED' ? 'APPROVED' : 'DECLINED'} />}
          >
            {whatIf.data.explanation !== undefined && <DecisionSentences explanation={whatIf.data.explanation} />}
            <RuleList trace={whatIf.data.trace} amount={decision.amount} />
          </Panel>
        )}
      </div>
    </Page>
  );
}

import type { ProvisioningDecision, ProvisioningPreview } from '@cardwright/contract';
import { useSearch } from '@tanstack/react-router';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import classes from '../../parts/decision/what-if.module.css';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { draftOf, newRequestDraft, requestOf } from './request-draft.ts';
import { RequestForm } from './request-form.tsx';
import { usePreview, useRequest } from './request-queries.ts';

export function RequestWhatIfPage() {
  return useHasScope('tokens:read') ? <WhatIfOf /> : <NoPermission />;
}

/** Decides a request for a token as of now: a copy of a real one with other values, or one that is made up. */
function WhatIfOf() {
  const { of, card } = useSearch({ from: '/token-requests/what-if' });
  return of === undefined ? <Comparison key={card} card={card ?? ''} real={undefined} /> : <OfReal key={of} id={of} />;
}

function OfReal({ id }: { id: string }) {
  const request = useRequest(id);
  return (
    <QueryBoundary query={request}>
      {(real) => <Comparison card={real.card_identifier_id ?? ''} real={real} />}
    </QueryBoundary>
  );
}

function Comparison({ card, real }: { card: string; real: ProvisioningDecision | undefined }) {
  const { t } = useWords();
  const preview = usePreview();
  const id = real?.decision_id ?? '';
  return (
    <Page
      title={t('tokenRequest.whatIf')}
      trailing={
        real !== undefined && (
          <Identifier id={id} leadsTo={{ to: '/token-requests/$decisionId', params: { decisionId: id } }} />
        )
      }
      about={t('tokenRequest.whatIfAbout')}
    >
      <Panel title={t('tokenRequest.one')}>
        <RequestForm
          first={real === undefined ? newRequestDraft(card) : draftOf(real)}
          hasCard={real !== undefined}
          isPending={preview.isPending}
          onSubmit={(draft) => preview.mutate(requestOf(draft, real))}
        />
      </Panel>
      {preview.error !== null && <ErrorNotice error={preview.error} />}
      <div className={classes.beside}>
        {real !== undefined && <Outcome title={t('whatIf.was')} of={real} />}
        {preview.data !== undefined && <Outcome title={t('tokenRequest.wouldBe')} of={preview.data} />}
      </div>
    </Page>
  );
}

function Outcome({ title, of }: { title: string; of: ProvisioningPreview }) {
  return (
    <Panel title={title} headerContent={<Status of={of.outcome} />}>
      {of.explanation !== undefined && <DecisionSentences explanation={of.explanation} />}
      <RuleList trace={of.trace} amount={null} />
    </Panel>
  );
}

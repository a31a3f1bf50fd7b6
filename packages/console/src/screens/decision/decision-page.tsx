import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DecisionFacts } from '../../parts/decision/decision-facts.tsx';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import { useDecision } from '../../parts/decision/use-decision.ts';
import { AllowPayment } from '../../parts/issuing/allow-payment.tsx';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Page } from '../../parts/page/page.tsx';
import { PageTabs } from '../../parts/page/page-tabs.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { MessageTable } from './message-table.tsx';
import { RelatedEvents } from './related-events.tsx';

const DownloadProof = lazy(async () => ({ default: (await import('./download-proof.tsx')).DownloadProof }));

const TABS = ['rules', 'message'] as const;
const TAB_WORDS = { rules: 'decision.rules', message: 'decision.message' } as const;

export function DecisionPage() {
  return useHasScope('authorizations:read') ? <DecisionOf /> : <NoPermission />;
}

/** Shows one decision: its explanation, its values, and every rule with its inputs. */
function DecisionOf() {
  const { t } = useWords();
  const zone = useTimeZone();
  const { reference } = useParams({ from: '/authorizations/$reference' });
  const { tab, ...which } = useSearch({ from: '/authorizations/$reference' });
  const { data, error, refetch } = useDecision(reference, which);
  const active = TABS.find((name) => name === tab) ?? 'rules';
  if (data === undefined) {
    return error === null ? <Loading lines={6} /> : <ErrorNotice error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={t(data.state === 'DECLINED' ? 'decision.declined' : 'decision.approved')}
      trailing={
        <>
          <Status of={data.state} />
          <Identifier id={reference} />
        </>
      }
      about={t('authorizations.zone', { zone })}
      actions={
        <>
          <Suspense fallback={null}>
            <DownloadProof reference={reference} which={{ ...which }} />
          </Suspense>
          {/* Without an account there are no settings to change. */}
          {data.account_number !== null && (
            <>
              <AllowPayment decision={data} />
              <Link to="/authorizations/$reference/what-if" params={{ reference }} search={which}>
                {t('decision.whatIf')}
              </Link>
            </>
          )}
        </>
      }
      side={
        <>
          <Panel title={t('decision.facts')}>
            <DecisionFacts decision={data} />
          </Panel>
          <Panel title={t('decision.followed')}>
            <RelatedEvents decision={data} />
          </Panel>
        </>
      }
    >
      {data.explanation !== undefined && (
        <Panel title={t('decision.inWords')}>
          <DecisionSentences explanation={data.explanation} />
        </Panel>
      )}
      <PageTabs label={t('decision.parts')} tabs={TABS} words={TAB_WORDS} active={active} />
      <Panel title={t(TAB_WORDS[active])}>
        {active === 'rules' ? (
          <RuleList trace={data.trace} amount={data.amount} />
        ) : (
          <MessageTable message={data.message} />
        )}
      </Panel>
    </Page>
  );
}

import { Link, useParams } from '@tanstack/react-router';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { RequestEvents } from './request-events.tsx';
import { RequestFacts } from './request-facts.tsx';
import { useRequest } from './request-queries.ts';

export function TokenRequestPage() {
  return useHasScope('tokens:read') ? <RequestOf /> : <NoPermission />;
}

/** Shows one decision about a request for a token: its explanation, its values, and every rule with its inputs. */
function RequestOf() {
  const { t } = useWords();
  const zone = useTimeZone();
  const { decisionId } = useParams({ from: '/token-requests/$decisionId' });
  const request = useRequest(decisionId);
  return (
    <QueryBoundary query={request}>
      {(data) => (
        <Page
          title={t('tokenRequest.titleOf', { wallet: data.requestor_name })}
          trailing={
            <>
              <Status of={data.outcome} />
              <Identifier id={decisionId} />
            </>
          }
          about={t('authorizations.zone', { zone })}
          actions={
            data.card_identifier_id !== null && (
              <Link to="/token-requests/what-if" search={{ of: decisionId }}>
                {t('tokenRequest.whatIf')}
              </Link>
            )
          }
          side={
            <>
              <Panel title={t('decision.facts')}>
                <RequestFacts request={data} />
              </Panel>
              <Panel title={t('decision.followed')}>
                <RequestEvents request={data} />
              </Panel>
            </>
          }
        >
          {data.explanation !== undefined && (
            <Panel title={t('decision.inWords')}>
              <DecisionSentences explanation={data.explanation} />
            </Panel>
          )}
          <Panel title={t('decision.rules')}>
            <RuleList trace={data.trace} amount={null} />
          </Panel>
        </Page>
      )}
    </QueryBoundary>
  );
}

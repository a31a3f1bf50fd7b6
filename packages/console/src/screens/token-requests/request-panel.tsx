import { Link } from '@tanstack/react-router';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import classes from '../../parts/table/side-panel.module.css';
import { SidePanel } from '../../parts/table/side-panel.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useWords } from '../../words/language.ts';
import { RequestFacts } from './request-facts.tsx';
import { useRequest } from './request-queries.ts';

/** Shows the decision of the open row next to the list: its sentences, its values and the evaluated rules. */
export function RequestPanel({ id, close }: { id: string; close: () => void }) {
  const { t } = useWords();
  const request = useRequest(id);
  return (
    <SidePanel title={t('tokenRequest.one')} of={id} close={close}>
      <QueryBoundary query={request}>
        {(data) => (
          <>
            <p className={classes.outcome}>
              <Status of={data.outcome} />
              <bdi>{data.requestor_name}</bdi>
            </p>
            {data.explanation !== undefined && <DecisionSentences explanation={data.explanation} />}
            <p className={classes.links}>
              <Link to="/token-requests/$decisionId" params={{ decisionId: id }}>
                {t('decision.openPage')}
              </Link>
              {data.card_identifier_id !== null && (
                <Link to="/token-requests/what-if" search={{ of: id }}>
                  {t('tokenRequest.whatIf')}
                </Link>
              )}
            </p>
            <h3 className={classes.part}>{t('decision.facts')}</h3>
            <RequestFacts request={data} />
            <h3 className={classes.part}>{t('decision.rules')}</h3>
            <RuleList trace={data.trace} amount={null} />
          </>
        )}
      </QueryBoundary>
    </SidePanel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient, useHasScope } from '../../session/session.ts';
import { ChecklistIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { Notice } from '../page/notice.tsx';
import { Panel } from '../page/panel.tsx';
import { QueryBoundary } from '../page/query-boundary.tsx';
import { Money } from '../value/money.tsx';
import { Status } from '../value/status.tsx';
import { Time } from '../value/time.tsx';
import { decisionLink } from './decision-link.ts';
import classes from './recent-decisions.module.css';

const LIMIT = '12';

type Those = { readonly account_number: string } | { readonly card: string };

/** Lists the last decisions of an account or a card, newest first, with a link to all of them. */
export function RecentDecisions({ of }: { of: Those }) {
  const { t } = useWords();
  const client = useClient();
  const mayRead = useHasScope('authorizations:read');
  const decisions = useQuery({
    queryKey: ['authorizations', 'recent', of],
    queryFn: async ({ signal }) => client.authorizations.list({ ...of, limit: LIMIT }, { signal }),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  const all = (
    <Link to="/authorizations" search={of}>
      {t('recent.all')}
    </Link>
  );
  return (
    <Panel title={t('recent.title')} headerContent={all}>
      <QueryBoundary query={decisions}>
        {({ items }) =>
          items.length === 0 ? (
            <Notice icon={ChecklistIcon} title={t('recent.none')} text={t('recent.noneAbout')} />
          ) : (
            <ol className={classes.line}>
              {items.map((decision) => (
                <li key={decision.retrieval_reference_number + decision.system_trace_audit_number}>
                  <Link {...decisionLink(decision)} className={classes.item}>
                    <span className={classes.first}>
                      <bdi className={classes.where}>{decision.merchant_name_location}</bdi>
                      <Money amount={decision.amount} currency={decision.currency} />
                    </span>
                    <span className={classes.first}>
                      <span className={classes.when}>
                        <Time at={decision.decided_at} />
                      </span>
                      <Status of={decision.state} />
                    </span>
                  </Link>
                </li>
              ))}
            </ol>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

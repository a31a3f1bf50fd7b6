import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/page/panel.tsx';
import { useClient } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';

/** Offers the next application that is asked of the person, after a step on another one. */
export function NextApplication({ after }: { after: string }) {
  const { t } = useWords();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['applications', 'next', after],
    queryFn: async ({ signal }) =>
      client.merchantApplications.list(
        { relation: 'ASKED_OF_ME', sort: 'queue', limit: '2', withTotal: 'true' },
        { signal },
      ),
  });
  if (data === undefined) return null;
  const next = data.applications.find(({ applicationId }) => applicationId !== after) ?? data.applications[0];
  return (
    <Panel title={t('next.title')}>
      <p className={classes.sentence} aria-live="polite">
        {next === undefined ? (
          t('next.none')
        ) : (
          <>
            <Link to="/merchants/$applicationId" params={{ applicationId: next.applicationId }} data-next>
              {t('next.open', { name: next.first?.merchantName ?? next.requestId })}
            </Link>{' '}
            ({t('next.left', { count: data.total ?? 1 })})
          </>
        )}
      </p>
    </Panel>
  );
}

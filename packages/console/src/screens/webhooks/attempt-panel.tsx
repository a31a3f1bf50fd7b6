import type { DeliveryAttempt } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { DeliveryReason } from '../../parts/event/delivery-reason.tsx';
import { EventType } from '../../parts/event/event-type.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PagedRows } from '../../parts/table/paged-rows.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { WebhookIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { DeliveryFilters } from './delivery-filters.tsx';
import { type FilterValues, useAttempts } from './webhook-queries.ts';
import classes from './webhooks.module.css';

/** Lists every attempt with its response, and describes why it failed. */
export function AttemptPanel({ endpointId, filters }: { endpointId: string; filters: FilterValues }) {
  const { t } = useWords();
  const attempts = useAttempts(endpointId, filters);
  const empty = <Notice icon={WebhookIcon} title={t('attempts.none')} text={t('attempts.noneAbout')} />;
  return (
    <Panel title={t('attempts.title')}>
      <DeliveryFilters of="attempts" filters={filters} />
      <PagedRows query={attempts} rowsOf={({ attempts: rows }) => rows} empty={empty}>
        {(rows) => (
          <ol className={classes.attempts}>
            {rows.map((attempt) => (
              <li key={`${attempt.notification_id} ${attempt.attempt} ${attempt.at}`} className={classes.attempt}>
                <AttemptView attempt={attempt} />
              </li>
            ))}
          </ol>
        )}
      </PagedRows>
    </Panel>
  );
}

/** Shows one attempt: its time, its event, its response and its duration. */
export function AttemptView({ attempt }: { attempt: DeliveryAttempt }) {
  const { t, locale } = useWords();
  const number = new Intl.NumberFormat(locale);
  const { notification_id: notificationId, attempt: place, next_attempt_at: next, answer } = attempt;
  return (
    <>
      <span className={classes.line}>
        <Status of={attempt.outcome} />
        <Time at={attempt.at} />
        <EventType type={attempt.type} />
        {place === 0 ? (
          <span>{t('attempts.sample')}</span>
        ) : (
          <Link to="/events/$notificationId" params={{ notificationId }}>
            {t('attempts.number', { number: place })}
          </Link>
        )}
        {attempt.http_status !== null && <bdi dir="ltr">{`HTTP ${attempt.http_status}`}</bdi>}
        <span className={classes.about}>{t('attempts.took', { ms: number.format(attempt.duration_ms) })}</span>
      </span>
      <DeliveryReason attempt={attempt} />
      {next !== null && (
        <span className={classes.about}>
          {t('attempts.next')} <Time at={next} />
        </span>
      )}
      {answer !== null && (
        <details>
          <summary>{t('attempts.answer')}</summary>
          <pre className={classes.answer} dir="ltr">
            {answer === '' ? t('attempts.emptyAnswer') : answer}
          </pre>
        </details>
      )}
    </>
  );
}

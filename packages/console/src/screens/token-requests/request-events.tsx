import type { ProvisioningDecision } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { TOKEN_EVENT_WORDS } from '../../parts/provisioning/token-event-words.ts';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useTokenOf } from './request-queries.ts';
import classes from './token-requests.module.css';

/** Lists the history of the token that a request got, with its notifications, and links to the events for endpoints. */
export function RequestEvents({ request }: { request: ProvisioningDecision }) {
  const { t } = useWords();
  const { token_reference: reference, card_identifier_id: exid } = request;
  const token = useTokenOf(reference);
  const mayReadEvents = useHasScope('webhooks:read');
  const stream = reference === null ? `card:${exid ?? 'none'}` : `token:${reference}`;
  return (
    <>
      {reference === null ? (
        <p className={classes.dimmed}>{t('tokenRequest.noToken')}</p>
      ) : (
        <QueryBoundary query={token}>
          {({ history, token_state: state }) => (
            <>
              <Status of={state} />
              <ol className={classes.events}>
                {history.map(({ event, at, actor, person, notification_id: id }) => (
                  <li key={`${event} ${at}`} className={classes.event}>
                    <span>
                      {t(TOKEN_EVENT_WORDS[event], { wallet: request.requestor_name })}
                      {id !== null && ` ${t('timeLine.notified')}`}
                    </span>
                    <span className={classes.dimmed}>
                      <Time at={at} /> · <bdi>{person ?? actor}</bdi>
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </QueryBoundary>
      )}
      {mayReadEvents && (
        <Link to="/events" search={{ stream }}>
          {t('tokenRequest.events')}
        </Link>
      )}
    </>
  );
}

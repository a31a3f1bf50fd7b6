import type { WebhookEndpoint } from '@cardwright/contract';
import { DeliveryNote } from '../../parts/event/delivery-note.tsx';
import { DeliveryReason } from '../../parts/event/delivery-reason.tsx';
import { endpointHealth } from '../../parts/event/endpoint-health.ts';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import { useLastAttempt } from './webhook-queries.ts';
import classes from './webhooks.module.css';

/** Describes the health of an endpoint, and why its last delivery failed if it did. */
export function HealthWords({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useWords();
  const { endpoint_id: endpointId, failing_since: since, disabled_reason: why, pending_messages: waiting } = endpoint;
  const { data: last } = useLastAttempt(endpointId);
  const health = endpointHealth(endpoint);
  return (
    <div className={classes.health} data-health={health}>
      {health === 'HEALTHY' && <p>{t(last === null ? 'health.nothingYet' : 'health.healthy')}</p>}
      {health === 'PAUSED' && <p>{t('health.paused')}</p>}
      {health === 'DISABLED' && (
        <p>
          {t('health.disabled')} {why !== null && <DeliveryNote note={why} />}
        </p>
      )}
      {health === 'FAILING' && since !== null && (
        <p>
          {t('health.failing')} <Time at={since} />
        </p>
      )}
      {last !== undefined && last !== null && last.outcome !== 'DELIVERED' && <DeliveryReason attempt={last} />}
      {waiting > 0 && <p className={classes.about}>{t('health.waiting', { count: waiting })}</p>}
    </div>
  );
}

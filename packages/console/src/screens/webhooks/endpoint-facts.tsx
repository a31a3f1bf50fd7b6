import type { WebhookEndpoint } from '@cardwright/contract';
import { EventType } from '../../parts/event/event-type.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import classes from './webhooks.module.css';

export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t, locale } = useWords();
  const { url, events, oauth, final_codes: finalCodes } = endpoint;
  const count = new Intl.NumberFormat(locale);
  const facts = [
    { name: t('endpoint.url'), value: <Identifier id={url} /> },
    {
      name: t('webhooks.events'),
      value: (
        <ul className={classes.list}>
          {events.map((event) => (
            <li key={event}>
              <EventType type={event} />
            </li>
          ))}
        </ul>
      ),
    },
    { name: t('endpoint.inFlight'), value: count.format(endpoint.max_in_flight) },
    { name: t('endpoint.perRequest'), value: count.format(endpoint.events_per_request) },
    ...(finalCodes.length === 0
      ? []
      : [{ name: t('endpoint.finalCodes'), value: <bdi dir="ltr">{finalCodes.join(', ')}</bdi> }]),
    {
      name: t('endpoint.oauth'),
      value: oauth === null ? t('endpoint.noOauth') : <Identifier id={oauth.token_url} />,
    },
    { name: t('endpoint.created'), value: <Time at={endpoint.created_at} /> },
    { name: t('endpoint.changed'), value: <Time at={endpoint.changed_at} /> },
  ];
  return <Facts facts={facts} />;
}

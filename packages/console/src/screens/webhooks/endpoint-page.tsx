import type { WebhookEndpoint } from '@cardwright/contract';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { endpointHealth, endpointName } from '../../parts/event/endpoint-health.ts';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { AttemptPanel } from './attempt-panel.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { HealthWords } from './health-words.tsx';
import { KeyPanel } from './key-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import { SnippetPanel } from './snippet-panel.tsx';
import { useEndpoint } from './webhook-queries.ts';
import classes from './webhooks.module.css';

const PARTS = ['messages', 'attempts', 'keys'] as const;
type Part = (typeof PARTS)[number];

const PART_WORDS: Readonly<Record<Part, WordKey>> = {
  messages: 'messages.title',
  attempts: 'attempts.title',
  keys: 'keys.title',
};

export function EndpointPage() {
  return useHasScope('webhooks:read') ? <EndpointOf /> : <NoPermission />;
}

/**
 * Shows one endpoint: its health in words, its messages with the responses, its keys, and how to verify its signatures.
 */
function EndpointOf() {
  const { t } = useWords();
  const zone = useTimeZone();
  const { endpointId } = useParams({ from: '/webhooks/$endpointId' });
  const { data: endpoint, error, refetch } = useEndpoint(endpointId);
  if (endpoint === undefined) {
    return error === null ? <Loading lines={6} /> : <ErrorNotice error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={endpointName(endpoint)}
      trailing={
        <>
          <Status of={endpointHealth(endpoint)} />
          <Identifier id={endpointId} />
        </>
      }
      about={t('authorizations.zone', { zone })}
      actions={<EndpointActions endpoint={endpoint} />}
      side={
        <Panel title={t('endpoint.facts')}>
          <EndpointFacts endpoint={endpoint} />
        </Panel>
      }
    >
      <Panel title={t('endpoint.health')}>
        <HealthWords endpoint={endpoint} />
      </Panel>
      <Parts endpoint={endpoint} />
    </Page>
  );
}

/** The selected part and its filters are in the address. */
function Parts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useWords();
  const { endpoint_id: endpointId } = endpoint;
  const { show, ...filters } = useSearch({ from: '/webhooks/$endpointId' });
  const selected = PARTS.find((part) => part === show) ?? 'messages';
  return (
    <>
      <nav aria-label={t('endpoint.parts')} className={classes.parts}>
        {PARTS.map((part) => (
          <Link
            key={part}
            to="/webhooks/$endpointId"
            params={{ endpointId }}
            search={part === 'messages' ? {} : { show: part }}
            className={classes.part}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={part === selected ? 'page' : undefined}
          >
            {t(PART_WORDS[part])}
          </Link>
        ))}
      </nav>
      {selected === 'messages' && <MessagePanel key={endpointId} endpointId={endpointId} filters={filters} />}
      {selected === 'attempts' && <AttemptPanel key={endpointId} endpointId={endpointId} filters={filters} />}
      {selected === 'keys' && (
        <>
          <KeyPanel endpoint={endpoint} />
          <SnippetPanel />
        </>
      )}
    </>
  );
}

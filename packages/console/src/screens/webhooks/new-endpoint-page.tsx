import { findMissingScopes, WEBHOOK_EVENTS } from '@cardwright/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useHasScope, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { newDraft, registrationOf } from './endpoint-draft.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { type NewKeys, NewSecret } from './new-secret.tsx';
import { SnippetPanel } from './snippet-panel.tsx';
import { useWebhookChanges } from './webhook-queries.ts';

interface RegisteredEndpoint extends NewKeys {
  readonly endpointId: string;
}

export function NewEndpointPage() {
  return useHasScope('webhooks:write') ? <NewEndpoint /> : <NoPermission />;
}

/** Registers an endpoint, and shows its secret once. */
function NewEndpoint() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { house, scopes } = useSession();
  const { register } = useWebhookChanges();
  const [made, setMade] = useState<RegisteredEndpoint>();
  if (made !== undefined) {
    return (
      <Page
        title={t('newEndpoint.made')}
        actions={
          <Link to="/webhooks/$endpointId" params={{ endpointId: made.endpointId }}>
            {t('newEndpoint.toIt')}
          </Link>
        }
      >
        <Panel title={t('keys.title')}>
          <NewSecret made={made} />
        </Panel>
        <SnippetPanel />
      </Page>
    );
  }
  const { usual } = WEBHOOK_EVENTS[house.kind === 'acquirer' ? 'acquirer' : 'bank'];
  const missing = new Set(findMissingScopes(usual, scopes).map(({ type }) => type));
  return (
    <Page title={t('newEndpoint.title')}>
      <Panel title={t('endpoint.facts')}>
        <EndpointForm
          isNew
          first={newDraft(usual.filter((event) => !missing.has(event)))}
          verb={t('newEndpoint.verb')}
          save={async (draft, _initial, why) => {
            const { endpoint, secret, public_key } = await register({ ...registrationOf(draft), ...why } as never);
            setMade({ endpointId: endpoint.endpoint_id, secret, public_key });
          }}
          cancel={() => void navigate({ to: '/webhooks' })}
        />
      </Panel>
    </Page>
  );
}

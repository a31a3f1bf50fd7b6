import { useNavigate, useParams } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { changesOf, draftOf } from './endpoint-draft.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { useEndpoint, useWebhookChanges } from './webhook-queries.ts';

export function EditEndpointPage() {
  return useHasScope('webhooks:write') ? <EditEndpoint /> : <NoPermission />;
}

function EditEndpoint() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { endpointId } = useParams({ from: '/webhooks/$endpointId/edit' });
  const endpoint = useEndpoint(endpointId);
  const { update } = useWebhookChanges();
  const back = () => navigate({ to: '/webhooks/$endpointId', params: { endpointId } });
  return (
    <Page title={t('editEndpoint.title')}>
      <Panel title={t('endpoint.facts')}>
        <QueryBoundary query={endpoint}>
          {(loaded) => (
            <EndpointForm
              isNew={false}
              first={draftOf(loaded)}
              verb={t('editEndpoint.verb')}
              save={async (draft, initial, why) => {
                await update(endpointId, { ...changesOf(draft, initial), ...why } as never);
                await back();
              }}
              cancel={() => void back()}
            />
          )}
        </QueryBoundary>
      </Panel>
    </Page>
  );
}

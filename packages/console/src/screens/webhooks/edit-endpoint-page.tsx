import { useNavigate, useParams } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/failure.tsx';
import { Fetched } from '../../parts/page/fetched.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { changesOf, draftOf } from './endpoint-draft.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { useEndpoint, useWebhookChanges } from './webhook-queries.ts';

export function EditEndpointPage() {
  return useMay('webhooks:write') ? <EditEndpoint /> : <NoPermission />;
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
        <Fetched query={endpoint}>
          {(shown) => (
            <EndpointForm
              isNew={false}
              first={draftOf(shown)}
              verb={t('editEndpoint.verb')}
              save={async (draft) => {
                await update(endpointId, changesOf(draft, draftOf(shown)) as never);
                await back();
              }}
              cancel={() => void back()}
            />
          )}
        </Fetched>
      </Panel>
    </Page>
  );
}

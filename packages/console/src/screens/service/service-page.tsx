import type { ServiceStatus } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { AlertPanel } from './alert-panel.tsx';
import { CheckPanel } from './check-panel.tsx';
import { DatabasePanel } from './database-panel.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';
import { KeyPanel } from './key-panel.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { ResponsePanel } from './response-panel.tsx';
import { ServerPanel } from './server-panel.tsx';
import { readService } from './service-calls.ts';

const AGAIN_MS = 15_000;

export function ServicePage() {
  return useHasScope('service:read') ? <Service /> : <NoPermission />;
}

/** Shows the operator what the whole installation needs, the urgent parts first. */
function Service() {
  const { t } = useWords();
  const zone = useTimeZone();
  const hasLoaded = useRef(false);
  const status = useQuery({
    queryKey: ['service'],
    refetchInterval: AGAIN_MS,
    queryFn: async (): Promise<ServiceStatus> => {
      const read = await readService(hasLoaded.current);
      hasLoaded.current = true;
      return read;
    },
  });
  return (
    <Page title={t('service.title')} about={t('service.about', { zone })}>
      <QueryBoundary query={status}>
        {(found) => (
          <>
            <AlertPanel of={found} />
            <EndpointPanel endpoints={found.endpoints} />
            <ResponsePanel hours={found.authorizations} />
            <QueuePanel of={found} />
            <ServerPanel of={found} />
            <DatabasePanel of={found} />
            <KeyPanel of={found} />
          </>
        )}
      </QueryBoundary>
      <CheckPanel />
    </Page>
  );
}

import type { NetworkStatus } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { PlugIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { readNetworks } from './network-calls.ts';
import { NetworkPanel } from './network-panel.tsx';

const AGAIN_MS = 15_000;

export function NetworksPage() {
  return useHasScope('networks:read') ? <Networks /> : <NoPermission />;
}

/** Shows the connections of ISO 8583 networks to all server processes, and their latest messages. */
function Networks() {
  const { t } = useWords();
  const zone = useTimeZone();
  const hasLoaded = useRef(false);
  const status = useQuery({
    queryKey: ['networks'],
    refetchInterval: AGAIN_MS,
    queryFn: async (): Promise<NetworkStatus> => {
      const read = await readNetworks(hasLoaded.current);
      hasLoaded.current = true;
      return read;
    },
  });
  return (
    <Page title={t('networks.title')} about={t('networks.about', { zone })}>
      <QueryBoundary query={status}>
        {({ networks }) =>
          networks.length === 0 ? (
            <Notice icon={PlugIcon} title={t('networks.none')} text={t('networks.noneAbout')} />
          ) : (
            networks.map((network) => <NetworkPanel key={`${network.tenant} ${network.name}`} of={network} />)
          )
        }
      </QueryBoundary>
    </Page>
  );
}

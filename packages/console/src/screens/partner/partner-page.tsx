import type { PartnerHealth } from '@cardwright/contract';
import { useQuery } from '@tanstack/react-query';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useClient, useHasScope, useTimeZone } from '../../session/session.ts';
import { PlugIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { CallPanel } from './call-panel.tsx';
import { HealthSentences } from './health-sentences.tsx';
import classes from './partner.module.css';
import { PartnerFacts } from './partner-facts.tsx';
import { StandInPanel } from './stand-in-panel.tsx';

/** The interval at which the health of the partner is polled. */
const AGAIN_MS = 15_000;

export function PartnerPage() {
  return useHasScope('authorizations:read') ? <Partner /> : <NoPermission />;
}

/** Shows whether the bank's decision partner is healthy, and what was decided in its place. */
function Partner() {
  const { t } = useWords();
  const zone = useTimeZone();
  const client = useClient();
  const health = useQuery({
    queryKey: ['decision-partner'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }): Promise<PartnerHealth> => client.authorizations.partner({ signal }),
  });
  return (
    <Page title={t('partner.title')} about={t('partner.about', { zone })}>
      <QueryBoundary query={health}>{(found) => <Health of={found} />}</QueryBoundary>
    </Page>
  );
}

function Health({ of }: { of: PartnerHealth }) {
  const { t } = useWords();
  const isSandbox = typeof useClockOffset() === 'number';
  if (of.partner === null) {
    return (
      <Panel title={t('partner.health')}>
        <Notice
          icon={PlugIcon}
          title={t('partner.none')}
          text={t(isSandbox ? 'partner.noneInSandbox' : 'partner.noneAbout')}
        >
          <a href="/docs/guide/guides/ask-your-own-system">{t('partner.guide')}</a>
        </Notice>
      </Panel>
    );
  }
  return (
    <div className={classes.parts}>
      <Panel title={t('partner.health')}>
        <HealthSentences of={of} />
      </Panel>
      <CallPanel questions={of.questions} />
      <StandInPanel of={of} />
      <Panel title={t('partner.configured')}>
        <PartnerFacts of={of.partner} />
      </Panel>
    </div>
  );
}

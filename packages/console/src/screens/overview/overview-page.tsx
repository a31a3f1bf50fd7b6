import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Page } from '../../parts/page/page.tsx';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useHasScope, useSession, useTimeZone } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { DecisionFigures } from './decision-figures.tsx';
import { EmbossingPanel } from './embossing-panel.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';
import { SPANS, type SpanName, spanNamed, spanOf } from './spans.ts';
import { WaitingRulesPanel } from './waiting-rules-panel.tsx';
import { WarningPanel } from './warning-panel.tsx';

export function OverviewPage() {
  return useHasScope('authorizations:read', 'contract-warnings:read', 'webhooks:read') ? (
    <OverviewOf />
  ) : (
    <NoPermission />
  );
}

const SPAN_WORDS: Readonly<Record<SpanName, WordKey>> = {
  day: 'overview.day',
  week: 'overview.week',
  month: 'overview.month',
};

/** Shows the state of the tenant. Each part requires a role that can read it. */
function OverviewOf() {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/overview' });
  const { span } = useSearch({ from: '/overview' });
  const name = spanNamed(span);
  // Acquirers do not decide payments.
  const isBank = useSession().house.kind === 'bank';
  const mayReadDecisions = useHasScope('authorizations:read') && isBank;
  const mayReadWarnings = useHasScope('contract-warnings:read');
  const mayReadEndpoints = useHasScope('webhooks:read');
  const mayApproveRules = useHasScope('rules:approve');
  const mayReadEmbossing = useHasScope('embossing:read') && isBank;
  const choice = (Object.keys(SPANS) as SpanName[]).map((each) => (
    <Button
      key={each}
      variant={each === name ? 'filled' : 'default'}
      aria-pressed={each === name}
      onClick={() => void navigate({ search: (before) => ({ ...before, span: each }) })}
    >
      {t(SPAN_WORDS[each])}
    </Button>
  ));
  return (
    <Page title={t('overview.title')} about={t('authorizations.zone', { zone })} actions={mayReadDecisions && choice}>
      {mayReadDecisions && <Decisions name={name} />}
      {mayApproveRules && <WaitingRulesPanel />}
      {mayReadEmbossing && <EmbossingPanel />}
      {mayReadEndpoints && <EndpointPanel />}
      {mayReadWarnings && <WarningPanel />}
    </Page>
  );
}

/** Shows the decisions once the time at the bank is known. */
function Decisions({ name }: { name: SpanName }) {
  const zone = useTimeZone();
  const offset = useClockOffset();
  if (offset === undefined) return <Loading />;
  return <DecisionFigures name={name} span={spanOf(name, Date.now() + (offset ?? 0), zone)} />;
}

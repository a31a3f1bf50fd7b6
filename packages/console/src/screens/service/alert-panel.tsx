import type { ServiceStatus } from '@cardwright/contract';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import { CheckIcon, QuestionIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';

type Alert = ServiceStatus['alerts']['firing'][number];

const SEVERITIES: Readonly<Record<string, WordKey>> = {
  critical: 'service.critical',
  warning: 'service.warning',
};

/** Lists the firing alerts. Prometheus evaluates them, not the server. */
export function AlertPanel({ of: { alerts, mode } }: { of: ServiceStatus }) {
  const { t } = useWords();
  return (
    <Panel title={t('service.alerts')}>
      {alerts.source !== 'prometheus' ? (
        <Notice
          icon={QuestionIcon}
          title={t(alerts.source === 'none' ? 'service.noPrometheus' : 'service.prometheusDown')}
          text={t(alerts.source === 'none' ? 'service.noPrometheusAbout' : 'service.prometheusDownAbout')}
          isBad={alerts.source === 'unreachable'}
        />
      ) : alerts.firing.length === 0 ? (
        <Notice icon={CheckIcon} title={t('service.noAlerts')} text={t('service.noAlertsAbout')} />
      ) : (
        <AlertTable alerts={alerts.firing} hasDocs={mode === 'sandbox'} />
      )}
    </Panel>
  );
}

function AlertTable({ alerts, hasDocs }: { alerts: readonly Alert[]; hasDocs: boolean }) {
  const { t } = useWords();
  const severity = (alert: Alert) => {
    const word = SEVERITIES[alert.severity];
    return word === undefined ? alert.severity : t(word);
  };
  const columns: readonly Column<Alert>[] = [
    { id: 'severity', header: t('service.severity'), cell: ({ row }) => severity(row.original) },
    { id: 'summary', header: t('service.summary'), cell: ({ row }) => <bdi>{row.original.summary}</bdi> },
    { id: 'since', header: t('service.since'), cell: ({ row }) => <Time at={row.original.since} /> },
    {
      id: 'runbook',
      header: t('service.runbook'),
      cell: ({ row: { original } }) => <Runbook path={original.runbook} isLink={hasDocs} />,
    },
  ];
  return (
    <DataTable
      name={t('service.alerts')}
      columns={columns}
      rows={alerts}
      keyOf={({ name, summary }) => `${name} ${summary}`}
    />
  );
}

/** In production, the documents are on the operator's port, whose address a browser does not know. */
function Runbook({ path, isLink }: { path: string | undefined; isLink: boolean }) {
  if (path === undefined) return null;
  const page = path.replace(/^docs\//, '').replace(/\.md$/, '');
  const name = page.replace(/^.*\//, '');
  return isLink ? <a href={`/docs/guide/${page}`}>{name}</a> : <bdi dir="ltr">{path}</bdi>;
}

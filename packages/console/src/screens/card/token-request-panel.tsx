import type { ProvisioningDecision, ProvisioningListItem } from '@cardwright/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { KeyIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { useTokenRequest, useTokenRequests } from './card-queries.ts';

type Outcome = ProvisioningListItem['outcome'];

const OUTCOME_WORDS: Readonly<Record<Outcome, WordKey>> = {
  APPROVED: 'status.approved',
  APPROVED_WITH_CODE: 'tokenRequest.withCode',
  DECLINED: 'status.declined',
};
const OUTCOMES = Object.keys(OUTCOME_WORDS) as Outcome[];

/** Lists the latest requests for tokens of the card with their outcomes, and explains one. */
export function TokenRequestPanel({ exid }: { exid: string }) {
  const { t } = useWords();
  const mayRead = useHasScope('tokens:read');
  const [outcome, filter] = useState<Outcome>();
  const [shown, show] = useState<string>();
  const requests = useTokenRequests(exid, outcome);
  if (!mayRead) return null;
  const columns: readonly Column<ProvisioningListItem>[] = [
    { id: 'at', header: t('tokenRequest.at'), cell: ({ row }) => <Time at={row.original.decided_at} /> },
    { id: 'wallet', header: t('token.wallet'), cell: ({ row }) => <bdi>{row.original.requestor_name}</bdi> },
    { id: 'outcome', header: t('tokenRequest.outcome'), cell: ({ row }) => <OutcomeOf request={row.original} /> },
    { id: 'reason', header: t('tokenRequest.reason'), cell: ({ row }) => row.original.reason ?? row.original.rule },
    {
      id: 'act',
      header: t('token.act'),
      cell: ({ row }) => (
        <Button variant="default" size="compact-sm" onClick={() => show(row.original.decision_id)}>
          {t('tokenRequest.explain')}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={t('tokenRequest.title')}>
      <NativeSelect
        label={t('tokenRequest.outcome')}
        value={outcome ?? ''}
        onChange={(event) => filter(OUTCOMES.find((one) => one === event.currentTarget.value))}
      >
        <option value="">{t('tokenRequest.all')}</option>
        {OUTCOMES.map((one) => (
          <option key={one} value={one}>
            {t(OUTCOME_WORDS[one])}
          </option>
        ))}
      </NativeSelect>
      <QueryBoundary query={requests}>
        {({ items }) =>
          items.length === 0 ? (
            <Notice icon={KeyIcon} title={t('tokenRequest.none')} text={t('tokenRequest.noneAbout')} />
          ) : (
            <DataTable name={t('tokenRequest.title')} columns={columns} rows={items} keyOf={(row) => row.decision_id} />
          )
        }
      </QueryBoundary>
      {shown !== undefined && <ExplainedRequest id={shown} />}
    </Panel>
  );
}

function OutcomeOf({ request: { outcome } }: { request: ProvisioningListItem }) {
  const { t } = useWords();
  return outcome === 'APPROVED_WITH_CODE' ? t(OUTCOME_WORDS[outcome]) : <Status of={outcome} />;
}

/** Explains a decision in sentences, and shows what each rule saw. */
function ExplainedRequest({ id }: { id: string }) {
  const { t } = useWords();
  const decision = useTokenRequest(id);
  const columns: readonly Column<ProvisioningDecision['trace'][number]>[] = [
    { id: 'rule', header: t('tokenRequest.rule'), cell: ({ row }) => <code>{row.original.rule}</code> },
    { id: 'verdict', header: t('tokenRequest.outcome'), cell: ({ row }) => <Status of={row.original.verdict} /> },
    { id: 'saw', header: t('tokenRequest.saw'), cell: ({ row }) => <bdi>{describeSaw(row.original.saw)}</bdi> },
  ];
  return (
    <QueryBoundary query={decision}>
      {({ explanation, trace }) => (
        <>
          {explanation !== undefined && <DecisionSentences explanation={explanation} />}
          <DataTable name={t('tokenRequest.rules')} columns={columns} rows={trace} keyOf={({ rule }) => rule} />
        </>
      )}
    </QueryBoundary>
  );
}

function describeSaw(saw: ProvisioningDecision['trace'][number]['saw']): string {
  return Object.entries(saw)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join(', ');
}

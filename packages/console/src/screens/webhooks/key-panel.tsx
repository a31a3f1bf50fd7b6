import type { WebhookEndpoint } from '@cardwright/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { useSecondPerson } from '../../parts/decision/second-person.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { KeyIcon } from '../../theme/icons.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { type NewKeys, NewSecret } from './new-secret.tsx';
import { useWebhookChanges } from './webhook-queries.ts';

type Key = WebhookEndpoint['keys'][number];

const DAY_S = 86_400;
/** How long the old keys keep signing together with the new ones. */
const OVERLAPS: readonly { readonly seconds: number; readonly word: WordKey }[] = [
  { seconds: DAY_S, word: 'rotate.day' },
  { seconds: 7 * DAY_S, word: 'rotate.week' },
  { seconds: 3_600, word: 'rotate.hour' },
  { seconds: 0, word: 'rotate.none' },
];

/** Shows which keys sign and until when. Creating new keys requires confirmation, and they are shown once. */
export function KeyPanel({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useWords();
  const mayChange = useHasScope('webhooks:write');
  const { rotate } = useWebhookChanges();
  const second = useSecondPerson();
  const [isOpen, setOpen] = useState(false);
  const [overlap, setOverlap] = useState(String(DAY_S));
  const [made, setMade] = useState<NewKeys>();
  const act: ConfirmAction = {
    title: t('rotate.title'),
    effects: [t('rotate.effect'), t('rotate.once'), t('rotate.before')],
    more: (
      <NativeSelect
        label={t('rotate.overlap')}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      >
        {OVERLAPS.map(({ seconds, word }) => (
          <option key={seconds} value={seconds}>
            {t(word)}
          </option>
        ))}
      </NativeSelect>
    ),
    verb: t('rotate.verb'),
    carryOut: async (reason) => setMade(await rotate(endpoint.endpoint_id, overlap, reason)),
  };
  const columns: readonly Column<Key>[] = [
    { id: 'kind', header: t('keys.kind'), cell: ({ row }) => <bdi dir="ltr">{row.original.kind}</bdi> },
    { id: 'made', header: t('keys.made'), cell: ({ row }) => <Time at={row.original.created_at} /> },
    {
      id: 'until',
      header: t('keys.until'),
      cell: ({ row: { original } }) =>
        original.retires_at === null ? t('keys.newest') : <Time at={original.retires_at} />,
    },
    {
      id: 'public',
      header: t('keys.public'),
      cell: ({ row: { original } }) =>
        original.public_key === null ? <span>{t('keys.secret')}</span> : <Identifier id={original.public_key} />,
    },
  ];
  const button = mayChange && (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<KeyIcon size={14} aria-hidden />}
      onClick={() => setOpen(true)}
    >
      {t('rotate.verb')}
    </Button>
  );
  return (
    <Panel title={t('keys.title')} headerContent={button}>
      {made !== undefined && <NewSecret made={made} />}
      <DataTable name={t('keys.title')} columns={columns} rows={endpoint.keys} keyOf={(row) => row.key_id} />
      <ConfirmDialog act={isOpen ? second('endpoint.change', act) : undefined} close={() => setOpen(false)} />
    </Panel>
  );
}

import type { ProvisioningListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { describeDevice, describeGround, TOKEN_TYPE_WORDS } from '../../parts/provisioning/provisioning-words.ts';
import type { Column } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import type { WordKey } from '../../words/en.ts';

type Row = ProvisioningListItem;

/** The columns of the list. The time is the link of each row. */
export function requestColumns(t: (key: WordKey) => string): readonly Column<Row>[] {
  return [
    {
      id: 'at',
      header: t('decision.at'),
      cell: ({ row: { original } }) => (
        <Link
          to="/token-requests"
          search={(before: object) => ({ ...before, open: original.decision_id })}
          resetScroll={false}
        >
          <Time at={original.decided_at} />
        </Link>
      ),
    },
    { id: 'outcome', header: t('decision.state'), cell: ({ row }) => <Status of={row.original.outcome} /> },
    {
      id: 'reason',
      header: t('decision.reason'),
      share: 'large',
      cell: ({ row }) => describeGround(row.original, t) || '–',
    },
    {
      id: 'wallet',
      header: t('token.wallet'),
      share: 'small',
      cell: ({ row }) => <bdi>{row.original.requestor_name}</bdi>,
    },
    {
      id: 'type',
      header: t('tokenRequest.type'),
      cell: ({ row: { original } }) => (original.token_type === null ? '–' : t(TOKEN_TYPE_WORDS[original.token_type])),
    },
    {
      id: 'device',
      header: t('token.device'),
      cell: ({ row }) => <bdi>{describeDevice(row.original.device_type ?? '–', t)}</bdi>,
    },
    { id: 'card', header: t('decision.card'), cell: ({ row }) => <Card row={row.original} /> },
  ];
}

function Card({ row: { card_number: number, card_identifier_id: exid } }: { row: Row }) {
  const label = <bdi dir="ltr">{number === null ? (exid ?? '–') : `•• ${number.slice(-4)}`}</bdi>;
  if (exid === null) return label;
  return (
    <Link to="/cards/$exid" params={{ exid }}>
      {label}
    </Link>
  );
}

import type { CardListItem, InsuranceProduct, Token } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { formatMaskedPan } from '../../parts/card/card-tiles.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { describeDevice } from '../../parts/provisioning/provisioning-words.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useHasScope } from '../../session/session.ts';
import { KeyIcon, ShieldLockIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useInsurances, useTokensOf } from './customer-queries.ts';

/** Lists the wallet tokens and the insurance of a customer's cards. */
export function InsuranceTokenPanels({ cards }: { cards: readonly CardListItem[] }) {
  const mayReadTokens = useHasScope('tokens:read');
  const mayReadInsurance = useHasScope('insurance:read');
  return (
    <>
      {mayReadTokens && <Tokens cards={cards} />}
      {mayReadInsurance && <Insurances cards={cards} />}
    </>
  );
}

function CardLink({ card: { card_identifier_id: exid, card_number: number } }: { card: CardListItem }) {
  return (
    <Link to="/cards/$exid" params={{ exid }}>
      <bdi dir="ltr">{formatMaskedPan(number).slice(-7)}</bdi>
    </Link>
  );
}

interface Of<Held> {
  readonly card: CardListItem;
  readonly held: Held;
}

function Tokens({ cards }: { cards: readonly CardListItem[] }) {
  const { t } = useWords();
  const tokens = useTokensOf(cards);
  const columns: readonly Column<Of<Token>>[] = [
    { id: 'card', header: t('decision.card'), cell: ({ row }) => <CardLink card={row.original.card} /> },
    { id: 'wallet', header: t('token.wallet'), cell: ({ row }) => <bdi>{row.original.held.requestor_name}</bdi> },
    { id: 'device', header: t('token.device'), cell: ({ row }) => describeDevice(row.original.held.device_type, t) },
    { id: 'state', header: t('token.state'), cell: ({ row }) => <Status of={row.original.held.token_state} /> },
  ];
  return (
    <Panel title={t('token.title')}>
      <QueryBoundary query={tokens}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice icon={KeyIcon} title={t('token.none')} text={t('token.noneAbout')} />
          ) : (
            <DataTable
              name={t('token.title')}
              columns={columns}
              rows={rows}
              keyOf={({ held }) => held.token_reference}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function Insurances({ cards }: { cards: readonly CardListItem[] }) {
  const { t } = useWords();
  const insurances = useInsurances(cards);
  const columns: readonly Column<Of<InsuranceProduct>>[] = [
    { id: 'card', header: t('decision.card'), cell: ({ row }) => <CardLink card={row.original.card} /> },
    { id: 'program', header: t('insurance.program'), cell: ({ row }) => <bdi>{row.original.held.name}</bdi> },
    {
      id: 'company',
      header: t('insurance.company'),
      cell: ({ row }) => <bdi>{row.original.held.parameters.insurance_company}</bdi>,
    },
    { id: 'state', header: t('token.state'), cell: ({ row }) => <Status of={row.original.held.is_active} /> },
  ];
  return (
    <Panel title={t('insurance.title')}>
      <QueryBoundary query={insurances}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice icon={ShieldLockIcon} title={t('insurance.none')} text={t('insurance.noneAbout')} />
          ) : (
            <DataTable
              name={t('insurance.title')}
              columns={columns}
              rows={rows}
              keyOf={({ card, held }) => `${card.card_identifier_id} ${held.code}`}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

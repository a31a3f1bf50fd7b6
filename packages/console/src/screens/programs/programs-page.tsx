import type { ProductProgram } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { PackageIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { fieldsOf } from './program-draft.ts';
import { BankLimits } from './program-limits.tsx';
import { usePrograms } from './program-queries.ts';
import classes from './programs.module.css';

export function ProgramsPage() {
  return useHasScope('programs:read') ? <AllPrograms /> : <NoPermission />;
}

/** Shows the program of each product of the bank. */
function AllPrograms() {
  const { t } = useWords();
  const zone = useTimeZone();
  const programs = usePrograms();
  return (
    <Page title={t('programs.title')} about={t('programs.about', { zone })}>
      <Panel title={t('programs.products')}>
        <QueryBoundary query={programs}>
          {(rows) =>
            rows.length === 0 ? (
              <Notice icon={PackageIcon} title={t('programs.none')} text={t('programs.noneAbout')} />
            ) : (
              <ProductTable rows={rows} />
            )
          }
        </QueryBoundary>
      </Panel>
      <BankLimits />
    </Page>
  );
}

function ProductTable({ rows }: { rows: readonly ProductProgram[] }) {
  const { t } = useWords();
  const columns: readonly Column<ProductProgram>[] = [
    { id: 'product', header: t('accounts.product'), cell: ({ row }) => <Product of={row.original} /> },
    {
      id: 'version',
      header: t('programs.inForce'),
      cell: ({ row: { original } }) =>
        original.in_force === null
          ? t('programs.noProgram')
          : t('programs.version', { version: original.in_force.version }),
    },
    {
      id: 'since',
      header: t('programs.since'),
      cell: ({ row: { original } }) => (original.in_force === null ? '–' : <Time at={sinceOf(original.in_force)} />),
    },
    {
      id: 'says',
      header: t('programs.fields'),
      isFigure: true,
      cell: ({ row: { original } }) =>
        original.in_force === null ? '–' : t('programs.count', { count: fieldsOf(original.in_force).length }),
    },
    {
      id: 'limits',
      header: t('programs.limits'),
      isFigure: true,
      cell: ({ row: { original } }) =>
        original.in_force === null ? '–' : t('programs.limitCount', { count: original.in_force.limits.length }),
    },
    {
      id: 'next',
      header: t('programs.next'),
      cell: ({ row: { original } }) =>
        original.next?.in_force_from == null ? '–' : <Time at={original.next.in_force_from} />,
    },
  ];
  return (
    <DataTable name={t('programs.products')} columns={columns} rows={rows} keyOf={({ product_code: code }) => code} />
  );
}

function Product({ of: { product_code: productCode, name } }: { of: ProductProgram }) {
  return (
    <span className={classes.product}>
      <Link to="/programs/$productCode" params={{ productCode }}>
        <bdi>{name}</bdi>
      </Link>
      <bdi className={classes.dimmed} dir="ltr">
        {productCode}
      </bdi>
    </span>
  );
}

/** The time since which a version is in force. */
export function sinceOf({ in_force_from: from, created_at: made }: NonNullable<ProductProgram['in_force']>): string {
  return from === null || from < made ? made : from;
}

import { ExactNumber } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createContext, use, useMemo } from 'react';
import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { useWords } from '../../words/language.ts';
import classes from './boarding.module.css';
import { FindingText } from './finding-text.tsx';
import { valueAt } from './form-schema.ts';
import type { FileRow } from './use-file-rows.ts';

interface TableParts {
  readonly rows: readonly FileRow[];
  readonly correct: (row: FileRow, path: string, text: string) => void;
}

const CorrectContext = createContext<TableParts['correct']>(() => {});

/** The rows of a file with their findings, which people correct in place, and the result of each row. */
export function FileTable({ rows, correct }: TableParts) {
  const { t, locale } = useWords();
  // New columns would replace the field in which somebody types, and take the focus away.
  const columns = useMemo((): readonly Column<FileRow>[] => {
    const figure = new Intl.NumberFormat(locale);
    return [
      { id: 'no', header: t('boarding.row'), isFigure: true, cell: ({ row }) => figure.format(row.original.no) },
      {
        id: 'who',
        header: t('merchants.merchant'),
        cell: ({ row: { original } }) => (
          <bdi>{String(original.merchant.merchantName ?? original.merchant.merchantId ?? t('boarding.unnamed'))}</bdi>
        ),
      },
      { id: 'findings', header: t('boarding.result'), cell: ({ row: { original } }) => <Result row={original} /> },
    ];
  }, [t, locale]);
  return (
    <CorrectContext value={correct}>
      <DataTable name={t('boarding.rows')} columns={columns} rows={rows} keyOf={({ no }) => String(no)} />
    </CorrectContext>
  );
}

function Result({ row }: { row: FileRow }) {
  const { t } = useWords();
  const correct = use(CorrectContext);
  const pathLabel = usePathLabel();
  const { applicationId, findings, merchant } = row;
  if (applicationId !== undefined) {
    return (
      <Link to="/merchants/$applicationId" params={{ applicationId }} data-submitted>
        {t('boarding.submitted')}
      </Link>
    );
  }
  if (findings.length === 0) return t('boarding.noFinding');
  return (
    <div className={classes.fixes}>
      {findings.map((finding) => {
        const { path, message } = finding;
        const found = valueAt(merchant, path);
        const value = found instanceof ExactNumber ? found.text : found;
        const isText = value === undefined || typeof value !== 'object';
        return isText && path !== '' ? (
          <TextInput
            key={`${path} ${message}`}
            label={pathLabel(path)}
            error={<FindingText {...finding} />}
            value={String(value ?? '')}
            data-path={path}
            onChange={(event) => correct(row, path, event.currentTarget.value)}
          />
        ) : (
          <p key={`${path} ${message}`} className={classes.found}>
            {path !== '' && <bdi>{pathLabel(path)}: </bdi>}
            <FindingText {...finding} />
          </p>
        );
      })}
    </div>
  );
}

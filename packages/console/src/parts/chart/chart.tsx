import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../words/language.ts';
import { Loading } from '../page/loading.tsx';
import { Panel } from '../page/panel.tsx';
import { csvOf, downloadCsv } from '../table/csv-file.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import classes from './chart.module.css';
import { ChartReadout } from './chart-readout.tsx';
import type { ChartFacts } from './series.ts';

const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }));

interface ChartParts {
  readonly facts: ChartFacts;
  /** The file name without its extension. */
  readonly fileName: string;
  /** The page of a period. A click on the chart, Enter and a link open it. */
  readonly leadsTo?: (at: number) => LinkProps;
  /** The text of the link. The default is payments. */
  readonly link?: string;
}

/**
 * A question with a chart that answers it. It can be read with the pointer or the arrow keys, as a table, and as a
 * file.
 */
export function Chart({ facts, fileName, leadsTo, link }: ChartParts) {
  const navigate = useNavigate();
  const { t } = useWords();
  const [isTable, table] = useDisclosure();
  const { times } = facts;
  const last = times.length - 1;
  const [read, point] = useState<number>();
  const at = Math.min(read ?? last, last);
  const actions = (
    <div className={classes.actions}>
      <Button variant="default" size="compact-sm" aria-pressed={isTable} onClick={table.toggle}>
        {t('chart.table')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => downloadCsv(`${fileName}.csv`, fileOf(facts))}>
        {t('chart.csv')}
      </Button>
    </div>
  );
  return (
    <Panel title={facts.question} headerContent={actions}>
      <ChartReadout facts={facts} at={at}>
        {leadsTo !== undefined && <Link {...leadsTo(at)}>{link ?? t('chart.payments')}</Link>}
      </ChartReadout>
      {isTable ? (
        <FigureTable facts={facts} />
      ) : (
        <Suspense fallback={<Loading lines={6} />}>
          <ChartCanvas
            facts={facts}
            at={read}
            point={point}
            open={leadsTo && (() => void navigate(leadsTo(at) as never))}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** Writes a file with the time and one column for each series. */
function fileOf({ times, series }: ChartFacts): string {
  const rows = times.map((time, at) => ({
    starts_at: new Date(time).toISOString(),
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[at]])),
  }));
  return csvOf(['starts_at', ...series.map(({ key }) => key)] as 'starts_at'[], rows);
}

interface Row {
  readonly time: number;
  readonly at: number;
}

/** A table of the values, newest first like every list of the console. */
function FigureTable({ facts: { question, times, series, format, formatTime } }: { facts: ChartFacts }) {
  const { t } = useWords();
  const rows: readonly Row[] = times.map((time, at) => ({ time, at })).reverse();
  const columns: readonly Column<Row>[] = [
    { id: 'time', header: t('chart.time'), cell: ({ row }) => formatTime(row.original.time) },
    ...series.map(
      ({ key, label, values }): Column<Row> => ({
        id: key,
        header: label,
        isFigure: true,
        cell: ({ row }) => {
          const value = values[row.original.at];
          return value === null || value === undefined ? <span aria-hidden>–</span> : <bdi>{format(value)}</bdi>;
        },
      }),
    ),
  ];
  return (
    <div className={classes.table}>
      <DataTable name={question} columns={columns} rows={rows} keyOf={({ time }) => String(time)} />
    </div>
  );
}

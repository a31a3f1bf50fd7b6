import { type Column, DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useWords } from '../../words/language.ts';
import classes from './networks.module.css';
import type { ProcessMessage } from './sum-processes.ts';

/** Shows each message on one line, with the fields of it and of its response when expanded. */
export function MessageLines({ messages }: { messages: readonly ProcessMessage[] }) {
  const { t, locale } = useWords();
  if (messages.length === 0) return <p className={classes.about}>{t('networks.noMessages')}</p>;
  return (
    <ol className={classes.lines}>
      {messages.map((message, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only the position distinguishes messages of one millisecond
        <li key={`${message.at} ${message.server} ${place}`}>
          <details className={classes.row}>
            <summary className={classes.summary}>
              <Time at={message.at} />
              <span>{t(message.is_sent ? 'networks.sent' : 'networks.received')}</span>
              <bdi dir="ltr">{`${message.request.mti} → ${message.response?.mti ?? '–'}`}</bdi>
              <bdi dir="ltr">{fieldValue(message.response?.fields, 39)}</bdi>
              <bdi dir="ltr">{fieldValue(message.request.fields, 37)}</bdi>
              <bdi>{`${new Intl.NumberFormat(locale).format(message.ms)} ms`}</bdi>
            </summary>
            <FieldTable of={message} />
          </details>
        </li>
      ))}
    </ol>
  );
}

type Fields = ProcessMessage['request']['fields'];

function fieldValue(fields: Fields | undefined, number: number): string {
  return fields?.find(({ field }) => field === number)?.value ?? '';
}

interface Line {
  readonly field: number;
  readonly name: string;
  readonly request: string;
  readonly response: string;
}

function FieldTable({ of: { request, response } }: { of: ProcessMessage }) {
  const { t } = useWords();
  const all = [...request.fields, ...(response?.fields ?? [])];
  const names = new Map(all.map(({ field, name }) => [field, name]));
  const rows: Line[] = [...names]
    .sort(([one], [other]) => one - other)
    .map(([field, name]) => ({
      field,
      name,
      request: fieldValue(request.fields, field),
      response: fieldValue(response?.fields, field),
    }));
  const columns: readonly Column<Line>[] = [
    { id: 'field', header: t('networks.field'), isFigure: true, cell: ({ row }) => row.original.field },
    { id: 'name', header: t('networks.fieldName'), cell: ({ row }) => <bdi dir="ltr">{row.original.name}</bdi> },
    {
      id: 'request',
      header: t('networks.request', { mti: request.mti }),
      cell: ({ row }) => <Value of={row.original.request} />,
    },
    {
      id: 'response',
      header: t('networks.response', { mti: response?.mti ?? '–' }),
      cell: ({ row }) => <Value of={row.original.response} />,
    },
  ];
  return (
    <DataTable name={t('networks.fields')} columns={columns} rows={rows} keyOf={({ field }) => String(field)} isDense />
  );
}

function Value({ of }: { of: string }) {
  return (
    <bdi dir="ltr" className={classes.value}>
      {of}
    </bdi>
  );
}

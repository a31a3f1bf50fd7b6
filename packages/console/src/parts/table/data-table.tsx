import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import classes from './data-table.module.css';

const features = tableFeatures({});

// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of several kinds
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, any> & {
  readonly header: string;
  /** Whether the values are numbers, which are aligned at the end of the column. */
  readonly isFigure?: boolean;
};

interface TableParts<Row extends RowData> {
  /** The accessible name of the table. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table. On a phone each row is a card with the same facts in the same order. */
export function DataTable<Row extends RowData>({ name, columns, rows, keyOf }: TableParts<Row>) {
  const table = useTable({ features, data: rows, columns: columns as Column<Row>[], getRowId: keyOf }, () => null);
  const columnOf = ({ column }: { column: { columnDef: object } }) => column.columnDef as Column<Row>;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={name}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col" data-figure={columnOf(header).isFigure}>
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <KeptRow key={row.id} of={row.original} columns={columns}>
              {() =>
                row.getAllCells().map((cell) => (
                  <td key={cell.id} data-figure={columnOf(cell).isFigure} data-name={columnOf(cell).header}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))
              }
            </KeptRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KeptParts {
  readonly of: unknown;
  readonly columns: unknown;
  readonly children: () => ReactNode;
}

/**
 * A row that renders again only if its data or the columns change, so that loading a hundred rows does not render a
 * thousand others again.
 */
const KeptRow = memo(
  ({ children }: KeptParts) => <tr>{children()}</tr>,
  (one, other) => one.of === other.of && one.columns === other.columns,
);

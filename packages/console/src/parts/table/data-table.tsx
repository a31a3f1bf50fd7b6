import { type ColumnDef, type RowData, tableFeatures, useTable } from '@tanstack/react-table';
import { type MouseEvent, memo, type ReactNode } from 'react';
import classes from './data-table.module.css';

const features = tableFeatures({});

// biome-ignore lint/suspicious/noExplicitAny: columns of one table hold values of several kinds
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, any> & {
  readonly header: string;
  /** Whether the values are numbers, which are aligned at the end of the column. */
  readonly isFigure?: boolean;
  /** The share of the width that a column of a dense table takes from what the others leave. It cuts longer texts. */
  readonly share?: 'small' | 'large' | undefined;
};

interface TableParts<Row extends RowData> {
  /** The accessible name of the table. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Whether each row is one line of 36 px. */
  readonly isDense?: boolean;
  /** The key of the row that is open next to the table. */
  readonly openKey?: string | undefined;
  /** Opens a row that is clicked anywhere. Each row also needs a link for the keyboard. */
  readonly onOpen?: (key: string) => void;
}

/** A table. On a phone each row is a card with the same facts in the same order. */
export function DataTable<Row extends RowData>(parts: TableParts<Row>) {
  const { name, columns, rows, keyOf, isDense, openKey, onOpen } = parts;
  const table = useTable({ features, data: rows, columns: columns as Column<Row>[], getRowId: keyOf }, () => null);
  const columnOf = ({ column }: { column: { columnDef: object } }) => column.columnDef as Column<Row>;
  return (
    <div className={classes.frame} data-dense={isDense}>
      <table className={classes.table} aria-label={name} data-opens={onOpen !== undefined || undefined}>
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
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the link in each row */}
        <tbody onClick={onOpen && ((event) => openRow(event, onOpen))}>
          {table.getRowModel().rows.map((row) => (
            <MemoRow key={row.id} id={row.id} isOpen={row.id === openKey} of={row.original} columns={columns}>
              {() =>
                row.getAllCells().map((cell) => (
                  <td
                    key={cell.id}
                    data-column={cell.column.id}
                    data-figure={columnOf(cell).isFigure}
                    data-share={columnOf(cell).share}
                    data-name={columnOf(cell).header}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                ))
              }
            </MemoRow>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Opens the clicked row, unless a link or a button in it was clicked or text was selected. */
function openRow({ target }: MouseEvent, open: (key: string) => void): void {
  const clicked = target as Element;
  const key = clicked.closest('tr')?.dataset.row;
  const isSelection = getSelection()?.isCollapsed === false;
  if (key !== undefined && !isSelection && clicked.closest('a, button') === null) open(key);
}

interface MemoRowParts {
  readonly id: string;
  readonly isOpen: boolean;
  readonly of: unknown;
  readonly columns: unknown;
  readonly children: () => ReactNode;
}

/**
 * A row that renders again only if its data or the columns change, so that loading a hundred rows does not render a
 * thousand others again.
 */
const MemoRow = memo(
  ({ id, isOpen, children }: MemoRowParts) => (
    <tr data-row={id} aria-current={isOpen || undefined}>
      {children()}
    </tr>
  ),
  (one, other) => one.of === other.of && one.columns === other.columns && one.isOpen === other.isOpen,
);

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { Loading } from '../page/loading.tsx';

/** As the query cache has a list that comes page by page. */
interface Paged<Part> {
  readonly data: { readonly pages: readonly Part[] } | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
  refetch(): unknown;
}

interface PagedParts<Part, Row> {
  readonly query: Paged<Part>;
  readonly rowsOf: (page: Part) => readonly Row[];
  /** Stands there when nothing is. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** Whatever of a long list has come, and the way to more of it. Where a page is empty, what is looked for may be on the next. */
export function PagedRows<Part, Row>({ query, rowsOf, empty, children }: PagedParts<Part, Row>) {
  const { t } = useWords();
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  if (data === undefined) {
    return error === null ? <Loading lines={6} /> : <ErrorNotice error={error} retry={() => void query.refetch()} />;
  }
  const rows = data.pages.flatMap(rowsOf);
  return (
    <>
      {rows.length === 0 && !hasNextPage && empty}
      {rows.length > 0 && children(rows)}
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="md"
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('list.more')}
        </Button>
      )}
    </>
  );
}

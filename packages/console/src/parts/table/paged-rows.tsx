import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { Loading } from '../page/loading.tsx';

/** The members of a paged list from the query cache. */
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
  /** The content for an empty list. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/**
 * Renders the loaded part of a long list and a button for more. A page can be empty while the next page has matches.
 */
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

import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/** The members of a query from the query cache. */
interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

/** Renders a query: a placeholder while it loads, an error if it failed, and otherwise the result of `children`. */
export function QueryBoundary<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error !== null && error !== undefined) return <ErrorNotice error={error} retry={() => void query.refetch()} />;
  return <Loading />;
}

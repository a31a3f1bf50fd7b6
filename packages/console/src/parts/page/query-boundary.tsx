import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/** As the query cache has it. */
interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

/** What a query brought: while it is on its way its place, when it failed why, and else what `children` makes of it. */
export function QueryBoundary<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error !== null && error !== undefined) return <ErrorNotice error={error} retry={() => void query.refetch()} />;
  return <Loading />;
}

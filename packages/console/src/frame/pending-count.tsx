import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.ts';
import { useWords } from '../words/language.ts';

const AGAIN_MS = 60_000;

/** Counts the applications that are asked of the person. */
export function PendingCount() {
  const { t, locale } = useWords();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['applications', 'asked'],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) =>
      (await client.merchantApplications.list({ relation: 'ASKED_OF_ME', limit: '1', withTotal: 'true' }, { signal }))
        .total ?? 0,
  });
  const count = new Intl.NumberFormat(locale).format(data ?? 0);
  return data ? (
    <span role="img" aria-label={t('merchants.askedCount', { count })} data-asked>
      {count}
    </span>
  ) : null;
}

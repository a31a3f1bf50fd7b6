import type { AnswerOf } from '@cardwright/sdk/browser';
import { useQuery } from '@tanstack/react-query';
import { callPath, readAnswer } from '../session/session-calls.ts';
import { useWords } from '../words/language.ts';

const AGAIN_MS = 60_000;
const PENDING_PATH = '/V2/merchants/applications?relation=ASKED_OF_ME&limit=1&withTotal=true';

/**
 * Counts the applications that this person is asked to decide. The navigation shows the count on every page, so the
 * polling must not prevent the session from becoming idle.
 */
export function PendingCount() {
  const { t, locale } = useWords();
  const { data } = useQuery({
    queryKey: ['applications', 'asked'],
    refetchInterval: AGAIN_MS,
    queryFn: async () => {
      const answer = await callPath('GET', PENDING_PATH, { isBackground: true });
      return (await readAnswer<AnswerOf<'merchantApplications.list'>>(answer)).total ?? 0;
    },
  });
  const count = new Intl.NumberFormat(locale).format(data ?? 0);
  return data ? (
    <span role="img" aria-label={t('merchants.informationRequestedCount', { count })} data-asked>
      {count}
    </span>
  ) : null;
}

import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';

/** Names the person or program that did something, as in the four-eyes check. */
export function ActorName({ by }: { by: string }) {
  const { t } = useWords();
  const { subject } = useSession();
  return (
    <>
      <bdi dir="ltr">{by}</bdi>
      {by === subject && ` (${t('you')})`}
    </>
  );
}

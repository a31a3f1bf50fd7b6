import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';

/** Who did something, as four eyes know it. */
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

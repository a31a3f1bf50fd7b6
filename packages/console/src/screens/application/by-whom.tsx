import { useWords } from '../../words/language.ts';

/** Who did something, as four eyes name people. */
export function ByWhom({ by, subject }: { by: string; subject: string }) {
  const { t } = useWords();
  return (
    <>
      <bdi dir="ltr">{by}</bdi>
      {by === subject && ` (${t('you')})`}
    </>
  );
}

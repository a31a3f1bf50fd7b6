import { useWords } from '../words/language.ts';

/** Between what was and what is: it points the way people read. */
export function Becomes() {
  const { t } = useWords();
  return <> {t('becomes')} </>;
}

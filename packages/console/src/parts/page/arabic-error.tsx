import type { CardwrightError } from '@cardwright/sdk/browser';
import { useWords } from '../../words/language.ts';
import { ARABIC_ERRORS } from './arabic-errors.ts';
import { serverText } from './server-text.ts';

/** An error of the server in Arabic, with the server's own text to unfold. */
export function ArabicError({ error }: { error: CardwrightError }) {
  const { t } = useWords();
  return (
    <>
      {error.errorName === undefined ? t('failure.malfunction') : ARABIC_ERRORS[error.errorName]}
      <details>
        <summary>{t('failure.original')}</summary>
        <bdi dir="ltr" lang="en">
          {serverText(error)}
        </bdi>
      </details>
    </>
  );
}

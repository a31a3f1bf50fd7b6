import { Identifier } from '../../parts/value/identifier.tsx';
import { useWords } from '../../words/language.ts';
import classes from './webhooks.module.css';

/** As the operations that make keys answer. */
export interface NewKeys {
  readonly secret: string;
  readonly public_key: string | null;
}

/** New keys, as long as the page is open: nothing shows them again. */
export function NewSecret({ made }: { made: NewKeys }) {
  const { t } = useWords();
  return (
    <div className={classes.group} role="alert">
      <strong>{t('secret.once')}</strong>
      <span data-secret>
        <Identifier id={made.secret} />
      </span>
      {made.public_key !== null && (
        <span>
          {t('keys.public')}: <Identifier id={made.public_key} />
        </span>
      )}
    </div>
  );
}

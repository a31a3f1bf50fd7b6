import { Identifier } from '../../parts/value/identifier.tsx';
import { useWords } from '../../words/language.ts';
import classes from './webhooks.module.css';

/** The keys in the response of the operations that create them. */
export interface NewKeys {
  readonly secret: string;
  readonly public_key: string | null;
}

/** Shows new keys while the page is open. They cannot be shown again. */
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

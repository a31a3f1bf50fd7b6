import { useId } from 'react';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './issuing.module.css';

export type CardForm = 'V' | 'P';

const CHOICES: readonly { readonly form: CardForm; readonly name: WordKey; readonly about: WordKey }[] = [
  { form: 'P', name: 'cardForm.plastic', about: 'cardForm.plasticAbout' },
  { form: 'V', name: 'cardForm.virtual', about: 'cardForm.virtualAbout' },
];

/** Selects whether the new card is plastic or virtual, and describes what happens in each case. */
export function CardFormChoice({ form, onChange }: { form: CardForm; onChange: (form: CardForm) => void }) {
  const { t } = useWords();
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend>{t('cardForm.title')}</legend>
      {CHOICES.map((choice) => (
        <label key={choice.form} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={choice.form}
            checked={form === choice.form}
            onChange={() => onChange(choice.form)}
          />
          <span>
            {t(choice.name)}
            <span className={classes.about}>{t(choice.about)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

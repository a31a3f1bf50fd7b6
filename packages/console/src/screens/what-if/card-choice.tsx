import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from '../../parts/decision/what-if.module.css';
import { parseQuery } from '../../search/parse-query.ts';
import { useWords } from '../../words/language.ts';

/** Selects the card of the message. A full card number is never sent. */
export function CardChoice({ of, choose }: { of: string; choose: (of: string) => void }) {
  const { t } = useWords();
  const [isRefused, refuse] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('of') ?? '').trim();
    const { isCardNumber } = parseQuery(typed);
    refuse(isCardNumber);
    if (!isCardNumber && typed !== '') choose(typed);
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        name="of"
        label={t('compose.of')}
        defaultValue={of}
        error={isRefused && t('search.cardNumber')}
        maxLength={64}
        required
        autoComplete="off"
        dir="ltr"
      />
      <Button type="submit" variant="default" className={classes.ask}>
        {t('compose.choose')}
      </Button>
    </form>
  );
}

import type { CardListItem } from '@cardwright/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatMaskedPan } from '../../parts/card/card-tiles.tsx';
import { AssumptionFields, formatAssumption, parseAssumption } from '../../parts/decision/assumption-fields.tsx';
import classes from '../../parts/decision/what-if.module.css';
import { CHANNEL_WORDS } from '../../parts/value/channel-words.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { CURRENCIES, ENTRIES, type Entry, entryOf, type MessageSearch } from './compose-message.ts';

interface FormParts {
  readonly cards: readonly CardListItem[];
  readonly card: CardListItem;
  readonly composed: MessageSearch;
  readonly onSubmit: (composed: MessageSearch) => void;
}

interface TextPart {
  readonly name: 'amount' | 'mcc' | 'country' | 'merchant';
  readonly word: WordKey;
  readonly pattern: string;
  readonly usual: string;
  readonly inputMode?: 'decimal' | 'numeric';
}

const TEXTS: readonly TextPart[] = [
  { name: 'amount', word: 'decision.amount', pattern: '\\d{1,9}(\\.\\d{1,3})?', usual: '', inputMode: 'decimal' },
  { name: 'mcc', word: 'filter.mcc', pattern: '\\d{4}', usual: '5411', inputMode: 'numeric' },
  { name: 'country', word: 'filter.country', pattern: '[A-Za-z]{2}', usual: 'AE' },
  { name: 'merchant', word: 'filter.merchant', pattern: '[!-~]{1,15}', usual: 'WHATIF' },
];

/** Edits the message of a network and the assumed settings. */
export function ComposeForm({ cards, card, composed, onSubmit }: FormParts) {
  const { t } = useWords();
  const [settings, assume] = useState(() => parseAssumption(composed.set));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, `${value}`]));
    onSubmit({ ...typed, set: formatAssumption(settings) });
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <NativeSelect name="card" label={t('decision.card')} defaultValue={card.card_identifier_id} dir="ltr">
        {cards.map(({ card_identifier_id: exid, card_number: number, cardholder_name: holder }) => (
          <option key={exid} value={exid}>
            {`${formatMaskedPan(number)} ${holder}`}
          </option>
        ))}
      </NativeSelect>
      {TEXTS.map(({ name, word, usual, ...field }) => (
        <TextInput
          key={name}
          name={name}
          label={name === 'amount' ? `${t(word)} (${card.currency})` : t(word)}
          defaultValue={composed[name] ?? usual}
          required
          autoComplete="off"
          dir="ltr"
          {...field}
        />
      ))}
      <NativeSelect
        name="currency"
        label={t('compose.currency')}
        defaultValue={composed.currency ?? card.currency}
        data={Object.keys(CURRENCIES)}
      />
      <NativeSelect
        name="channel"
        label={t('decision.channel')}
        defaultValue={entryOf(composed.channel)}
        data={(Object.keys(ENTRIES) as Entry[]).map((value) => ({ value, label: t(CHANNEL_WORDS[value]) }))}
      />
      <AssumptionFields settings={settings} assume={assume} />
      <Button type="submit" className={classes.ask}>
        {t('whatIf.verb')}
      </Button>
    </form>
  );
}

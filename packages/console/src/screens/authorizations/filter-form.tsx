import { AUTHORIZATION_STATES, CARD_ENTRIES, LATE_ANSWER_FILTERS } from '@cardwright/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { CHANNEL_WORDS } from '../../parts/decision/channel-words.ts';
import { STATUSES } from '../../parts/value/statuses.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './filter-form.module.css';
import type { Filters } from './filters.ts';
import { LATE_ANSWER_WORDS } from './late-answer-words.ts';

interface TextFilter {
  readonly name: keyof Filters;
  readonly word: WordKey;
  readonly type?: 'date';
  readonly inputMode?: 'decimal' | 'numeric';
  readonly maxLength?: number;
}

const TEXTS: readonly TextFilter[] = [
  { name: 'from', word: 'filter.from', type: 'date' },
  { name: 'to', word: 'filter.to', type: 'date' },
  { name: 'min_amount', word: 'filter.atLeast', inputMode: 'decimal', maxLength: 20 },
  { name: 'max_amount', word: 'filter.atMost', inputMode: 'decimal', maxLength: 20 },
  { name: 'rule', word: 'filter.rule', maxLength: 24 },
  { name: 'action_code', word: 'filter.actionCode', maxLength: 2 },
  { name: 'merchant', word: 'filter.merchant', maxLength: 15 },
  { name: 'acquirer', word: 'filter.acquirer', inputMode: 'numeric', maxLength: 6 },
  { name: 'mcc', word: 'filter.mcc', inputMode: 'numeric', maxLength: 4 },
  { name: 'country', word: 'filter.country', maxLength: 2 },
  { name: 'account_number', word: 'filter.account', maxLength: 64 },
  { name: 'card', word: 'filter.card', inputMode: 'numeric', maxLength: 20 },
];

/** Filters of the decisions. The button or Enter writes them to the address, which can be shared. */
export function FilterForm({ filters }: { filters: Filters }) {
  const { t } = useWords();
  const navigate = useNavigate({ from: '/authorizations' });
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    void navigate({ search: Object.fromEntries(entries.filter(([, value]) => value !== '')) });
  };
  return (
    <form onSubmit={apply} className={classes.form}>
      <NativeSelect name="state" label={t('decision.state')} defaultValue={filters.state ?? ''}>
        <option value="">{t('filter.any')}</option>
        {AUTHORIZATION_STATES.map((state) => (
          <option key={state} value={state}>
            {t(STATUSES[state]?.word ?? 'filter.any')}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect name="channel" label={t('filter.channel')} defaultValue={filters.channel ?? ''}>
        <option value="">{t('filter.any')}</option>
        {CARD_ENTRIES.map((channel) => (
          <option key={channel} value={channel}>
            {t(CHANNEL_WORDS[channel])}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        name="late_partner_answer"
        label={t('filter.lateAnswer')}
        defaultValue={filters.late_partner_answer ?? ''}
      >
        <option value="">{t('filter.any')}</option>
        {LATE_ANSWER_FILTERS.map((answer) => (
          <option key={answer} value={answer}>
            {t(LATE_ANSWER_WORDS[answer])}
          </option>
        ))}
      </NativeSelect>
      {TEXTS.map(({ name, word, ...field }) => (
        <TextInput
          key={name}
          name={name}
          label={t(word)}
          defaultValue={filters[name] ?? ''}
          autoComplete="off"
          {...field}
        />
      ))}
      <div className={classes.actions}>
        <Button type="submit">{t('filter.apply')}</Button>
        {Object.keys(filters).length > 0 && (
          <Button variant="default" onClick={() => void navigate({ search: {} })}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
    </form>
  );
}

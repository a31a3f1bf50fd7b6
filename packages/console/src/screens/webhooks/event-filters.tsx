import { WEBHOOK_EVENTS } from '@cardwright/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { eventWord } from '../../parts/event/event-words.ts';
import { DateField } from '../../parts/value/date-field.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './webhooks.module.css';

/** Filters of the events. The button or Enter writes them to the address. */
export function EventFilters() {
  const { t } = useWords();
  const { house } = useSession();
  const filters = useSearch({ from: '/events' });
  const navigate = useNavigate({ from: '/events' });
  const kind = house.kind === 'acquirer' ? 'acquirer' : 'bank';
  // The list filters only by type. Each row shows the indicator.
  const types = WEBHOOK_EVENTS[kind].all.filter((type) => !/:|\*$/.test(type));
  const labelOf = (type: string) => {
    const word = eventWord(type);
    return word === undefined ? type : `${type} · ${t(word)}`;
  };
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    void navigate({ search: Object.fromEntries(entries.filter(([, value]) => value !== '')) });
  };
  return (
    <form key={JSON.stringify(filters)} onSubmit={apply} className={classes.filters}>
      <NativeSelect name="type" label={t('events.type')} defaultValue={filters.type ?? ''}>
        <option value="">{t('filter.any')}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {labelOf(type)}
          </option>
        ))}
      </NativeSelect>
      <TextInput
        name="stream"
        label={t('events.stream')}
        defaultValue={filters.stream ?? ''}
        dir="ltr"
        maxLength={100}
        autoComplete="off"
      />
      <DateField name="from" label={t('filter.from')} defaultValue={filters.from ?? ''} />
      <DateField name="to" label={t('filter.to')} defaultValue={filters.to ?? ''} />
      <Button type="submit">{t('filter.apply')}</Button>
      {Object.keys(filters).length > 0 && (
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {t('filter.clear')}
        </Button>
      )}
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './audit.module.css';

interface AuditFilter {
  readonly name: 'from' | 'to' | 'actor' | 'operation' | 'subject' | 'outcome';
  readonly word: WordKey;
  readonly type?: 'date';
  readonly placeholder?: string;
}

const FIELDS: readonly AuditFilter[] = [
  { name: 'from', word: 'filter.from', type: 'date' },
  { name: 'to', word: 'filter.to', type: 'date' },
  { name: 'actor', word: 'audit.actor', placeholder: 'sandbox#salim' },
  { name: 'operation', word: 'audit.operation', placeholder: 'cards.change-status' },
  { name: 'subject', word: 'audit.subject', placeholder: 'card:…' },
  { name: 'outcome', word: 'audit.outcome', placeholder: 'read' },
];

/** Filters of the log. The button or Enter writes them to the address, which can be shared. */
export function AuditFilters() {
  const { t } = useWords();
  const filters = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    void navigate({ search: Object.fromEntries(entries.filter(([, value]) => value !== '')) });
  };
  return (
    <form key={JSON.stringify(filters)} onSubmit={apply} className={classes.form}>
      {FIELDS.map(({ name, word, type = 'text', placeholder }) => (
        <TextInput
          key={name}
          name={name}
          label={t(word)}
          type={type}
          maxLength={200}
          autoComplete="off"
          defaultValue={filters[name] ?? ''}
          {...(type === 'text' && { dir: 'ltr', placeholder })}
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

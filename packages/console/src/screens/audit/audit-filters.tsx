import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useId } from 'react';
import { DateField } from '../../parts/value/date-field.tsx';
import { useClient, useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './audit.module.css';
import { operationChoices, operationTitle } from './operation-title.ts';
import { SubjectField } from './subject-field.tsx';

const MAX_PEOPLE = 500;

/** Filters of the log. The button or Enter writes them to the address, which can be shared. */
export function AuditFilterForm() {
  const words = useWords();
  const { t } = words;
  const choices = operationChoices(words);
  const filters = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const operations = useId();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const {
      kind = '',
      id = '',
      operation: typed = '',
      ...others
    } = Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]));
    const operation = choices.find(({ title }) => title === typed)?.id ?? typed;
    const all = Object.entries({ ...others, operation, subject: kind === '' ? id : `${kind}:${id}` });
    void navigate({ search: Object.fromEntries(all.filter(([, value]) => value !== '')) });
  };
  return (
    <form key={JSON.stringify(filters)} onSubmit={apply} className={classes.form}>
      <NativeSelect name="reads" label={t('audit.detail')} defaultValue={filters.reads ?? ''}>
        <option value="">{t('audit.showChanges')}</option>
        <option value="1">{t('audit.showAll')}</option>
      </NativeSelect>
      <DateField name="from" label={t('filter.from')} defaultValue={filters.from ?? ''} />
      <DateField name="to" label={t('filter.to')} defaultValue={filters.to ?? ''} />
      <ActorField value={filters.actor ?? ''} />
      <SubjectField value={filters.subject ?? ''} />
      <TextInput
        name="operation"
        label={t('audit.operation')}
        list={operations}
        maxLength={60}
        autoComplete="off"
        dir="auto"
        defaultValue={filters.operation === undefined ? '' : operationTitle(filters.operation, words)}
      />
      <datalist id={operations}>
        {choices.map(({ id, title }) => (
          <option key={id} value={title} />
        ))}
      </datalist>
      <TextInput
        name="containing"
        label={t('audit.containing')}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        defaultValue={filters.containing ?? ''}
      />
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

/** Chooses one of the people of the tenant by name. Another caller in the address stays a choice. */
function ActorField({ value }: { value: string }) {
  const { t } = useWords();
  const client = useClient();
  const mayRead = useHasScope('people:read');
  const { data: people = [] } = useQuery({
    queryKey: ['people', 'names'],
    enabled: mayRead,
    queryFn: async ({ signal }) => client.people.list({}, { signal }).take(MAX_PEOPLE),
  });
  if (!mayRead) return <TextInput name="actor" label={t('audit.actor')} dir="ltr" defaultValue={value} />;
  const isKnown = value === '' || people.some(({ subject }) => subject === value);
  return (
    // The options come later than the field, which then has to choose again.
    <NativeSelect key={people.length} name="actor" label={t('audit.actor')} defaultValue={value}>
      <option value="">{t('filter.any')}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {people.map(({ subject, name }) => (
        <option key={subject} value={subject}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

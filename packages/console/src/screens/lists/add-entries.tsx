import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SecondPersonReason } from '../../parts/decision/second-person-reason.tsx';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useWords } from '../../words/language.ts';
import { canSend, EntriesField } from './entries-field.tsx';
import { parseEntries } from './list-entries.ts';
import { type ListWithEntries, useListChanges, useNeedsSecondPerson } from './list-queries.ts';
import classes from './lists.module.css';

/** Adds entries. Existing entries do not change. */
export function AddEntries({ list: { name, kind, entries: there } }: { list: ListWithEntries }) {
  const { t } = useWords();
  const { add } = useListChanges();
  const [text, setText] = useState('');
  const needsSecond = useNeedsSecondPerson(name);
  const [reason, setReason] = useState('');
  const adding = useMutation({ mutationFn: (entries: readonly string[]) => add(name, entries, reason) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { entries } = parseEntries(text, kind);
    const existing = new Set(there);
    if (entries.length === 0 || !canSend(text, kind)) return;
    adding.mutate(
      entries.filter((entry) => !existing.has(entry)),
      { onSuccess: () => setText('') },
    );
  };
  return (
    <Panel title={t('lists.more')}>
      <form onSubmit={submit} className={classes.form}>
        <EntriesField label={t('lists.entries')} kind={kind} text={text} onChange={setText} />
        {needsSecond && <SecondPersonReason value={reason} onChange={setReason} />}
        {adding.error !== null && <ErrorNotice error={adding.error} />}
        {adding.data !== undefined && text === '' && (
          <p className={classes.sentence} aria-live="polite">
            {t('lists.added')}
          </p>
        )}
        <Button type="submit" variant="default" className={classes.verb} loading={adding.isPending}>
          {t('lists.add')}
        </Button>
      </form>
    </Panel>
  );
}

import type { ClientNote } from '@cardwright/contract';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient, useHasScope } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';
import { useWords } from '../../words/language.ts';
import classes from './customer.module.css';

/** The maximum length that the operation accepts. */
const LONGEST = 2_000;

/** Lists notes that employees leave for the next person who helps this customer. */
export function NotePanel({ customerId }: { customerId: string }) {
  const { t } = useWords();
  const client = useClient();
  const mayWrite = useHasScope('notes:write');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages(
    ['notes', customerId],
    (cursor, options) => client.clients.notes(customerId, { limit: '20', ...cursor }, options),
  );
  const notes = data?.pages.flatMap(({ items }) => items);
  return (
    <Panel title={t('notes.title')}>
      {mayWrite && <NoteForm customerId={customerId} />}
      {notes === undefined &&
        (error === null ? <Loading lines={2} /> : <ErrorNotice error={error} retry={() => void refetch()} />)}
      {notes?.length === 0 && <p className={classes.none}>{t('notes.none')}</p>}
      {notes !== undefined && notes.length > 0 && (
        <ol className={classes.notes}>
          {notes.map((note) => (
            <Note key={note.note_id} of={note} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="default" fullWidth mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('list.more')}
        </Button>
      )}
    </Panel>
  );
}

function Note({ of: { text, person, actor, created_at: at } }: { of: ClientNote }) {
  return (
    <li className={classes.note} data-note>
      <p dir="auto" className={classes.text}>
        {text}
      </p>
      <span className={classes.when}>
        <Time at={at} /> · <bdi>{person ?? actor}</bdi>
      </span>
    </li>
  );
}

/** A form for a note. It states in advance that notes are permanent. */
function NoteForm({ customerId }: { customerId: string }) {
  const { t } = useWords();
  const client = useClient();
  const cache = useQueryClient();
  const adding = useMutation({ mutationFn: async (text: string) => client.clients.addNote(customerId, { text }) });
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text') ?? '').trim();
    if (text === '') return;
    adding.mutate(text, {
      onSuccess: async () => {
        form.reset();
        await cache.invalidateQueries({ queryKey: ['notes', customerId] });
      },
    });
  };
  return (
    <form onSubmit={add} className={classes.form}>
      <Textarea
        name="text"
        label={t('notes.text')}
        description={t('notes.about')}
        maxLength={LONGEST}
        rows={3}
        required
        dir="auto"
      />
      {adding.error !== null && <ErrorNotice error={adding.error} />}
      <Button type="submit" variant="default" loading={adding.isPending} className={classes.add}>
        {t('notes.add')}
      </Button>
    </form>
  );
}

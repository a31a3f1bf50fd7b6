import type { Task } from '@cardwright/contract';
import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { TimeSince } from '../../parts/value/time-since.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useTaskChanges } from './task-queries.ts';
import classes from './tasks.module.css';

/** The comments on a task, and a field for the next one. */
export function CommentList({ task }: { task: Task }) {
  const { t } = useWords();
  const { comment } = useTaskChanges();
  const mayComment = useHasScope('tasks:write');
  const [text, setText] = useState('');
  const saving = useMutation({
    mutationFn: () => comment(task.task_id, text.trim()),
    onSuccess: () => setText(''),
  });
  return (
    <>
      {task.comments.length > 0 && (
        <ul className={classes.comments} aria-label={t('tasks.comments')}>
          {task.comments.map(({ by, by_name: name, at, text: content }) => (
            <li key={`${at} ${by} ${content}`}>
              <strong>
                <bdi>{name ?? by}</bdi>
              </strong>{' '}
              <TimeSince at={at} />
              <p className={classes.sentence} dir="auto">
                {content}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayComment && (
        <form
          className={classes.parts}
          aria-label={t('tasks.comment')}
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate();
          }}
        >
          <Textarea
            label={t('tasks.comment')}
            value={text}
            maxLength={500}
            rows={2}
            required
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {saving.error !== null && <ErrorNotice error={saving.error} />}
          <Button type="submit" variant="default" loading={saving.isPending} className={classes.add}>
            {t('tasks.addComment')}
          </Button>
        </form>
      )}
    </>
  );
}

import type { Task } from '@cardwright/contract';
import type { AnswerOf } from '@cardwright/sdk/browser';
import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { SubjectName } from '../../parts/value/subject-name.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { CommentList } from './comment-list.tsx';
import { PaymentDecision } from './payment-decision.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { TaskLink } from './task-link.tsx';
import { useTaskChanges } from './task-queries.ts';
import { isAboutChange, KIND_WORDS } from './task-words.ts';
import classes from './tasks.module.css';

type People = AnswerOf<'tasks.list'>['people'];

/** Shows the open task: its subject, its assignee, and the actions of this person. */
export function TaskPanel({ task, people }: { task: Task; people: People }) {
  const { t } = useWords();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const { requested_by: by } = task;
  const facts = [
    {
      name: t('tasks.about'),
      value: isAboutChange(task.kind) ? <SubjectName of={task.about} /> : <bdi>{task.about}</bdi>,
    },
    { name: t('tasks.since'), value: <Time at={task.since} /> },
    ...(by === null ? [] : [{ name: t('tasks.by'), value: <bdi>{task.requested_by_name ?? by}</bdi> }]),
  ];
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel} data-task={task.task_id}>
      <Panel title={t(KIND_WORDS[task.kind])} headerContent={<TaskLink task={task} />}>
        <div className={classes.parts}>
          <Facts facts={facts} />
          {task.payment !== null && <PaymentFacts payment={task.payment} />}
          {task.payment !== null && <PaymentDecision task={task} payment={task.payment} />}
          <Assignee task={task} people={people} />
          <CommentList task={task} />
        </div>
      </Panel>
    </div>
  );
}

function Assignee({ task, people }: { task: Task; people: People }) {
  const { t } = useWords();
  const { assign } = useTaskChanges();
  const mayAssign = useHasScope('tasks:write');
  const saving = useMutation({
    mutationFn: (subject: string) => assign(task.task_id, subject === '' ? null : subject),
  });
  if (!mayAssign) {
    return <Facts facts={[{ name: t('tasks.assignee'), value: task.assignee_name ?? t('tasks.unassigned') }]} />;
  }
  return (
    <>
      <NativeSelect
        label={t('tasks.assignee')}
        value={task.assignee ?? ''}
        onChange={(event) => saving.mutate(event.currentTarget.value)}
      >
        <option value="">{t('tasks.unassigned')}</option>
        {people
          .filter(({ subject, kinds }) => kinds.includes(task.kind) || subject === task.assignee)
          .map(({ subject, name }) => (
            <option key={subject} value={subject}>
              {name}
            </option>
          ))}
      </NativeSelect>
      {saving.error !== null && <ErrorNotice error={saving.error} />}
    </>
  );
}

import type { Task } from '@cardwright/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PeriodSelect, SHORTEST_PERIOD } from '../../parts/issuing/period-select.tsx';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { useTaskChanges } from './task-queries.ts';
import classes from './tasks.module.css';

const MINUTE_MS = 60_000;

/** Allows or declines the payment that an agent requests. The agent dismisses the answer. */
export function PaymentDecision({ task, payment }: { task: Task; payment: NonNullable<Task['payment']> }) {
  const mayDecide = useHasScope('exceptions:decide');
  if (task.is_own) return <Finish task={task} isOpen={payment.state === 'OPEN'} />;
  return mayDecide && payment.state === 'OPEN' ? <Decision id={task.reference} /> : null;
}

function Finish({ task, isOpen }: { task: Task; isOpen: boolean }) {
  const { t } = useWords();
  const { finish } = useTaskChanges();
  const saving = useMutation({ mutationFn: () => finish(task.reference) });
  return (
    <Group gap="xs">
      <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
        {t(isOpen ? 'tasks.withdraw' : 'tasks.finish')}
      </Button>
      {saving.error !== null && <ErrorNotice error={saving.error} />}
    </Group>
  );
}

function Decision({ id }: { id: string }) {
  const { t } = useWords();
  const { decide } = useTaskChanges();
  const offset = useClockOffset() ?? 0;
  const [minutes, setMinutes] = useState(SHORTEST_PERIOD);
  const [comment, setComment] = useState('');
  const commentPart = comment.trim() === '' ? {} : { comment: comment.trim() };
  const saving = useMutation({
    mutationFn: (decision: 'ALLOW' | 'DECLINE') => {
      const validUntil = new Date(Date.now() + offset + minutes * MINUTE_MS).toISOString();
      return decide(id, { decision, ...commentPart, ...(decision === 'ALLOW' && { validUntil }) });
    },
  });
  return (
    <form
      className={classes.parts}
      aria-label={t('tasks.decision')}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate('ALLOW');
      }}
    >
      <PeriodSelect minutes={minutes} onChange={setMinutes} />
      <TextInput
        label={t('tasks.answer')}
        description={t('tasks.answerAbout')}
        value={comment}
        maxLength={200}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {saving.error !== null && <ErrorNotice error={saving.error} />}
      <Group gap="xs">
        <Button type="submit" loading={saving.isPending}>
          {t('tasks.allow')}
        </Button>
        <Button
          variant="default"
          loading={saving.isPending}
          disabled={commentPart.comment === undefined}
          onClick={() => saving.mutate('DECLINE')}
        >
          {t('tasks.decline')}
        </Button>
      </Group>
    </form>
  );
}

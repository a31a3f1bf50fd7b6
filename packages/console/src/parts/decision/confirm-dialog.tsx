import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from '../page/error-notice.tsx';

/** A change, as it is told before it is made. */
export interface ConfirmAction {
  readonly title: string;
  /** What it will do, in the words of its effect. */
  readonly effects: readonly ReactNode[];
  /** What there is to see beside that, such as what it would have done before. */
  readonly more?: ReactNode;
  /** What the button says: the act, never "OK". */
  readonly verb: string;
  readonly cannotBeUndone?: boolean;
  /** Where the operation takes a reason: how long it may be. */
  readonly reasonLength?: number;
  /** Where it is taken without one, too. */
  readonly mayLeaveReason?: true;
  readonly carryOut: (reason: string) => Promise<unknown>;
}

/** Says what a change will do before it is made, and why it was not made if it was not. */
export function ConfirmDialog({ act, close }: { act: ConfirmAction | undefined; close: () => void }) {
  const { t } = useWords();
  return (
    <Modal
      opened={act !== undefined}
      onClose={close}
      title={act?.title}
      closeButtonProps={{ 'aria-label': t('close') }}
      centered
      size={act?.more === undefined ? 'md' : 'xl'}
    >
      {act !== undefined && <Look act={act} close={close} />}
    </Modal>
  );
}

function Look({ act, close }: { act: ConfirmAction; close: () => void }) {
  const { t } = useWords();
  const change = useMutation({ mutationFn: (reason: string) => act.carryOut(reason), onSuccess: close });
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(String(new FormData(event.currentTarget).get('reason') ?? '').trim());
  };
  return (
    <form onSubmit={confirm}>
      <Stack gap="md">
        <ul>
          {act.effects.map((effect, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their order is what they are
            <li key={at}>{effect}</li>
          ))}
        </ul>
        {act.more}
        {act.cannotBeUndone && <strong>{t('confirm.final')}</strong>}
        {act.reasonLength !== undefined && (
          <TextInput
            name="reason"
            label={t(act.mayLeaveReason ? 'confirm.reasonIfAny' : 'confirm.reason')}
            maxLength={act.reasonLength}
            required={!act.mayLeaveReason}
          />
        )}
        {change.error !== null && <ErrorNotice error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {t('cancel')}
          </Button>
          <Button type="submit" color={act.cannotBeUndone ? 'red.9' : 'accent'} loading={change.isPending}>
            {act.verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

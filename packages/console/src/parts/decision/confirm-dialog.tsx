import { CardwrightError } from '@cardwright/sdk/browser';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from '../page/error-notice.tsx';

/** A change that the dialog describes before it is made. */
export interface ConfirmAction {
  readonly title: string;
  /** The effects of the change, in words. */
  readonly effects: readonly ReactNode[];
  /** Further content, such as what the change would have done in the past. */
  readonly more?: ReactNode;
  /** The label of the button, which names the action and is never "OK". */
  readonly verb: string;
  readonly cannotBeUndone?: boolean;
  /** The maximum length of the reason, if the operation takes one. */
  readonly reasonLength?: number;
  /** Whether the reason is optional. */
  readonly mayLeaveReason?: true;
  readonly carryOut: (reason: string) => Promise<unknown>;
}

/** Describes a change before it is made. If the change fails, the dialog shows why. */
export function ConfirmDialog({ act, close }: { act: ConfirmAction | undefined; close: () => void }) {
  const { t } = useWords();
  return (
    <Modal
      opened={act !== undefined}
      onClose={close}
      title={act?.title}
      closeButtonProps={{ 'aria-label': t('close') }}
      centered
      size={act?.more === undefined ? 'md' : '62rem'}
    >
      {act !== undefined && <Look act={act} close={close} />}
    </Modal>
  );
}

function Look({ act, close }: { act: ConfirmAction; close: () => void }) {
  const { t } = useWords();
  const change = useMutation({ mutationFn: (reason: string) => act.carryOut(reason), onSuccess: close });
  // requested once: the dialog only says so, and can be closed
  const isRequested = change.error instanceof CardwrightError && change.error.code === 'approval_required';
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(String(new FormData(event.currentTarget).get('reason') ?? '').trim());
  };
  return (
    <form onSubmit={confirm}>
      <Stack gap="md">
        <ul>
          {act.effects.map((effect, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the entry
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
            {t(isRequested ? 'close' : 'cancel')}
          </Button>
          <Button
            display={isRequested ? 'none' : undefined}
            type="submit"
            color={act.cannotBeUndone ? 'red.9' : 'accent'}
            loading={change.isPending}
          >
            {act.verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

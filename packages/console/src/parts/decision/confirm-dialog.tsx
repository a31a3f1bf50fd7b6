import { Button, Drawer, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { isChangeRequested } from './change-requested.ts';

/** A change that the dialog describes before it is made. */
export interface ConfirmAction {
  readonly title: string;
  /** The effects of the change, in words. */
  readonly effects: readonly ReactNode[];
  /** Further content, such as the effect that the change would have had in the past. */
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

interface DialogParts {
  readonly act: ConfirmAction | undefined;
  readonly close: () => void;
  /** Whether the dialog is a sheet at the side that begins with `more`: the figures of a review. */
  readonly isSheet?: true;
}

/** Describes a change before it is made. If the change fails, the dialog shows why. */
export function ConfirmDialog({ act, close, isSheet }: DialogParts) {
  const { t } = useWords();
  const parts = {
    opened: act !== undefined,
    onClose: close,
    title: act?.title,
    // A click next to the dialog would lose the typed reason.
    closeOnClickOutside: act?.reasonLength === undefined,
    closeButtonProps: { 'aria-label': t('close') },
    children: act !== undefined && <Look act={act} close={close} isSheet={isSheet} />,
  };
  if (isSheet) return <Drawer {...parts} position="right" size="62rem" />;
  return <Modal {...parts} centered size={act?.more === undefined ? 'md' : '62rem'} />;
}

function Look({ act, close, isSheet }: DialogParts & { act: ConfirmAction }) {
  const { t } = useWords();
  const change = useMutation({ mutationFn: (reason: string) => act.carryOut(reason), onSuccess: close });
  // A change can be requested only once. The dialog then only states that it was requested, and can be closed.
  const isRequested = isChangeRequested(change.error);
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes the event on to a form around the dialog, which must not be submitted.
    event.stopPropagation();
    change.mutate(String(new FormData(event.currentTarget).get('reason') ?? '').trim());
  };
  return (
    <form onSubmit={confirm}>
      <Stack gap="md">
        {isSheet && act.more}
        <ul>
          {act.effects.map((effect, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the entry
            <li key={at}>{effect}</li>
          ))}
        </ul>
        {!isSheet && act.more}
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

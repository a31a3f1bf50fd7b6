import { Button, Group, Modal, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { faultsOf, OtherFaults } from '../page/findings.tsx';

interface DialogParts {
  readonly title: string;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A dialog for a form. Its content exists only while it is open, so that the form is empty each time it opens. */
export function FormDialog({ title, isOpen, close, children }: DialogParts) {
  const { t } = useWords();
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      // A click next to the dialog would lose what was typed.
      closeOnClickOutside={false}
      centered
      size="lg"
    >
      {children}
    </Modal>
  );
}

/** A button that opens the dialog of a form. */
export function FormDialogButton({ title, children }: { title: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<PlusIcon aria-hidden />}
        onClick={() => setOpen(true)}
        data-opens
      >
        {title}
      </Button>
      <FormDialog title={title} isOpen={isOpen} close={close}>
        {children(close)}
      </FormDialog>
    </>
  );
}

interface FormParts {
  /** The label of the button, which names the action. */
  readonly verb: string;
  readonly isFinal?: boolean;
  readonly saving: UseMutationResult<unknown, unknown, void>;
  /** The names of the fields that show their own faults. */
  readonly displayed: readonly string[];
  readonly close: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog, with its buttons and the faults that no field shows. */
export function DialogForm({ verb, isFinal = false, saving, displayed, close, children }: FormParts) {
  const { t } = useWords();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={verb}>
      <Stack gap="md">
        {children}
        {isFinal && <strong>{t('confirm.final')}</strong>}
        <OtherFaults error={saving.error} faults={faultsOf(saving.error)} displayed={displayed} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} {...(isFinal && { 'data-autofocus': true })}>
            {t('cancel')}
          </Button>
          <Button type="submit" color={isFinal ? 'red.9' : 'accent'} loading={saving.isPending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

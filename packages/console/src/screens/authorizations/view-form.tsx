import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import classes from '../../parts/filter/filter.module.css';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { ROLE_WORDS } from '../../session/roles.ts';
import { useWords } from '../../words/language.ts';
import { MAX_NAME_LENGTH } from './saved-views.ts';
import { useViewRoles } from './team-views.ts';

/** The role with which a view is shared, or none. */
type ViewRole = ReturnType<typeof useViewRoles>[number] | undefined;

interface FormParts {
  readonly name?: string;
  /** Whether the form asks with whom the view is shared. */
  readonly hasRole?: true;
  readonly save: (name: string, role: ViewRole) => Promise<unknown>;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** Asks for the name of a view, and with whom it is shared. If the view cannot be saved, the form says why. */
export function ViewForm({ name = '', hasRole, save, close, children }: FormParts) {
  const { t } = useWords();
  const roles = useViewRoles();
  const saving = useMutation({
    mutationFn: (form: FormData) => {
      const role = roles.find((each) => each === form.get('role'));
      return save(String(form.get('name') ?? '').trim(), role);
    },
    onSuccess: close,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (String(form.get('name') ?? '').trim() !== '') saving.mutate(form);
  };
  return (
    <form
      onSubmit={submit}
      className={classes.editor}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      aria-label={t('saved.title')}
    >
      <TextInput
        size="xs"
        name="name"
        defaultValue={name}
        aria-label={t('saved.name')}
        placeholder={t('saved.name')}
        maxLength={MAX_NAME_LENGTH}
        required
        autoFocus
        autoComplete="off"
      />
      {hasRole && roles.length > 0 && (
        <NativeSelect size="xs" name="role" aria-label={t('saved.for')}>
          <option value="">{t('saved.forMe')}</option>
          {roles.map((role) => (
            <option key={role} value={role}>
              {t('saved.forRole', { role: t(ROLE_WORDS[role].name) })}
            </option>
          ))}
        </NativeSelect>
      )}
      <Button type="submit" size="compact-xs" loading={saving.isPending}>
        {t('saved.save')}
      </Button>
      {children}
      {saving.error !== null && <ErrorNotice error={saving.error} />}
    </form>
  );
}

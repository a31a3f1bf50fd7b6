import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useSession } from '../session/session.ts';
import { ChevronDownIcon, PersonIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import classes from './user-menu.module.css';

/** A button that shows the signed-in person and opens the user menu. */
export function UserMenuButton(parts: UnstyledButtonProps & ComponentProps<'button'>) {
  const { t } = useWords();
  const { name } = useSession();
  return (
    <UnstyledButton {...parts} className={classes.person} aria-label={t('person.menu', { name })}>
      <PersonIcon size={18} aria-hidden />
      <bdi className={classes.name}>{name}</bdi>
      <ChevronDownIcon size={14} aria-hidden />
    </UnstyledButton>
  );
}

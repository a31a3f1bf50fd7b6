import { Menu, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { endSession } from '../session/end-session.ts';
import { ROLE_WORDS } from '../session/roles.ts';
import { useSession } from '../session/session.ts';
import { DeviceDesktopIcon, GlobeIcon, MoonIcon, PersonIcon, SignOutIcon, SunIcon } from '../theme/icons.ts';
import { useWords } from '../words/language.ts';
import classes from './user-menu.module.css';
import { UserMenuButton } from './user-menu-button.tsx';

const SCHEMES = [
  { scheme: 'light', word: 'theme.light', icon: SunIcon },
  { scheme: 'dark', word: 'theme.dark', icon: MoonIcon },
  { scheme: 'auto', word: 'theme.auto', icon: DeviceDesktopIcon },
] as const;

/**
 * Shows the signed-in person, the color scheme, the language and the sign-out item. It opens as it mounts, with the
 * focus on its button first.
 */
export function UserMenuDropdown() {
  const { t, language, speak } = useWords();
  const { name, roles } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const isHere = useMounted();
  const [isOpen, setOpen] = useState(true);
  return (
    <Menu
      position="bottom-end"
      width={240}
      withInitialFocusPlaceholder={false}
      opened={isHere && isOpen}
      onChange={setOpen}
    >
      <Menu.Target>
        <UserMenuButton autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className={classes.roles}>{roles.map((role) => t(ROLE_WORDS[role].name)).join(', ')}</span>
        </div>
        <Menu.Divider />
        {SCHEMES.map(({ scheme, word, icon: Shape }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Shape size={16} aria-hidden />}
            onClick={() => setColorScheme(scheme)}
            aria-current={colorScheme === scheme}
            data-chosen={colorScheme === scheme || undefined}
            className={classes.choice}
          >
            {t(word)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<GlobeIcon size={16} aria-hidden />}
          lang={language === 'en' ? 'ar' : 'en'}
          onClick={() => speak(language === 'en' ? 'ar' : 'en')}
        >
          {language === 'en' ? 'العربية' : 'English'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<PersonIcon size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/my-sessions' })}
        >
          {t('person.sessions')}
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon size={16} aria-hidden />} onClick={() => void endSession()}>
          {t('person.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

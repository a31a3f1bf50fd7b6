import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { UserMenuButton } from './user-menu-button.tsx';

const OpenedPersonMenu = lazyRouteComponent(() => import('./user-menu-dropdown.tsx'), 'UserMenuDropdown');

/** Renders only the button until it is first opened, because the menu component is a large part of all code. */
export function UserMenu() {
  const [isOpened, setOpened] = useState(false);
  const load = () => void OpenedPersonMenu.preload?.();
  const button = (
    <UserMenuButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setOpened(true)}
    />
  );
  return isOpened ? (
    <Suspense fallback={button}>
      <OpenedPersonMenu />
    </Suspense>
  ) : (
    button
  );
}

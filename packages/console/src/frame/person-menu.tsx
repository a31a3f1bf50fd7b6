import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { PersonButton } from './person-button.tsx';

const OpenedPersonMenu = lazyRouteComponent(() => import('./opened-person-menu.tsx'), 'OpenedPersonMenu');

/** The button alone until somebody opens it: what opens menus is a good part of all code. */
export function PersonMenu() {
  const [isWanted, setWanted] = useState(false);
  const load = () => void OpenedPersonMenu.preload?.();
  const button = (
    <PersonButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setWanted(true)}
    />
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <OpenedPersonMenu />
    </Suspense>
  ) : (
    button
  );
}

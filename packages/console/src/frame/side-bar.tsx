import { Link, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { navigationFor } from '../session/navigation.ts';
import { useHasScope, useSession } from '../session/session.ts';
import mark from '../theme/mark.svg';
import { useWords } from '../words/language.ts';
import classes from './side-bar.module.css';
import { TaskCount } from './task-count.tsx';

const PendingCount = lazy(async () => ({ default: (await import('./pending-count.tsx')).PendingCount }));

/** Lists the screens that the person's roles permit, by area of work. */
export function SideBar({ onChosen }: { onChosen: () => void }) {
  const { t } = useWords();
  const session = useSession();
  const decides = useHasScope('merchants:review', 'merchants:approve', 'merchants:write');
  const items = navigationFor(session);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // A screen below another one marks only its own item.
  const hasActiveChild = (to: string) => items.some((item) => item.to.startsWith(`${to}/`) && path.includes(item.to));
  return (
    <>
      <p className={classes.brand}>
        <img src={mark} alt="" width={24} height={24} />
        Cardwright
      </p>
      <ul className={classes.list}>
        {items.map(({ to, word, icon: Shape }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.item}
              activeOptions={{ exact: hasActiveChild(to) }}
              activeProps={{ 'data-active': true }}
              onClick={onChosen}
            >
              <Shape size={16} aria-hidden />
              {t(word)}
              {to === '/tasks' && <TaskCount />}
              {to === '/merchants' && decides && (
                <Suspense>
                  <PendingCount />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

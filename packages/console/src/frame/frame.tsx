import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks';
import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { LazyMount } from '../parts/hint/lazy-mount.tsx';
import { useSession } from '../session/session.ts';
import { useWords } from '../words/language.ts';
import classes from './frame.module.css';
import { canSearch } from './navigation.ts';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';

const SearchDialog = lazyRouteComponent(() => import('../search/search-dialog.tsx'), 'SearchDialog');
const WorkSheet = lazyRouteComponent(() => import('./navigation-drawer.tsx'), 'NavigationDrawer');

/** Loads the search at the first of its two keys, so that it is ready at the second and no typed text is lost. */
function loadSearch({ key }: KeyboardEvent): void {
  if (key === 'Control' || key === 'Meta') void SearchDialog.preload?.();
}

/** The parts that stay when the screen changes: the side bar, the top bar, and the search, which Ctrl+K or Command+K opens. */
export function Frame() {
  const { t } = useWords();
  const [isSearching, search] = useDisclosure();
  const [hasSheet, sheet] = useDisclosure();
  useWindowEvent('keydown', loadSearch);
  const findsSomething = canSearch(useSession());
  useHotkeys(findsSomething ? [['mod+K', search.open]] : [], []);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('frame.skip')}
      </a>
      <nav className={classes.side} aria-label={t('frame.work')}>
        <SideBar onChosen={sheet.close} />
      </nav>
      <TopBar openSearch={findsSomething ? search.open : undefined} openSheet={sheet.open} />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <LazyMount isOpen={hasSheet}>
        <WorkSheet isOpen={hasSheet} close={sheet.close} />
      </LazyMount>
      <LazyMount isOpen={isSearching}>
        <SearchDialog isOpen={isSearching} close={search.close} />
      </LazyMount>
    </div>
  );
}

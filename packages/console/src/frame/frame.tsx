import { Drawer } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { SearchDialog } from '../search/search-dialog.tsx';
import { useWords } from '../words/language.ts';
import classes from './frame.module.css';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** What stays while screens change: the side bar by work, the top bar, and the search that any key press away. */
export function Frame() {
  const { t } = useWords();
  const [isSearching, search] = useDisclosure();
  const [hasSheet, sheet] = useDisclosure();
  useHotkeys([['mod+K', search.open]], []);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('frame.skip')}
      </a>
      <nav className={classes.side} aria-label={t('frame.work')}>
        <SideBar onChosen={sheet.close} />
      </nav>
      <TopBar openSearch={search.open} openSheet={sheet.open} />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Drawer
        opened={hasSheet}
        onClose={sheet.close}
        size={270}
        title={t('frame.work')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <SideBar onChosen={sheet.close} />
      </Drawer>
      <SearchDialog isOpen={isSearching} close={search.close} />
    </div>
  );
}

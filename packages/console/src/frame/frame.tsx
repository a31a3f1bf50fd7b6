import { useDisclosure } from '@mantine/hooks';
import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { LazyMount } from '../parts/hint/lazy-mount.tsx';
import classes from '../parts/page/page-frame.module.css';
import { Palette, type PaletteHandle } from '../parts/palette/palette.tsx';
import { usePaletteKeys } from '../parts/palette/use-palette-keys.ts';
import { useWords } from '../words/language.ts';
import { IdleWarning } from './idle-warning.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useRecentPages } from './use-recent-pages.ts';
import { useSearchHint } from './use-search-hint.ts';

const PaletteResults = lazyRouteComponent(() => import('../search/palette-results.tsx'), 'PaletteResults');
const WorkSheet = lazyRouteComponent(() => import('./navigation-drawer.tsx'), 'NavigationDrawer');

/**
 * The parts that stay when the screen changes: the side bar, the top bar, and the palette, which Ctrl+K or Command+K
 * opens.
 */
export function Frame() {
  const { t } = useWords();
  const palette = useRef<PaletteHandle>(null);
  const [hasSheet, sheet] = useDisclosure();
  const hint = useSearchHint();
  usePaletteKeys(palette, () => void PaletteResults.preload?.());
  useRecentPages();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('frame.skip')}
      </a>
      <nav className={classes.side} aria-label={t('frame.work')}>
        <SideBar onChosen={sheet.close} />
      </nav>
      <TopBar openSearch={() => palette.current?.open()} openSheet={sheet.open} />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <IdleWarning />
      <LazyMount isOpen={hasSheet}>
        <WorkSheet isOpen={hasSheet} close={sheet.close} />
      </LazyMount>
      <Palette ref={palette} label={t('search.title')} hint={hint} closeLabel={t('close')}>
        {(typed) => <PaletteResults typed={typed} />}
      </Palette>
    </div>
  );
}

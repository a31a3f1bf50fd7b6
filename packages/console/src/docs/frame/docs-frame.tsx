import { ActionIcon, Drawer, Kbd, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import frame from '../../parts/page/page-frame.module.css';
import { Palette, type PaletteHandle } from '../../parts/palette/palette.tsx';
import { usePaletteKeys } from '../../parts/palette/use-palette-keys.ts';
import { MoonIcon, SearchIcon, SunIcon, ThreeBarsIcon } from '../../theme/icons.ts';
import { WORDS } from '../text/docs-words.ts';
import classes from './docs-frame.module.css';
import { DocsMenu } from './docs-menu.tsx';

const SearchResults = lazyRouteComponent(() => import('./docs-search.tsx'), 'DocsSearch');

/** The parts that stay when the page changes: the contents at the side, the search, and the color scheme. */
export function DocsFrame() {
  const palette = useRef<PaletteHandle>(null);
  const [hasMenu, menu] = useDisclosure();
  usePaletteKeys(palette, () => void SearchResults.preload?.());
  return (
    <div className={`${frame.frame} ${classes.docs}`}>
      <a className={frame.skip} href="#content">
        {WORDS.skip}
      </a>
      <nav className={frame.side} aria-label={WORDS.menu}>
        <DocsMenu onChosen={menu.close} />
      </nav>
      <header className={frame.bar}>
        <ActionIcon
          className={frame.sheet}
          variant="subtle"
          color="gray"
          size="lg"
          onClick={menu.open}
          aria-label={WORDS.menu}
        >
          <ThreeBarsIcon size={18} aria-hidden />
        </ActionIcon>
        <UnstyledButton className={frame.search} onClick={() => palette.current?.open()}>
          <SearchIcon size={16} aria-hidden />
          <span className={frame.hint}>{WORDS.searchHint}</span>
          <Kbd size="xs" className={classes.key}>
            Ctrl K
          </Kbd>
        </UnstyledButton>
        <SchemeButton />
      </header>
      <main id="content" className={frame.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Drawer
        opened={hasMenu}
        onClose={menu.close}
        size={290}
        title={WORDS.menu}
        closeButtonProps={{ 'aria-label': WORDS.close }}
      >
        <DocsMenu onChosen={menu.close} />
      </Drawer>
      <Palette ref={palette} label={WORDS.search} hint={WORDS.searchHint} closeLabel={WORDS.close}>
        {(typed) => <SearchResults typed={typed} />}
      </Palette>
    </div>
  );
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const Shape = scheme === 'light' ? MoonIcon : SunIcon;
  return (
    <ActionIcon
      className={classes.scheme}
      variant="subtle"
      color="gray"
      size="lg"
      onClick={() => setColorScheme(scheme === 'light' ? 'dark' : 'light')}
      aria-label={WORDS.colours}
    >
      <Shape size={18} aria-hidden />
    </ActionIcon>
  );
}

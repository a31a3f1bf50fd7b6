import { Link } from '@tanstack/react-router';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './page-tabs.module.css';

interface TabParts<Tab extends string> {
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly words: Readonly<Record<Tab, WordKey>>;
  readonly active: Tab;
}

/** Links between the parts of a long page. The parameter `tab` of the address names the part. */
export function PageTabs<Tab extends string>({ label, tabs, words, active }: TabParts<Tab>) {
  const { t } = useWords();
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="."
          search={((before: object) => ({ ...before, tab })) as never}
          replace
          resetScroll={false}
          aria-current={tab === active ? 'page' : undefined}
        >
          {t(words[tab])}
        </Link>
      ))}
    </nav>
  );
}

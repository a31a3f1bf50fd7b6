import { Kbd } from '@mantine/core';
import type { WordKey } from '../words/en.ts';
import { useWords } from '../words/language.ts';
import classes from './key-list.module.css';

const KEYS: readonly (readonly [keys: readonly string[], does: WordKey])[] = [
  [['Ctrl K', '⌘ K'], 'shortcut.search'],
  [['?'], 'shortcut.help'],
  [['↑', '↓'], 'shortcut.choose'],
  [['Enter'], 'shortcut.open'],
  [['j', 'k'], 'shortcut.rows'],
  [['Esc'], 'shortcut.close'],
  [['Tab'], 'shortcut.next'],
  [['←', '→'], 'shortcut.chart'],
];

/** Lists the keys of the console. */
export function KeyList() {
  const { t } = useWords();
  return (
    <section aria-label={t('shortcut.title')}>
      <h2 className={classes.title}>{t('shortcut.title')}</h2>
      <dl className={classes.keys}>
        {KEYS.map(([keys, does]) => (
          <div key={does} className={classes.row}>
            <dt dir="ltr">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.about}>{t('shortcut.commands')}</p>
    </section>
  );
}

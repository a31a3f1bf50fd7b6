import { Button, Popover } from '@mantine/core';
import classes from '../../parts/filter/filter.module.css';
import { useWords } from '../../words/language.ts';
import { COLUMN_NAMES, COLUMN_WORDS, type ColumnName } from './column-choice.ts';

interface MenuParts {
  readonly columns: readonly ColumnName[];
  readonly choose: (columns: readonly ColumnName[]) => void;
}

/** Chooses the columns of the list. */
export function ColumnMenu({ columns, choose }: MenuParts) {
  const { t } = useWords();
  const toggle = (name: ColumnName) =>
    choose(columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name]);
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm">
          {t('columns.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes.columns} aria-label={t('columns.title')}>
          {COLUMN_NAMES.filter((name) => name !== 'at').map((name) => (
            <label key={name} className={classes.column}>
              <input type="checkbox" checked={columns.includes(name)} onChange={() => toggle(name)} />
              {t(COLUMN_WORDS[name])}
            </label>
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

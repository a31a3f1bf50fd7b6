import type { SettingsField } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';
import type { SettingsEditor } from './use-settings-draft.ts';

/** Marks a value that comes from the program of the product. */
export function InheritedBadge({ field, editing }: { field: SettingsField; editing: SettingsEditor }) {
  const { t } = useWords();
  if (!editing.isInherited(field)) return null;
  return (
    <span className={classes.inherited} data-inherited={field}>
      {t('controls.inherited')}
    </span>
  );
}

import type { SettingsField } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';
import type { Editing } from './use-draft.ts';

/** Says of a value that it comes from the program of the product. */
export function InheritedMark({ field, editing }: { field: SettingsField; editing: Editing }) {
  const { t } = useWords();
  if (!editing.isInherited(field)) return null;
  return (
    <span className={classes.inherited} data-inherited={field}>
      {t('controls.inherited')}
    </span>
  );
}

import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import classes from './check.module.css';

interface CheckParts {
  readonly label: ReactNode;
  readonly isOn: boolean;
  /** The scope that is required to switch it on. */
  readonly needs?: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

/** A check box with its label. */
export function Check({ label, isOn, needs, onChange }: CheckParts) {
  const { t } = useWords();
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={needs !== undefined && !isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {needs !== undefined && <small className={classes.about}> {t('endpoint.needsScope', { scope: needs })}</small>}
      </span>
    </label>
  );
}

import { Button } from '@mantine/core';
import { useId } from 'react';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';

interface ActButtonParts {
  readonly verb: string;
  /** The reasons why the action is not permitted. The button stays visible, disabled, with these reasons. */
  readonly why: readonly WordKey[];
  readonly isMain?: boolean;
  readonly isFinal?: boolean;
  readonly isSmall?: boolean;
  readonly onClick: () => void;
}

/** A button for an action, with the reasons if this person cannot perform it now. */
export function ActionButton({ verb, why, isMain, isFinal, isSmall, onClick }: ActButtonParts) {
  const { t } = useWords();
  const id = useId();
  const isForbidden = why.length > 0;
  return (
    <div className={classes.act}>
      <Button
        variant={isMain ? 'filled' : 'default'}
        size={isSmall ? 'compact-sm' : 'sm'}
        disabled={isForbidden}
        {...(isFinal && !isForbidden && { color: 'red.9' })}
        {...(isForbidden && { 'aria-describedby': id })}
        onClick={onClick}
      >
        {verb}
      </Button>
      {isForbidden && (
        <ul id={id} className={classes.why}>
          {why.map((word) => (
            <li key={word}>{t(word)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

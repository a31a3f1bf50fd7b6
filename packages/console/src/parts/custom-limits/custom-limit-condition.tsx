import { Button } from '@mantine/core';
import { useWords } from '../../words/language.ts';
import { newTestOf, useConditionSubject } from '../condition/condition-context.ts';
import { ConditionEditor } from '../condition/condition-editor.tsx';
import { formatCondition } from '../condition/condition-text.ts';
import type { TypedFault } from '../page/findings.tsx';
import classes from './custom-limits.module.css';

interface ConditionParts {
  /** The condition as JSON. Empty if every payment counts. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly faults: readonly TypedFault[];
}

/** Selects the payments that a limit counts: all, or those that meet a condition. */
export function CustomLimitCondition({ text, onChange, faults }: ConditionParts) {
  const { t } = useWords();
  const subject = useConditionSubject();
  if (text === '') {
    return (
      <Button variant="default" size="compact-sm" onClick={() => onChange(formatCondition(newTestOf(subject)))}>
        {t('customLimit.someOnly')}
      </Button>
    );
  }
  return (
    <fieldset className={classes.condition}>
      <legend>{t('customLimit.onlyWhere')}</legend>
      <ConditionEditor text={text} onChange={onChange} path="where" warnings={faults} isTried={faults.length > 0} />
      <Button variant="default" size="compact-sm" mt="xs" onClick={() => onChange('')}>
        {t('customLimit.allAgain')}
      </Button>
    </fieldset>
  );
}

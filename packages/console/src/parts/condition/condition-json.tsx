import { Textarea } from '@mantine/core';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { Values } from '../../words/translate.ts';
import type { TypedFault } from '../page/findings.tsx';
import classes from './condition.module.css';

/** The condition as JSON text. */
export function ConditionJson({ text, onChange, faults, fault }: JsonParts) {
  const { t } = useWords();
  return (
    <>
      <Textarea
        aria-label={t('condition.json')}
        className={classes.json}
        classNames={{ input: classes.code }}
        value={text}
        dir="ltr"
        autosize
        minRows={8}
        maxRows={30}
        spellCheck={false}
        error={fault !== undefined && t(...fault)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <li key={fault.path + fault.message}>
              <bdi dir="ltr">{fault.path}</bdi>: <bdi>{fault.message}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type JsonFault = readonly [WordKey, Values?];

/**
 * The fault of a text. Text that has no line where it stops being JSON has a duplicate name, or is nested too deeply.
 */
export function jsonFault({ line }: { readonly line: number | undefined }): JsonFault {
  return line === undefined ? ['condition.jsonNotTaken'] : ['condition.noJson', { line }];
}

interface JsonParts {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly faults: readonly TypedFault[];
  /** The reason why the text is not accepted. */
  readonly fault: JsonFault | undefined;
}

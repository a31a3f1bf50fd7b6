import { type Condition, checkCondition, type JsonValue, judgeCondition } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { AlertIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import type { TypedFault } from '../page/findings.tsx';
import { Notice } from '../page/notice.tsx';
import classes from './condition.module.css';
import { newTestOf, useConditionSubject } from './condition-context.ts';
import { ConditionDescription } from './condition-description.tsx';
import { conditionFaults, describeFault } from './condition-faults.ts';
import { ConditionJson, jsonFault } from './condition-json.tsx';
import { ConditionNode } from './condition-node.tsx';
import { formatCondition, parseCondition } from './condition-text.ts';

interface EditorParts {
  /** The condition as JSON, which the form and the text view share. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The path of the condition in faults, such as `condition` or `where`. */
  readonly path: string;
  /** The faults that the server reported about this text. */
  readonly warnings?: readonly TypedFault[];
  /** Whether the user has tried to save. From then on, missing values are reported too. */
  readonly isTried?: boolean;
}

/** Edits a condition as a form or as JSON, without loss between the two. A description in words is below it. */
export function ConditionEditor({ text, onChange, path, warnings = [], isTried = false }: EditorParts) {
  const { t } = useWords();
  const subject = useConditionSubject();
  const [isJson, setJson] = useState(false);
  const read = parseCondition(text);
  const faults = read.isJson ? conditionFaults(read.value, path, warnings, subject) : [];
  const choice = ([asJson, word]: readonly [boolean, 'condition.asForm' | 'condition.asJson']) => (
    <Button
      key={word}
      variant={isJson === asJson ? 'filled' : 'default'}
      size="compact-sm"
      aria-pressed={isJson === asJson}
      onClick={() => setJson(asJson)}
    >
      {t(word)}
    </Button>
  );
  return (
    <div className={classes.editor}>
      <div className={classes.more}>
        {choice([false, 'condition.asForm'])}
        {choice([true, 'condition.asJson'])}
      </div>
      {isJson ? (
        <ConditionJson
          text={text}
          onChange={onChange}
          faults={faults}
          fault={read.isJson ? undefined : jsonFault(read)}
        />
      ) : read.isJson ? (
        <AsForm
          value={read.value}
          path={path}
          faults={faults}
          isTried={isTried}
          onChange={(value) => onChange(formatCondition(value))}
        />
      ) : (
        <Notice isBad icon={AlertIcon} title={t(...jsonFault(read))} text={t('condition.noJsonAbout')} />
      )}
      {read.isJson && faults.length === 0 && <InWords value={read.value} path={path} />}
    </div>
  );
}

interface FormParts {
  readonly value: JsonValue;
  readonly path: string;
  readonly faults: readonly TypedFault[];
  readonly isTried: boolean;
  readonly onChange: (value: JsonValue) => void;
}

/** The form view. It offers to add a second comparison to a single one. */
function AsForm(parts: FormParts) {
  const { t } = useWords();
  const newTest = newTestOf(useConditionSubject());
  const { value, path, faults, isTried, onChange } = parts;
  const isGroup = typeof value === 'object' && value !== null && ('all' in value || 'any' in value);
  const own = faults.filter((fault) => fault.path === path && isGroup);
  return (
    <>
      <ConditionNode {...parts} />
      {isTried && own.map((fault) => <FaultLine key={fault.message} fault={fault} value={value} />)}
      {!isGroup && (
        <div className={classes.more}>
          <Button variant="default" size="compact-sm" onClick={() => onChange({ all: [value, newTest] })}>
            {t('condition.addToGroup')}
          </Button>
        </div>
      )}
    </>
  );
}

function FaultLine({ fault, value }: { fault: TypedFault; value: JsonValue }) {
  const { t } = useWords();
  const description = describeFault(fault, value);
  return (
    <p className={classes.fault} role="alert">
      {description === undefined ? <bdi>{fault.message}</bdi> : t(...description)}
    </p>
  );
}

/** The description in words. A valid condition can have a warning. */
function InWords({ value, path }: { value: JsonValue; path: string }) {
  const { t } = useWords();
  const subject = useConditionSubject();
  const { condition } = checkCondition(value, path, subject);
  if (condition === undefined) return null;
  const warning = judgeCondition(condition as Condition);
  return (
    <div className={classes.inWords} aria-live="polite">
      <strong>{t('condition.inWords')}</strong>
      <ConditionDescription of={condition} />
      {warning !== undefined && (
        <p className={classes.warning}>
          <AlertIcon size={16} aria-hidden />
          {t(warning === 'condition-never-met' ? 'condition.neverMet' : 'condition.alwaysMet')}
        </p>
      )}
    </div>
  );
}

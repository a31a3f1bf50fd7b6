import { type ConditionOp, type JsonValue, opsOf } from '@cardwright/contract';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import type { TypedFault } from '../page/findings.tsx';
import classes from './condition.module.css';
import { type DraftNode, type DraftTest, isOfLimit, nodeOf, withOp, withValue } from './condition-draft.ts';
import { faultInWords, faultsAt } from './condition-faults.ts';
import { ConditionGroup } from './condition-group.tsx';
import { ConditionSubject } from './condition-subject.tsx';
import { ConditionValueInput } from './condition-value.tsx';
import { OP_WORDS } from './condition-words.ts';

export interface NodeParts {
  readonly value: JsonValue;
  /** Of its place, as faults name it. */
  readonly path: string;
  readonly faults: readonly TypedFault[];
  /** What was not filled in yet is told once somebody wanted to save. */
  readonly isTried: boolean;
  readonly onChange: (value: JsonValue) => void;
  /** Not there for what has to stay. */
  readonly onRemove?: (() => void) | undefined;
  /** Where the condition around it says that it must not hold. */
  readonly isTurned?: boolean;
  readonly turn?: (() => void) | undefined;
}

/** One condition of a form: a comparison, or a group of others. */
export function ConditionNode(parts: NodeParts) {
  const { value, path, onChange, isTurned = false, turn } = parts;
  const node = nodeOf(value);
  if (node.form === 'not' && !isTurned) {
    return (
      <ConditionNode
        {...parts}
        value={node.inner}
        path={`${path}.not`}
        isTurned
        turn={() => onChange(node.inner)}
        onChange={(inner) => onChange({ not: inner })}
      />
    );
  }
  const aside = <NodeActions {...parts} turn={turn ?? (() => onChange({ not: value }))} isTurned={isTurned} />;
  const faults = <Faults of={parts} node={node} />;
  if (node.form === 'all' || node.form === 'any') {
    return <ConditionGroup {...parts} group={node} aside={aside} told={faults} />;
  }
  if (node.form === 'test') return <TestFields {...parts} test={node} aside={aside} />;
  return (
    <div className={classes.node} data-node="other">
      <pre className={classes.other}>{JSON.stringify(value, null, 2)}</pre>
      {aside}
      {faults}
    </div>
  );
}

/** Turns it round, or takes it away. */
function NodeActions({ isTurned, turn, onRemove }: NodeParts) {
  const { t } = useWords();
  return (
    <span className={classes.actions}>
      <Button variant={isTurned ? 'filled' : 'default'} size="compact-sm" aria-pressed={isTurned} onClick={turn}>
        {t('condition.not')}
      </Button>
      {onRemove !== undefined && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('condition.remove')} onClick={onRemove}>
          <XCircleIcon size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}

function TestFields({ test, aside, ...parts }: NodeParts & { readonly test: DraftTest; readonly aside: ReactNode }) {
  const { t } = useWords();
  const { onChange } = parts;
  const error = useToldFault(
    parts,
    parts.isTried || !(isBlank(test.value) || (isOfLimit(test.field) && isBlank(test.limit))),
  );
  return (
    <div className={classes.node} data-node={parts.path}>
      <div className={classes.test}>
        <ConditionSubject test={test} onChange={onChange} />
        <NativeSelect
          aria-label={t('condition.op')}
          value={test.op}
          onChange={(event) => onChange(withOp(test, event.currentTarget.value as ConditionOp))}
        >
          {opsOf(test.field).map((op) => (
            <option key={op} value={op}>
              {t(OP_WORDS[op])}
            </option>
          ))}
        </NativeSelect>
        <ConditionValueInput
          key={`${test.field} ${test.op}`}
          test={test}
          error={error}
          onChange={(value) => onChange(withValue(test, value))}
        />
      </div>
      {aside}
    </div>
  );
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === '' || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The first thing that is wrong here, in words. */
function useToldFault({ value, path, faults }: NodeParts, isTold: boolean): ReactNode {
  const { t } = useWords();
  const [fault] = faultsAt(faults, path);
  if (fault === undefined || !isTold) return undefined;
  const said = faultInWords(fault, value);
  return said === undefined ? <bdi>{fault.message}</bdi> : t(...said);
}

function Faults({ of, node }: { of: NodeParts; node: DraftNode }) {
  const said = useToldFault(of, of.isTried || node.form === 'other');
  return said === undefined ? null : (
    <p className={classes.fault} role="alert">
      {said}
    </p>
  );
}

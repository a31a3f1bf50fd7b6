import { type ConditionOp, type JsonValue, opsOf } from '@cardwright/contract';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { XCircleIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './condition.module.css';
import { type DraftNode, type DraftTest, isLimitField, nodeOf, withOp, withValue } from './condition-draft.ts';
import { ConditionGroup } from './condition-group.tsx';
import { type CheckedNode, NodeError, useNodeError } from './condition-node-error.tsx';
import { ConditionSubject } from './condition-subject.tsx';
import { ConditionValueInput } from './condition-value.tsx';
import { OP_WORDS } from './condition-words.ts';

interface NodeParts extends CheckedNode {
  readonly onChange: (value: JsonValue) => void;
  /** Missing for a node that cannot be removed. */
  readonly onRemove?: (() => void) | undefined;
  /** Whether a `not` encloses it. */
  readonly isNegated?: boolean;
  readonly negate?: (() => void) | undefined;
}

/** One node of the form: a comparison, or a group of conditions. */
export function ConditionNode(parts: NodeParts) {
  const { value, path, onChange, isNegated = false, negate } = parts;
  const node = nodeOf(value);
  if (node.form === 'not' && !isNegated) {
    return (
      <ConditionNode
        {...parts}
        value={node.inner}
        path={`${path}.not`}
        isNegated
        negate={() => onChange(node.inner)}
        onChange={(inner) => onChange({ not: inner })}
      />
    );
  }
  const actions = <NodeActions {...parts} negate={negate ?? (() => onChange({ not: value }))} isNegated={isNegated} />;
  const faults = <NodeError of={parts} isUnknownForm={node.form === 'other'} />;
  if (node.form === 'all' || node.form === 'any') {
    return <NodeGroup {...parts} node={node} actions={actions} faultList={faults} />;
  }
  if (node.form === 'test') return <TestFields {...parts} test={node} actions={actions} />;
  return (
    <div className={classes.node} data-node="other">
      <pre className={classes.other}>{JSON.stringify(value, null, 2)}</pre>
      {actions}
      {faults}
    </div>
  );
}

interface NodeGroupParts extends NodeParts {
  readonly node: DraftNode & { readonly form: 'all' | 'any' };
  readonly actions: ReactNode;
  readonly faultList: ReactNode;
}

function NodeGroup({ node, actions, faultList, path, faults, isTried, onChange }: NodeGroupParts) {
  const { form, parts } = node;
  const put = (next: readonly JsonValue[]) => onChange({ [form]: [...next] });
  return (
    <ConditionGroup
      form={form}
      parts={parts}
      path={path}
      actions={actions}
      faults={faultList}
      onChange={onChange}
      renderPart={(part, at) => (
        <ConditionNode
          key={at}
          value={part}
          path={`${path}.${form}[${at}]`}
          faults={faults}
          isTried={isTried}
          onChange={(next) => put(parts.with(at, next))}
          onRemove={() => put(parts.toSpliced(at, 1))}
        />
      )}
    />
  );
}

/** Negates the condition, or removes it. */
function NodeActions({ isNegated, negate, onRemove }: NodeParts) {
  const { t } = useWords();
  return (
    <span className={classes.actions}>
      <Button variant={isNegated ? 'filled' : 'default'} size="compact-sm" aria-pressed={isNegated} onClick={negate}>
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

function TestFields({
  test,
  actions,
  ...parts
}: NodeParts & { readonly test: DraftTest; readonly actions: ReactNode }) {
  const { t } = useWords();
  const { onChange } = parts;
  const error = useNodeError(
    parts,
    parts.isTried || !(isBlank(test.value) || (isLimitField(test.field) && isBlank(test.limit))),
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
      {actions}
    </div>
  );
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === '' || value === undefined || (Array.isArray(value) && value.length === 0);
}
